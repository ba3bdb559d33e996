import Foundation
import PersistentObjects
import TestSupport

/// Objects in a store, random queries of them, and the answers of plain Swift.
final class Warehouse {
  let session: Session
  let formulas: Formulas
  var wares: [Ware] { formulas.wares }
  private(set) var log: [String] = []
  /// The number of answers that were compared.
  private(set) var comparedCount = 0

  init(store: Store, seed: UInt64) throws {
    session = Session(store: store)
    let makers = ["Å", "b", "C"].enumerated().map { number, name in
      Maker(name: name, size: number * 3 - 2, city: number == 1 ? nil : "c\(number)")
    }
    try session.save(contentsOf: makers)
    formulas = Formulas(random: RandomNumbers(seed: seed), makers: makers)
    for _ in 0..<14 { formulas.wares.append(try ware()) }
    try session.save()
    formulas.wares.sort { $0.pk ?? 0 < $1.pk ?? 0 }
    formulas.probes = wares.map { ware in
      let probe = Ware(count: 1, weight: 1, price: 1, name: "", made: .distantPast, isActive: true)
      probe.former = ware
      return probe
    }
  }

  private func ware() throws -> Ware {
    let ware = Ware(
      count: small(), stock: maybe(small()), weight: formulas.pick(Formulas.doubles),
      length: maybe(formulas.pick(Formulas.doubles)), price: formulas.pick(Formulas.decimals),
      rebate: maybe(formulas.pick(Formulas.decimals)), name: formulas.pick(Formulas.texts),
      note: maybe(formulas.pick(Formulas.texts)), made: formulas.pick(Formulas.dates),
      sold: maybe(formulas.pick(Formulas.dates)), isActive: formulas.random.once(in: 2))
    try session.insert(ware)
    ware.maker = maybe(formulas.pick(formulas.makers))
    ware.former = maybe(formulas.random.pick(wares)) ?? nil
    ware.sizes = (0..<formulas.random.number(below: 4)).map { _ in
      1 + formulas.random.number(below: 5)
    }
    ware.words = Set(
      (0..<formulas.random.number(below: 3)).map { _ in formulas.pick(Formulas.texts) })
    return ware
  }

  private func small() -> Int { formulas.random.number(below: 12) - 4 }

  private func maybe<Value>(_ value: Value) -> Value? {
    formulas.random.once(in: 3) ? nil : value
  }

  // MARK: Comparing

  /// Compares the store's answer with that of Swift, which is computed first.
  func compare<Row>(
    _ name: String, _ store: () throws -> [Row], _ swift: () throws -> [Row],
    same: (Row, Row) -> Bool
  ) throws {
    log.append(name)
    let expected: [Row]
    do {
      expected = try swift()
    } catch is NoResult {
      do {
        _ = try store()
      } catch let error as PersistenceError
        where [.databaseFailed, .invalidQuery, .decodingFailed].contains(error.code)
      {}
      return
    }
    let found = try store()
    comparedCount += 1
    guard found.count == expected.count, zip(found, expected).allSatisfy(same) else {
      throw Divergence("\(name): found \(found), expected \(expected)")
    }
  }
}
