/// Carries out schema changes within the open transaction of the writing connection.
package struct SchemaUpkeep {
  let connection: Connection
  let dialect: any Dialect

  package init(connection: Connection, dialect: any Dialect) {
    self.connection = connection
    self.dialect = dialect
  }

  /// Makes the tables of classes that the file does not have.
  package func create(_ required: [RequiredTable], in catalog: SchemaCatalog) throws {
    try apply(SchemaComparison(required, catalog: catalog, hasRows: { _ in true }).changes)
  }

  func apply(_ changes: [SchemaChange]) throws {
    for change in changes { try apply(change) }
  }

  private func apply(_ change: SchemaChange) throws {
    switch change {
    case .createTable(let table):
      try explaining(change) { try connection.execute(dialect.createTable(table)) }
    case .renameTable(let old, let new):
      try explaining(change) { try renameTable(old, to: new) }
    case .dropTable(let table):
      try dropTable(table)
    case .dropColumn(let column, let table):
      try dropColumn(column, of: table)
    case .addColumn(let column, let table):
      try explaining(change) { try connection.execute(dialect.addColumn(column, to: table)) }
    case .renameColumn(let old, let new, let table):
      try explaining(change) { try renameColumn(old, to: new, in: table) }
    case .replaceForeignKey(let change):
      try change.run(on: connection, dialect: dialect)
    case .createIndex(let index, let table, let place):
      try IndexMaker(connection: connection, dialect: dialect).make(index, on: table, place: place)
      try recordIndex(index.name, as: .init(table: table, definition: index.signature))
    case .dropIndex(let name):
      try dropIndex(name)
    case .forgetIndex(let name):
      try forgetIndex(name)
    case .recordTable(let table, let record):
      try recordTable(table, as: record)
    case .recordColumn(let key, let column):
      try recordColumn(key, as: column)
    case .recordIndex(let name, let record):
      try recordIndex(name, as: record)
    }
  }

  /// Explains the failure of a change. The comparison ignores views and virtual tables, and
  /// considers names different that differ only in case; the database does not.
  private func explaining(_ change: SchemaChange, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as PersistenceError where error.code == .invalidQuery {
      throw PersistenceError(
        .schemaMismatch,
        """
        the database refuses to \(change): \(error.message) Nothing was changed. Something else in it has \
        the name, or needs what was to be changed
        """,
        context: .init(table: change.table), sql: error.sql, databaseCode: error.databaseCode,
        cause: error)
    }
  }

  private func renameTable(_ old: String, to new: String) throws {
    try connection.execute(
      "ALTER TABLE \(dialect.quoted(old)) RENAME TO \(dialect.quoted(new))")
    for (table, column) in [
      (SchemaCatalog.tableTable, "name"), (SchemaCatalog.tableTable, "superclass_table"),
      (SchemaCatalog.tableTable, "owner_table"), (SchemaCatalog.columnTable, "table_name"),
      (SchemaCatalog.indexTable, "table_name"), (SchemaCatalog.sequenceTable, "table_name"),
      (SchemaCatalog.formerNameTable, "table_name"),
    ] {
      try run(
        """
        UPDATE \(table) SET \(column) = \(dialect.placeholder(1)) \
        WHERE \(column) = \(dialect.placeholder(2))
        """, binding: [.text(new), .text(old)])
    }
    try recordFormerName(old, of: new)
    // References record the table that they point at.
    try run(
      """
      UPDATE \(SchemaCatalog.columnTable) SET codec = \(dialect.placeholder(1)) \
      WHERE codec = \(dialect.placeholder(2))
      """,
      binding: [
        .text(CodecIdentifier.reference(to: new).name),
        .text(CodecIdentifier.reference(to: old).name),
      ])
    for key in try SchemaCatalog(connection).classColumns {
      try run(
        """
        UPDATE \(dialect.quoted(key.table)) SET \(dialect.quoted(key.column)) = \(dialect.placeholder(1)) \
        WHERE \(dialect.quoted(key.column)) = \(dialect.placeholder(2))
        """, binding: [.text(new), .text(old)])
    }
  }

  private func renameColumn(_ old: String, to new: String, in table: String) throws {
    try connection.execute(
      """
      ALTER TABLE \(dialect.quoted(table)) \
      RENAME COLUMN \(dialect.quoted(old)) TO \(dialect.quoted(new))
      """)
    try forgetColumn(old, of: table)
    try run(
      """
      UPDATE \(SchemaCatalog.formerNameTable) SET column_name = \(dialect.placeholder(1)) \
      WHERE table_name = \(dialect.placeholder(2)) AND column_name = \(dialect.placeholder(3))
      """, binding: [.text(new), .text(table), .text(old)])
    try recordFormerName(old, of: table, column: new)
  }

  /// Records a former name. Names that are present ones again are former names no longer.
  private func recordFormerName(_ former: String, of table: String, column: String = "") throws {
    let values: [StoredValue] = [.text(table), .text(column), .text(former)]
    try run(
      """
      INSERT INTO \(SchemaCatalog.formerNameTable) (table_name, column_name, former_name) \
      VALUES (\(placeholders(values))) ON CONFLICT DO NOTHING
      """, binding: values)
    try run(
      """
      DELETE FROM \(SchemaCatalog.formerNameTable) \
      WHERE former_name = CASE column_name WHEN '' THEN table_name ELSE column_name END
      """, binding: [])
  }

  /// Drops a table. The counter of its keys stays: should the class come back, no key is assigned
  /// again.
  private func dropTable(_ table: String) throws {
    try connection.execute("DROP TABLE \(dialect.quoted(table))")
    for (catalog, column) in [
      (SchemaCatalog.tableTable, "name"), (SchemaCatalog.columnTable, "table_name"),
      (SchemaCatalog.indexTable, "table_name"),
    ] {
      try run(
        "DELETE FROM \(catalog) WHERE \(column) = \(dialect.placeholder(1))",
        binding: [.text(table)])
    }
  }

  private func dropColumn(_ column: String, of table: String) throws {
    try connection.execute(
      "ALTER TABLE \(dialect.quoted(table)) DROP COLUMN \(dialect.quoted(column))")
    try forgetColumn(column, of: table)
  }

  private func forgetColumn(_ column: String, of table: String) throws {
    try run(
      """
      DELETE FROM \(SchemaCatalog.columnTable) WHERE table_name = \(dialect.placeholder(1)) \
      AND column_name = \(dialect.placeholder(2))
      """, binding: [.text(table), .text(column)])
  }

  private func recordTable(_ table: String, as record: SchemaCatalog.RecordedTable) throws {
    let values: [StoredValue] = [
      .text(table), .text(record.className), StoredValue(record.superclass),
      StoredValue(record.owner),
    ]
    try run(
      """
      INSERT INTO \(SchemaCatalog.tableTable) (name, class_name, superclass_table, owner_table) \
      VALUES (\(placeholders(values))) ON CONFLICT (name) DO UPDATE SET \
      class_name = excluded.class_name, superclass_table = excluded.superclass_table, \
      owner_table = excluded.owner_table
      """, binding: values)
  }

  private func recordIndex(_ name: String, as record: SchemaCatalog.RecordedIndex) throws {
    let values: [StoredValue] = [.text(name), .text(record.table), .text(record.definition)]
    try run(
      """
      INSERT INTO \(SchemaCatalog.indexTable) (name, table_name, definition) \
      VALUES (\(placeholders(values))) ON CONFLICT (name) DO UPDATE SET \
      table_name = excluded.table_name, definition = excluded.definition
      """, binding: values)
  }

  /// Drops an index, which another program may have dropped before.
  private func dropIndex(_ name: String) throws {
    try connection.execute(dialect.dropIndex(name))
    try forgetIndex(name)
  }

  private func forgetIndex(_ name: String) throws {
    try run(
      "DELETE FROM \(SchemaCatalog.indexTable) WHERE name = \(dialect.placeholder(1))",
      binding: [.text(name)])
  }

  private func recordColumn(
    _ key: SchemaCatalog.ColumnKey, as column: SchemaCatalog.RecordedColumn
  ) throws {
    let values: [StoredValue] = [
      .text(key.table), .text(key.column), .text(column.property), .text(column.storage),
      .text(column.codec),
      .integer(Int64(column.version)), .integer(Int64(column.oldestVersion)),
      column.onDelete.map(StoredValue.text) ?? .null, column.deletesTargets ? .integer(1) : .null,
    ]
    try run(
      """
      INSERT INTO \(SchemaCatalog.columnTable) \
      (table_name, column_name, property, storage, codec, version, oldest_version, \
      \(SchemaCatalog.onDelete), \(SchemaCatalog.deletesTargets)) \
      VALUES (\(placeholders(values))) \
      ON CONFLICT (table_name, column_name) DO UPDATE SET property = excluded.property, \
      storage = excluded.storage, codec = excluded.codec, version = excluded.version, \
      oldest_version = excluded.oldest_version, \
      \(SchemaCatalog.onDelete) = excluded.\(SchemaCatalog.onDelete), \
      \(SchemaCatalog.deletesTargets) = excluded.\(SchemaCatalog.deletesTargets)
      """, binding: values)
  }

  private func placeholders(_ values: [StoredValue]) -> String {
    values.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
  }

  private func run(_ sql: String, binding values: [StoredValue]) throws {
    let statement = try connection.statement(sql: sql)
    for (index, value) in values.enumerated() { statement.set(value, at: index) }
    try statement.run()
  }
}

extension StoredValue {
  fileprivate init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }
}
