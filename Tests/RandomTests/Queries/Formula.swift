import Foundation
import PersistentObjects

/// An expression of a query, and its meaning in Swift. nil stands for NULL.
struct Formula<Value> {
  let text: String
  let expression: (WareColumns) -> QueryExpression<Value?>
  let value: (Ware) throws -> Value?

  init(
    _ text: String, _ expression: @escaping (WareColumns) -> QueryExpression<Value?>,
    _ value: @escaping (Ware) throws -> Value?
  ) {
    (self.text, self.expression, self.value) = (text, expression, value)
  }
}

/// A condition of a query, and its meaning in Swift.
struct Claim {
  let text: String
  let condition: (WareColumns) -> Condition
  let holds: (Ware) throws -> Bool

  init(
    _ text: String, _ condition: @escaping (WareColumns) -> Condition,
    _ holds: @escaping (Ware) throws -> Bool
  ) {
    (self.text, self.condition, self.holds) = (text, condition, holds)
  }
}

/// A computation without a result, such as an overflow. The database may or may not reach it, since
/// it chooses the order in which it computes.
struct NoResult: Error {}

/// A type of values with SQL's order for them.
protocol Ordered {
  func isSame(as other: Self) -> Bool
  func precedes(_ other: Self) -> Bool
}

extension Ordered where Self: Comparable {
  func isSame(as other: Self) -> Bool { self == other }
  func precedes(_ other: Self) -> Bool { self < other }
}

extension Int: Ordered {}
extension Double: Ordered {}
extension Decimal: Ordered {}
extension Date: Ordered {}

/// Texts are compared by their Unicode scalars.
extension String: Ordered {
  func isSame(as other: String) -> Bool { unicodeScalars.elementsEqual(other.unicodeScalars) }
  func precedes(_ other: String) -> Bool {
    unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
  }
}

extension Optional where Wrapped: Ordered {
  func isSame(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isSame(as: other)
    default: false
    }
  }

  /// Whether the value comes before another one; nil comes before all others.
  func precedes(_ other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, .some): true
    case (let one?, let other?): one.precedes(other)
    default: false
    }
  }
}
