import Foundation
import PersistentObjects
import TestSupport

/// Makes random expressions.
final class Formulas {
  var random: RandomNumbers
  /// The objects to compare references with.
  let makers: [Maker]
  /// All objects, and for each object one that refers to it. A database may compute a condition for
  /// more rows than Swift would: for elements of other collections, and for objects that nothing
  /// refers to.
  var wares: [Ware] = []
  var probes: [Ware] = []

  /// Throws if a condition has no result for some object.
  func requireResults(of holds: (Ware) throws -> Bool) throws {
    for ware in wares + probes { _ = try holds(ware) }
  }

  init(random: RandomNumbers, makers: [Maker]) { (self.random, self.makers) = (random, makers) }

  func choose<Result>(_ choices: [() -> Result]) -> Result {
    choices[random.number(below: choices.count)]()
  }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.number(below: elements.count)]
  }

  /// A choice between two expressions, and the first one that is not nil, for values of any type.
  func choice<Value>(
    _ depth: Int, _ make: (Int) -> Formula<Value>, constant: Value
  ) -> Formula<Value> {
    let (first, second) = (make(depth), make(depth))
    switch random.number(below: 4) {
    case 0:
      return Formula("(\(first.text) ?? \(second.text))") {
        first.expression($0) ?? second.expression($0)
      } _: {
        let (first, second) = (try first.value($0), try second.value($0))
        return first ?? second
      }
    case 1:
      return Formula("(\(first.text) ?? \(constant))") {
        (first.expression($0) ?? constant).optional
      } _: {
        try first.value($0) ?? constant
      }
    default:
      let claim = claim(depth)
      return Formula("when(\(claim.text), \(first.text), \(second.text))") {
        when(claim.condition($0), then: first.expression($0), else: second.expression($0))
      } _: {
        let (first, second) = (try first.value($0), try second.value($0))
        return try claim.holds($0) ? first : second
      }
    }
  }

  func combined<A, B, Result>(
    _ name: String, _ a: Formula<A>, _ b: Formula<B>,
    _ expression: @escaping (QueryExpression<A?>, QueryExpression<B?>) -> QueryExpression<Result?>,
    _ compute: @escaping (A, B) throws -> Result
  ) -> Formula<Result> {
    Formula("(\(a.text) \(name) \(b.text))") {
      expression(a.expression($0), b.expression($0))
    } _: {
      let (a, b) = (try a.value($0), try b.value($0))
      guard let a, let b else { return nil }
      return try compute(a, b)
    }
  }

  func applied<A, Result>(
    _ name: String, _ a: Formula<A>,
    _ expression: @escaping (QueryExpression<A?>) -> QueryExpression<Result?>,
    _ compute: @escaping (A) throws -> Result
  ) -> Formula<Result> {
    Formula("\(a.text).\(name)") {
      expression(a.expression($0))
    } _: {
      try a.value($0).map(compute)
    }
  }
}
