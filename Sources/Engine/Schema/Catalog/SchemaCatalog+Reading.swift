// Reads the records. All contents are checked once, here, so that no later code encounters a number
// out of range, an invalid text, or a missing column.

import PersistentObjectsCodec
package import PersistentObjectsConnections
import PersistentObjectsDriver

extension SchemaCatalog {
  /// Creates a catalog by reading the tables of a database and the records about them.
  ///
  /// Throws `corrupt` if the records are not in this package's form.
  package init(_ connection: Connection) throws {
    self.init(dialect: connection.dialect)
    for found in try connection.base.readSchema() {
      let table = Tenancy.withoutTenants(found)
      if tables.updateValue(table, forKey: table.name) != nil { ambiguousTables.insert(table.name) }
    }
    try requireTenancy(connection)
    guard tables[Self.tableTable] != nil else { return }
    for definition in Self.definitions + [Self.formerNameDefinition] {
      try requireColumns(of: definition)
    }
    records = try Self.readTables(connection, in: tables)
    try readColumns(connection)
    try readFormerNames(connection)
    try readIndices(connection)
    restoreNames(connection.character)
  }

  /// Returns the tables of one layout, and its version. Without a snapshot, others may change
  /// tables between the statements that read them: then they are read again.
  ///
  /// - Parameter version: the present version; nil if the driver cannot tell it.
  package static func ofOneLayout(
    on connection: Connection, from version: Int64?
  ) throws -> (SchemaCatalog, version: Int64?) {
    var version = version
    while true {
      let catalog = try SchemaCatalog(connection)
      let next = try connection.layoutVersion()
      if next == version { return (catalog, version) }
      version = next
    }
  }

  /// Returns the records of the tables, for a file that the use of a class has brought up to date.
  package static func recordedTables(_ connection: Connection) throws -> [String: RecordedTable] {
    try readTables(connection, in: nil)
  }

  /// Returns the recorded names of the properties and columns for each class's table, including
  /// those of its collections.
  package static func recordedProperties(
    _ connection: Connection, tables: [String: RecordedTable]
  ) throws -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    let columns = ["table_name", "column_name", "property"]
    try RecordRow.forEach(of: columnTable, columns: columns, on: connection) { row in
      let table = try row.text(0)
      let owner = tables[table]?.owner ?? table
      names[owner, default: []].formUnion([try row.text(1), try row.text(2)])
    }
    return names
  }

  /// Throws if a required column is missing. Older files lack columns that may be NULL; all others
  /// are in every file.
  private func requireColumns(of definition: TableDefinition) throws {
    guard let table = tables[definition.name] else { return }
    for column in definition.columns.filter(\.isRequired)
    where !table.columns.contains(column.name) {
      throw RecordRow.damage("it has no column '\(column.name)'", in: definition.name)
        .adding(.init(table: definition.name))
    }
  }

  /// Calls `body` with each row of a metadata table. Columns that an older file lacks are NULL.
  ///
  /// - Parameter tables: the tables of the file; nil for a file that is up to date.
  private static func forEachRow(
    of definition: TableDefinition, in tables: [String: ExistingTable]?, _ connection: Connection,
    _ body: (RecordRow) throws -> Void
  ) throws {
    let names = definition.columns.map(\.name)
    let existing = tables.map { $0[definition.name]?.columns ?? [] } ?? names
    if existing.isEmpty { return }
    try RecordRow.forEach(
      of: definition.name, columns: names.map { existing.contains($0) ? $0 : "NULL" },
      on: connection, body)
  }

  private static func readTables(
    _ connection: Connection, in tables: [String: ExistingTable]?
  ) throws -> [String: RecordedTable] {
    var records: [String: RecordedTable] = [:]
    try forEachRow(of: tableDefinition, in: tables, connection) { row in
      records[try row.text(0)] = RecordedTable(
        className: try row.text(1), superclass: try row.optionalText(2),
        owner: try row.optionalText(3))
    }
    return records
  }

  private mutating func readIndices(_ connection: Connection) throws {
    guard tables[Self.indexTable] != nil else {
      return unrecordedIndices = try connection.base.readIndices().map(Tenancy.withoutTenants)
    }
    try Self.forEachRow(of: Self.indexDefinition, in: tables, connection) { row in
      indices[try row.text(0)] = RecordedIndex(
        table: try row.text(1), definition: try row.text(2))
    }
  }

  private mutating func readFormerNames(_ connection: Connection) throws {
    try Self.forEachRow(of: Self.formerNameDefinition, in: tables, connection) { row in
      let (table, column) = (try row.text(0), try row.text(1))
      if column.isEmpty {
        formerNames[ColumnKey(table: try row.text(2), column: "")] = table
      } else {
        formerNames[ColumnKey(table: table, column: try row.text(2))] = column
      }
    }
  }

  private mutating func readColumns(_ connection: Connection) throws {
    columns.reserveCapacity(tables.values.reduce(0) { $0 + $1.columns.count })
    let hasValues = tables[Self.columnTable]?.columns.contains(Self.partOf) == true
    let definition = Self.columnDefinition(ofValues: hasValues)
    try Self.forEachRow(of: definition, in: tables, connection) { row in
      let key = ColumnKey(table: try row.text(0), column: try row.text(1))
      do {
        columns[key] = try RecordedColumn(row)
      } catch let error as PersistenceError {
        throw error.adding(.init(table: key.table, column: key.column))
      }
    }
  }
}

extension SchemaCatalog.RecordedColumn {
  /// The maximum number of versions of a column. The codec is asked about each version from the
  /// oldest to the current one, so their number must be bounded.
  private static let mostVersions = 1_000_000

  fileprivate init(_ row: RecordRow) throws {
    let version = try row.integer(5, in: CodecIdentifier.versions)
    let oldest = max(1, version - Self.mostVersions + 1)
    self.init(
      property: try row.text(2), storage: try row.name(3, of: StorageClass.self),
      codec: try row.text(4), version: version,
      oldestVersion: try row.integer(6, in: oldest...version),
      onDelete: row.isNull(7) ? nil : try row.name(7, of: DeleteRule.self),
      deletesTargets: row.isNull(8) ? false : try row.integer(8, in: 0...1) == 1,
      values: try row.optionalText(9))
  }
}
