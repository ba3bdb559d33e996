/// What the database records about the tables that this package made, beside the tables themselves.
///
///     _persistent_table(name, class_name)
///     _persistent_column(table_name, column_name, property, storage, codec, version,
///       oldest_version)
///     _persistent_sequence(table_name, next_pk)
///
/// `version` is the codec version that writes the column now, `oldest_version` the oldest one that
/// rows may still hold. `next_pk` is the next primary key to be given out.
struct SchemaCatalog: Sendable {
  var tables: [String: ExistingTable] = [:]
  var classNames: [String: String] = [:]
  var columns: [ColumnKey: RecordedColumn] = [:]

  struct ColumnKey: Hashable {
    let table: String
    let column: String
  }

  struct RecordedColumn: Equatable {
    var property: String
    /// What the column holds, as `StorageClass` names it.
    var storage: String
    var codec: String
    var version: Int
    var oldestVersion: Int
  }

  static let tableTable = "_persistent_table"
  static let columnTable = "_persistent_column"
  static let sequenceTable = "_persistent_sequence"

  static let definitions: [TableDefinition] = [
    TableDefinition(
      name: tableTable,
      columns: [
        ColumnDefinition(name: "name", storage: .text, isRequired: true),
        ColumnDefinition(name: "class_name", storage: .text, isRequired: true),
      ], primaryKey: ["name"], isClustered: true),
    TableDefinition(
      name: columnTable,
      columns: [
        ColumnDefinition(name: "table_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "column_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "property", storage: .text, isRequired: true),
        ColumnDefinition(name: "storage", storage: .text, isRequired: true),
        ColumnDefinition(name: "codec", storage: .text, isRequired: true),
        ColumnDefinition(name: "version", storage: .integer, isRequired: true),
        ColumnDefinition(name: "oldest_version", storage: .integer, isRequired: true),
      ], primaryKey: ["table_name", "column_name"], isClustered: true),
    TableDefinition(
      name: sequenceTable,
      columns: [
        ColumnDefinition(name: "table_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "next_pk", storage: .integer, isRequired: true),
      ], primaryKey: ["table_name"], isClustered: true),
  ]

  /// Reads what a database has and what it records.
  init(_ connection: Connection) throws {
    for table in try connection.readSchema() { tables[table.name] = table }
    if tables[Self.tableTable] != nil { try readTables(connection) }
    if tables[Self.columnTable] != nil { try readColumns(connection) }
  }

  private mutating func readTables(_ connection: Connection) throws {
    let statement = try connection.statement(sql: "SELECT name, class_name FROM \(Self.tableTable)")
    defer { statement.reset() }
    while try statement.step() {
      classNames[try statement.text(0)] = try statement.text(1)
    }
  }

  private mutating func readColumns(_ connection: Connection) throws {
    let statement = try connection.statement(
      sql: """
        SELECT table_name, column_name, property, storage, codec, version, oldest_version \
        FROM \(Self.columnTable)
        """)
    defer { statement.reset() }
    while try statement.step() {
      let key = ColumnKey(table: try statement.text(0), column: try statement.text(1))
      columns[key] = RecordedColumn(
        property: try statement.text(2), storage: try statement.text(3),
        codec: try statement.text(4), version: Int(statement.integer(at: 5)),
        oldestVersion: Int(statement.integer(at: 6)))
    }
  }
}

extension Statement {
  fileprivate func text(_ index: Int) throws -> String {
    do {
      // A named reader: used unnamed, it crashes the optimizer of Swift 6.3.1.
      let reader = ColumnReader(self, at: index)
      return try reader.text()
    } catch {
      throw PersistenceError(
        .corrupt, "the record of tables and columns is damaged: \(error)", sql: sql, cause: error)
    }
  }
}
