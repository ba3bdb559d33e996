extension Connection {
  /// Records the next primary key of a table.
  func recordNextKey(_ next: Int64, of table: String) throws {
    let statement = try statement(
      sql: """
        INSERT INTO \(SchemaCatalog.sequenceTable) (table_name, next_pk) \
        VALUES (\(dialect.placeholder(1)), \(dialect.placeholder(2))) \
        ON CONFLICT (table_name) DO UPDATE SET next_pk = excluded.next_pk
        """)
    statement.set(.text(table), at: 0)
    statement.set(next, at: 1)
    try statement.run()
  }

  /// Returns the recorded next primary key of a table; nil if there is none.
  func recordedNextKey(of table: String) throws -> Int64? {
    let text: SQLText = """
      SELECT next_pk FROM \(SchemaCatalog.sequenceTable) WHERE table_name = \(.text(table))
      """
    return try firstRow(text) { $0.storedInteger(at: 0) }
  }
}
