import PersistentObjectsConnections
import PersistentObjectsDriver

extension Connection {
  /// Records the next primary key of a table.
  package func recordNextKey(_ next: Int64, of table: String) throws {
    let statement = try statement(
      sql: """
        INSERT INTO \(SchemaCatalog.sequenceTable) (table_name, next_pk) \
        VALUES (\(dialect.placeholder(1)), \(dialect.placeholder(2)))\
        \(dialect.onConflict(["table_name"], set: [("next_pk", dialect.proposed("next_pk"))]))
        """)
    statement.set(.text(table), at: 0)
    statement.set(next, at: 1)
    try statement.run()
  }

  /// Returns the first free primary key of a table: the counter, or the successor of the greatest
  /// key if rows were added in another way.
  package func firstFreeKey(of table: String) throws -> Int64 {
    let recorded = """
      coalesce((SELECT next_pk FROM \(SchemaCatalog.sequenceTable) \
      WHERE table_name = \(dialect.placeholder(1))), 1)
      """
    let greatest = "coalesce((SELECT max(pk) FROM \(dialect.quoted(table))), 0)"
    let first = dialect.greatest(SQLText(recorded), "\(greatest) + 1").sql(dialect)
    let statement = try statement(sql: "SELECT \(first)")
    defer { statement.reset() }
    statement.set(.text(table), at: 0)
    guard let row = try statement.next() else { return 1 }
    switch row[0] {
    case .integer(let next): return next
    // In SQL, the successor of the greatest integer is not an integer.
    case .real(let next) where next >= 0x1p63: return .max
    default: throw Self.damagedCounter(of: table)
    }
  }

  private static func damagedCounter(of table: String) -> PersistenceError {
    PersistenceError(
      .corrupt,
      """
      the counter of the table's keys, next_pk in \(SchemaCatalog.sequenceTable), is damaged: it is not \
      an integer; nothing was saved. Restore the file from a backup, or delete the table's row there: \
      counting then continues after the greatest key
      """,
      context: .init(table: table))
  }
}
