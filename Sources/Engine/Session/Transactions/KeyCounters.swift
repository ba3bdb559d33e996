/// The primary keys that a transaction gives out: it reads the counter of a table when it needs the first
/// one, and records how far the counters have come before it is committed.
final class KeyCounters {
  /// The next key of each table that was counted.
  var next: [String: Int64] = [:]
  private let connection: Connection
  private let store: Store
  private var dialect: any Dialect { store.dialect }

  init(_ connection: Connection, store: Store) {
    self.connection = connection
    self.store = store
  }

  /// Calls `body` with a function that returns the next primary key of a table.
  func counting(_ table: String, body: (() throws -> Int64) throws -> Void) throws {
    var next: Int64?
    defer { if let next { self.next[table] = next } }
    try body {
      try store.configuration.keys.nextKey(table: table) {
        let key = try next ?? self.next[table] ?? read(table)
        guard key < .max else {
          throw PersistenceError(
            .databaseFailed, "the table has no free primary key left", context: .init(table: table))
        }
        next = key + 1
        return key
      }
    }
  }

  /// Lets the keys of a table begin behind one that was given elsewhere.
  func reserve(through last: Int64, of table: String) throws {
    let first = try next[table] ?? read(table)
    next[table] = max(first, last == .max ? last : last + 1)
  }

  /// Records how far the counters have come, one row per table.
  func write() throws {
    if next.isEmpty { return }
    let statement = try connection.statement(
      sql: """
        INSERT INTO \(SchemaCatalog.sequenceTable) (table_name, next_pk) \
        VALUES (\(dialect.placeholder(1)), \(dialect.placeholder(2))) \
        ON CONFLICT (table_name) DO UPDATE SET next_pk = excluded.next_pk
        """)
    for (table, next) in next.sorted(by: { $0.key < $1.key }) {
      statement.set(.text(table), at: 0)
      statement.set(next, at: 1)
      try statement.run()
    }
  }

  // MARK: Reading

  /// The first free key: the counter, or what follows the greatest key if rows came in another way.
  private func read(_ table: String) throws -> Int64 {
    if store.character.maximumWriters > 1 { try claim(table) }
    let recorded = """
      coalesce((SELECT next_pk FROM \(SchemaCatalog.sequenceTable) \
      WHERE table_name = \(dialect.placeholder(1))), 1)
      """
    let greatest = "coalesce((SELECT max(pk) FROM \(dialect.quoted(table))), 0)"
    let statement = try connection.statement(
      sql: "SELECT \(dialect.greatest(recorded, "\(greatest) + 1"))")
    defer { statement.reset() }
    statement.set(.text(table), at: 0)
    guard let row = try statement.next() else { return 1 }
    switch row[0] {
    case .integer(let next): return next
    // What follows the greatest integer is none in SQL.
    case .real(let next) where next >= 0x1p63: return .max
    default: throw damage(table)
    }
  }

  /// Writes the counter as it is, so that others who count meanwhile wait or conflict here, rather than
  /// give out the same keys.
  private func claim(_ table: String) throws {
    try connection.run(
      """
      UPDATE \(SchemaCatalog.sequenceTable) SET next_pk = next_pk WHERE table_name = \(.text(table))
      """)
  }

  private func damage(_ table: String) -> PersistenceError {
    PersistenceError(
      .corrupt,
      """
      the counter of the table's keys, next_pk in \(SchemaCatalog.sequenceTable), is damaged: it is no \
      integer; nothing was saved. Restore the file from a backup, or delete the table's row there: \
      counting then goes on after the greatest key
      """,
      context: .init(table: table))
  }
}
