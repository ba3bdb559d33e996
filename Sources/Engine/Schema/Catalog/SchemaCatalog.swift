/// What the database records about the tables that this package made, beside the tables themselves.
///
///     _persistent_table(name, class_name, superclass_table, owner_table)
///     _persistent_column(table_name, column_name, property, storage, codec, version,
///       oldest_version, on_delete, deletes_targets)
///     _persistent_index(name, table_name, definition)
///     _persistent_sequence(table_name, next_pk)
///
/// `superclass_table` is the table of the class that a class inherits from, `owner_table` the one
/// that a child table belongs to. `version` is the codec version that writes the column now,
/// `oldest_version` the oldest one that rows may still hold. `on_delete` is `nullify`, `restrict` or
/// `cascade` for the key of a reference, else NULL; `deletes_targets` is 1 where what is referred to
/// goes with what refers. `next_pk` is the next primary key to be given out.
///
/// Files of earlier versions lack `_persistent_index`, two columns of `_persistent_table` and the
/// last two of `_persistent_column`.
struct SchemaCatalog: Sendable {
  var tables: [String: ExistingTable] = [:]
  var records: [String: RecordedTable] = [:]
  var columns: [ColumnKey: RecordedColumn] = [:]
  /// The indices that the engine made, by name.
  var indices: [String: RecordedIndex] = [:]
  /// The indices of a file that records none yet, whoever made them.
  private(set) var unrecordedIndices: [ExistingIndex] = []

  struct RecordedTable: Equatable {
    var className: String
    var superclass: String?
    var owner: String?
  }

  struct RecordedIndex: Equatable {
    var table: String
    /// What the index covers, see `IndexDefinition.signature`.
    var definition: String
  }

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
    /// Of the column of a reference's key: ``DeleteRule`` by its name. Nil in files that were written
    /// before it was recorded.
    var onDelete: String?
    var deletesTargets = false
  }

  static let tableTable = "_persistent_table"
  static let columnTable = "_persistent_column"
  static let indexTable = "_persistent_index"
  static let sequenceTable = "_persistent_sequence"

  /// Columns that older files lack.
  static let onDelete = "on_delete"
  static let deletesTargets = "deletes_targets"

  static let definitions: [TableDefinition] = [
    TableDefinition(
      name: tableTable,
      columns: [
        ColumnDefinition(name: "name", storage: .text, isRequired: true),
        ColumnDefinition(name: "class_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "superclass_table", storage: .text),
        ColumnDefinition(name: "owner_table", storage: .text),
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
        ColumnDefinition(name: onDelete, storage: .text),
        ColumnDefinition(name: deletesTargets, storage: .integer),
      ], primaryKey: ["table_name", "column_name"], isClustered: true),
    TableDefinition(
      name: indexTable,
      columns: [
        ColumnDefinition(name: "name", storage: .text, isRequired: true),
        ColumnDefinition(name: "table_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "definition", storage: .text, isRequired: true),
      ], primaryKey: ["name"], isClustered: true),
    TableDefinition(
      name: sequenceTable,
      columns: [
        ColumnDefinition(name: "table_name", storage: .text, isRequired: true),
        ColumnDefinition(name: "next_pk", storage: .integer, isRequired: true),
      ], primaryKey: ["table_name"], isClustered: true),
  ]

  /// The columns in which references to several tables keep which one.
  var classColumns: [ColumnKey] {
    columns.filter { key, column in
      column.codec.hasPrefix("reference(") && key.column.hasSuffix(ColumnName.classSuffix)
    }.map(\.key).sorted { ($0.table, $0.column) < ($1.table, $1.column) }
  }

  /// Whether a table is one of those about tables.
  static func isOwn(_ table: String) -> Bool { definitions.contains { $0.name == table } }

  /// Reads what a database has and what it records.
  init(_ connection: Connection) throws {
    for table in try connection.readSchema() { tables[table.name] = table }
    guard let own = tables[Self.tableTable] else { return }
    records = try Self.readTables(connection, isWhole: own.columns.contains("owner_table"))
    if tables[Self.columnTable] != nil { try readColumns(connection) }
    if tables[Self.indexTable] != nil {
      try readIndices(connection)
    } else {
      unrecordedIndices = try connection.readIndices()
    }
  }

  private static func readTables(
    _ connection: Connection, isWhole: Bool
  ) throws -> [String: RecordedTable] {
    let origin = isWhole ? "superclass_table, owner_table" : "NULL, NULL"
    let statement = try connection.statement(
      sql: "SELECT name, class_name, \(origin) FROM \(tableTable)")
    defer { statement.reset() }
    var records: [String: RecordedTable] = [:]
    while try statement.step() {
      records[try statement.text(0)] = RecordedTable(
        className: try statement.text(1), superclass: try statement.optionalText(2),
        owner: try statement.optionalText(3))
    }
    return records
  }

  /// What is recorded of the tables, in a file in which this version has used a class before.
  static func recordedTables(_ connection: Connection) throws -> [String: RecordedTable] {
    try readTables(connection, isWhole: true)
  }

  /// The tables of classes that inherit, directly or not, from those of `roots`, sorted by name.
  static func tables(
    inheritingFrom roots: Set<String>, _ records: [String: RecordedTable]
  ) -> [String] {
    records.keys.filter { table in
      var next = records[table]?.superclass
      // A file that somebody has changed may go in circles.
      var seen: Set<String> = [table]
      while let superclass = next, seen.insert(superclass).inserted {
        if roots.contains(superclass) { return true }
        next = records[superclass]?.superclass
      }
      return false
    }.sorted()
  }

  private mutating func readIndices(_ connection: Connection) throws {
    let statement = try connection.statement(
      sql: "SELECT name, table_name, definition FROM \(Self.indexTable)")
    defer { statement.reset() }
    while try statement.step() {
      indices[try statement.text(0)] = RecordedIndex(
        table: try statement.text(1), definition: try statement.text(2))
    }
  }

  private mutating func readColumns(_ connection: Connection) throws {
    let hasRules = tables[Self.columnTable]?.columns.contains(Self.deletesTargets) == true
    let rules = hasRules ? "\(Self.onDelete), \(Self.deletesTargets)" : "NULL, NULL"
    let statement = try connection.statement(
      sql: """
        SELECT table_name, column_name, property, storage, codec, version, oldest_version, \
        \(rules) FROM \(Self.columnTable)
        """)
    defer { statement.reset() }
    while try statement.step() {
      let key = ColumnKey(table: try statement.text(0), column: try statement.text(1))
      columns[key] = RecordedColumn(
        property: try statement.text(2), storage: try statement.text(3),
        codec: try statement.text(4), version: Int(statement.integer(at: 5)),
        oldestVersion: Int(statement.integer(at: 6)),
        onDelete: statement.kind(at: 7) == .null ? nil : try statement.text(7),
        deletesTargets: statement.kind(at: 8) == .integer && statement.integer(at: 8) != 0)
    }
  }
}

extension Statement {
  fileprivate func optionalText(_ index: Int) throws -> String? {
    isNull(at: index) ? nil : try text(index)
  }

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
