import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The primary keys that a transaction gives out.
///
/// If only one transaction can write at a time, it reads the counter of a table when it needs the
/// first key, and records the counters before it is committed. If several can, it takes blocks of
/// keys from the database, if that gives out any (``KeyGiving``).
final class KeyCounters {
  /// The next key of each table whose keys were counted.
  private(set) var next: [String: Int64] = [:]
  /// The keys that were taken but not used.
  private var blocks: [String: [ClosedRange<Int64>]] = [:]
  /// The tables that were checked to have no row with a key that is still to be given out.
  private var checked: Set<String> = []
  private let connection: Connection
  private let store: Store
  /// The generation of the store's keys when the transaction began.
  private let generation: Int

  init(_ connection: Connection, store: Store) {
    self.connection = connection
    self.store = store
    generation = store.keyStock.generation
  }

  /// Calls `body` with a function that returns the next primary key of a table.
  ///
  /// - Parameter count: the number of keys that `body` will request.
  func counting(
    _ table: String, count: Int, body: (() throws -> Int64) throws -> Void
  ) throws {
    var next: Int64?
    var taken = blocks.removeValue(forKey: table) ?? []
    var left = count
    defer {
      if let next { self.next[table] = next }
      if !taken.isEmpty { blocks[table] = taken }
    }
    try body {
      try store.configuration.keys.nextKey(table: table) {
        defer { left -= 1 }
        let counted = next ?? self.next[table]
        if counted == nil, let giver = connection.keyGiving {
          if taken.isEmpty { taken = try take(max(1, left), of: table, from: giver) }
          if let key = taken.popKey() { return key }
        }
        let key = try counted ?? self.count(table)
        guard key < .max else {
          throw PersistenceError(
            .databaseFailed,
            """
            the table has no free primary key left after its greatest one; nothing was saved. Give the row with that key \
            another one with SQL and delete the table's row in _persistent_sequence, or make keys with a KeyStrategy
            """, context: .init(table: table))
        }
        next = key + 1
        return key
      }
    }
  }

  /// Makes the keys of a table begin after one that was given out elsewhere.
  func reserve(through last: Int64, of table: String) throws {
    if let giver = connection.keyGiving {
      blocks[table] = nil
      return try giver.reserveKeys(of: table, through: last)
    }
    let first = try next[table] ?? count(table)
    next[table] = max(first, last == .max ? last : last + 1)
  }

  /// Records the counters, one row per table.
  func write() throws {
    if next.isEmpty { return }
    for (table, next) in next.sorted(by: { $0.key < $1.key }) {
      try connection.recordNextKey(next, of: table)
    }
  }

  /// Restores former counters, and discards keys that were taken: the tables that counted them may
  /// be gone, too.
  func rollBack(to next: [String: Int64]) {
    self.next = next
    (blocks, checked) = ([:], [])
  }

  /// Leaves unused keys to other transactions.
  func didCommit() {
    if checked.isEmpty && blocks.isEmpty { return }
    store.keyStock.add(blocks, checked: checked, of: generation)
    (blocks, checked) = ([:], [])
  }

  // MARK: Taking

  /// Takes the keys that the store has left, or new ones; none if the database gives out none for
  /// this table.
  private func take(
    _ count: Int, of table: String, from giver: any KeyGiving
  ) throws -> [ClosedRange<Int64>] {
    if !checked.contains(table) && !store.keyStock.isChecked(table) {
      let first = try connection.firstFreeKey(of: table)
      if first > 1 { try giver.reserveKeys(of: table, through: first - 1) }
      checked.insert(table)
    }
    let left = store.keyStock.take(table)
    return left.isEmpty ? try giver.takeKeys(of: table, count: count) : left
  }

  // MARK: Reading

  /// Returns the key to continue counting from, which concurrent transactions do not get.
  private func count(_ table: String) throws -> Int64 {
    if store.character.maximumWriters > 1 { try claim(table) }
    return try connection.firstFreeKey(of: table)
  }

  /// Writes the counter unchanged, so that concurrent transactions wait or conflict here rather
  /// than give out the same keys.
  private func claim(_ table: String) throws {
    try connection.run(
      """
      UPDATE \(SchemaCatalog.sequenceTable) SET next_pk = next_pk WHERE table_name = \(.text(table))
      """)
  }
}

extension [ClosedRange<Int64>] {
  /// Removes and returns the first key.
  fileprivate mutating func popKey() -> Int64? {
    guard let first else { return nil }
    if first.count == 1 {
      removeFirst()
    } else {
      self[0] = (first.lowerBound + 1)...first.upperBound
    }
    return first.lowerBound
  }
}
