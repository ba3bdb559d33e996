/// Carries schema changes out on the writing connection, within the transaction that is open there.
struct SchemaUpkeep {
  let connection: Connection
  let dialect: any Dialect

  func apply(_ changes: [SchemaChange]) throws {
    for change in changes { try apply(change) }
  }

  private func apply(_ change: SchemaChange) throws {
    switch change {
    case .createTable(let table):
      try connection.execute(dialect.createTable(table))
    case .renameTable(let old, let new):
      try renameTable(old, new)
    case .addColumn(let column, let table):
      try connection.execute(dialect.addColumn(column, to: table))
    case .renameColumn(let old, let new, let table):
      try renameColumn(old, new, table)
    case .createIndex(let index, let table):
      try connection.execute(dialect.createIndex(index, on: table))
    case .recordTable(let table, let className):
      try recordTable(table, className)
    case .recordColumn(let key, let column):
      try recordColumn(key, column)
    }
  }

  private func renameTable(_ old: String, _ new: String) throws {
    try connection.execute(
      "ALTER TABLE \(dialect.quoted(old)) RENAME TO \(dialect.quoted(new))")
    for (table, column) in [
      (SchemaCatalog.tableTable, "name"), (SchemaCatalog.columnTable, "table_name"),
      (SchemaCatalog.sequenceTable, "table_name"),
    ] {
      try run(
        """
        UPDATE \(table) SET \(column) = \(dialect.placeholder(1)) \
        WHERE \(column) = \(dialect.placeholder(2))
        """, [.text(new), .text(old)])
    }
    // References record the table that they point at.
    try run(
      """
      UPDATE \(SchemaCatalog.columnTable) SET codec = \(dialect.placeholder(1)) \
      WHERE codec = \(dialect.placeholder(2))
      """,
      [
        .text(CodecIdentifier.reference(to: new).name),
        .text(CodecIdentifier.reference(to: old).name),
      ])
    for (table, column) in try classColumns() {
      try run(
        """
        UPDATE \(dialect.quoted(table)) SET \(dialect.quoted(column)) = \(dialect.placeholder(1)) \
        WHERE \(dialect.quoted(column)) = \(dialect.placeholder(2))
        """, [.text(new), .text(old)])
    }
  }

  /// The columns in which references to several tables keep which one.
  private func classColumns() throws -> [(table: String, column: String)] {
    try SchemaCatalog(connection).columns.filter { key, column in
      column.codec.hasPrefix("reference(") && key.column.hasSuffix(ColumnName.classSuffix)
    }.map { ($0.key.table, $0.key.column) }.sorted { $0 < $1 }
  }

  private func renameColumn(_ old: String, _ new: String, _ table: String) throws {
    try connection.execute(
      """
      ALTER TABLE \(dialect.quoted(table)) \
      RENAME COLUMN \(dialect.quoted(old)) TO \(dialect.quoted(new))
      """)
    try run(
      """
      DELETE FROM \(SchemaCatalog.columnTable) WHERE table_name = \(dialect.placeholder(1)) \
      AND column_name = \(dialect.placeholder(2))
      """, [.text(table), .text(old)])
  }

  private func recordTable(_ table: String, _ className: String) throws {
    try run(
      """
      INSERT INTO \(SchemaCatalog.tableTable) (name, class_name) \
      VALUES (\(dialect.placeholder(1)), \(dialect.placeholder(2))) \
      ON CONFLICT (name) DO UPDATE SET class_name = excluded.class_name
      """, [.text(table), .text(className)])
  }

  private func recordColumn(
    _ key: SchemaCatalog.ColumnKey, _ column: SchemaCatalog.RecordedColumn
  ) throws {
    let values: [StoredValue] = [
      .text(key.table), .text(key.column), .text(column.property), .text(column.storage),
      .text(column.codec),
      .integer(Int64(column.version)), .integer(Int64(column.oldestVersion)),
    ]
    try run(
      """
      INSERT INTO \(SchemaCatalog.columnTable) \
      (table_name, column_name, property, storage, codec, version, oldest_version) \
      VALUES (\(values.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", "))) \
      ON CONFLICT (table_name, column_name) DO UPDATE SET property = excluded.property, \
      storage = excluded.storage, codec = excluded.codec, version = excluded.version, oldest_version = excluded.oldest_version
      """, values)
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws {
    let statement = try connection.statement(sql: sql)
    for (index, value) in values.enumerated() { statement.set(value, at: index) }
    try statement.run()
  }
}
