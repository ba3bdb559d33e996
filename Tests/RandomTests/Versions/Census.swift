import PersistentObjects
import TestSupport

/// Clerks that count in the same rows, and the expected rows.
final class Census {
  /// The expected contents of a row.
  private struct Row: Equatable {
    var amount = 0
    var version = 1
    var marks: [String] = []
    var note = ""
  }

  private let temporary: TemporaryStore
  private var clerks: [Clerk] = []
  private var rows: [Int64: Row] = [:]
  private var random: RandomNumbers
  private var madeCount = 0

  init(_ temporary: TemporaryStore, seed: UInt64) throws {
    self.temporary = temporary
    random = RandomNumbers(seed: seed)
    let tallies = (0..<30).map { _ in Tally() }
    let session = Session(store: temporary.store)
    try session.save(contentsOf: tallies)
    for tally in tallies { rows[tally.pk ?? 0] = Row() }
    for name in ["a", "b", "c"] {
      clerks.append(try Clerk(name: name, store: temporary.reopened()))
    }
  }

  func run(steps: Int) throws {
    defer { clerks.forEach { $0.store.close() } }
    for _ in 0..<steps { try step() }
    for clerk in clerks { try save(clerk) }
    try compare()
    if steps > 100, clerks.allSatisfy({ $0.conflicts == 0 }) {
      throw Divergence("there was no conflict")
    }
  }

  private func step() throws {
    guard let clerk = random.pick(clerks) else { return }
    switch random.number(below: 20) {
    case 0..<11: add(clerk)
    case 11..<16: try save(clerk)
    case 16: try clerk.saveInVain()
    case 17: try clerk.look()
    case 18: if random.once(in: 6) { try delete(clerk) }
    default: try compare()
    }
  }

  /// Adds to one tally, or to several adjacent ones that one statement writes.
  private func add(_ clerk: Clerk) {
    let keys = clerk.tallies.keys.sorted()
    guard let first = random.pick(keys.indices) else { return }
    let count = random.once(in: 3) ? 15 : 1
    let isOfRow = !random.once(in: 4)
    for pk in keys[first...].prefix(count) {
      madeCount += 1
      let note = random.once(in: 5) ? "\(clerk.name)\(madeCount)" : nil
      let addition =
        isOfRow
        ? Clerk.Addition(amount: random.number(below: 9) + 1, note: note)
        : Clerk.Addition(marks: ["\(clerk.name)\(madeCount)"])
      clerk.add(addition, to: pk)
    }
  }

  private func save(_ clerk: Clerk) throws {
    for (pk, addition) in try clerk.save() {
      rows[pk]?.amount += addition.amount
      rows[pk]?.marks += addition.marks
      rows[pk]?.version += 1
      if let note = addition.note { rows[pk]?.note = note }
    }
  }

  private func delete(_ clerk: Clerk) throws {
    guard let pk = random.pick(clerk.tallies.keys.sorted()) else { return }
    try clerk.delete(pk)
    rows[pk] = nil
  }

  private func compare() throws {
    let session = Session(store: temporary.store)
    var found: [Int64: Row] = [:]
    for tally in try Tally.query.loading(\.marks).find(in: session) {
      found[tally.pk ?? 0] = Row(
        amount: tally.amount, version: tally.version, marks: tally.marks, note: tally.note)
    }
    for pk in Set(found.keys).union(rows.keys) where found[pk] != rows[pk] {
      throw Divergence(
        "row \(pk) is \(found[pk].map { "\($0)" } ?? "gone"), not \(rows[pk].map { "\($0)" } ?? "gone")"
      )
    }
  }
}
