import PersistentObjectsDriver

extension PostgresConnection: Measuring {
  /// Measures the tables of the schema, including the separate storage of long values, and their
  /// indices.
  func measure() throws -> DatabaseFigures {
    let names = ["server_version", "server_encoding", "block_size"]
    let settings = try names.map { ($0, try server.run("SHOW \($0)").text(0) ?? "") }
    let sizes = try server.run(
      """
      SELECT relname, CASE relkind WHEN 'i' THEN pg_relation_size(oid) ELSE pg_table_size(oid) END \
      FROM pg_catalog.pg_class WHERE relnamespace = \(PostgresDialect.ownSchema) AND relkind IN ('r', 'i')
      """)
    let bytes = (0..<sizes.rowCount).map { row in
      (sizes.text(0, ofRow: row) ?? "", Int(clamping: sizes.integer(1, ofRow: row) ?? 0))
    }
    let byName = Dictionary(bytes, uniquingKeysWith: +)
    return DatabaseFigures(
      bytes: byName.values.reduce(0, +), pageSize: settings.last.flatMap { Int($0.1) } ?? 0,
      settings: Dictionary(uniqueKeysWithValues: settings.dropLast()), bytesByName: byName)
  }
}
