import Foundation
import PersistentObjects

/// The cost of holding many objects: hits in the identity map, and `save()` with nothing or almost
/// nothing to save.
@MainActor
enum IdentityBenchmark {
  private static let saves = 1000

  static func run(_ options: Options) throws -> [Table] {
    let workload = Workload(count: options.count)
    var hits = Comparison()
    var oneDirty = Comparison()
    var cleanSaves: [Duration] = []
    for round in 0..<options.rounds {
      let folder = try TemporaryFolder()
      let engine = try HeldPeople(path: folder.path("engine"), workload)
      let raw = try RawHeldPeople(path: folder.path("raw"), workload)
      try hits.addTimedRound(
        round, "hits", engine: { try engine.hit(workload.keys) },
        raw: { try Work { raw.hit(workload.keys) }.timed() })
      try oneDirty.addRound(
        round, "one changed object",
        engine: { try engine.saveOneByOne(workload.keys.prefix(saves)) },
        raw: { try raw.saveOneByOne(workload.keys.prefix(saves)) })
      try Disagreement.check("what was saved", engine.storedAges(), raw.storedAges())
      cleanSaves.append(try ContinuousClock().measure { try engine.saveClean() })
    }
    return [
      comparison(hits, oneDirty, options.count), cleanTable(cleanSaves, options.count),
    ]
  }

  private static func comparison(
    _ hits: Comparison, _ oneDirty: Comparison, _ count: Int
  ) -> Table {
    var table = Table(comparing: "Holding \(Table.Cell.count(count)) objects", unit: "µs each")
    table.append("find by key of an object in hand", hits, per: count)
    table.append("change one object, `session.save()`", oneDirty, per: saves)
    let perSecond = Int(Double(count) / (hits.engineMedian / .seconds(1)))
    table.note = """
      \(Table.Cell.count(perSecond)) hits of the identity map per second. Raw: a dictionary of \
      objects by key; an UPDATE of the whole row, with its index, in a transaction of its own.
      """
    return table
  }

  private static func cleanTable(_ durations: [Duration], _ count: Int) -> Table {
    var table = Table(
      "`save()` of an object that has no changes", columns: ["ns each", "range", "SQL statements"])
    let each = durations.map { $0 / .nanoseconds(1) / Double(count) }.sorted()
    table.append(
      .number(each.median, digits: 1),
      .text(String(format: "%.1f–%.1f", each.first ?? 0, each.last ?? 0)), .count(0))
    return table
  }
}
