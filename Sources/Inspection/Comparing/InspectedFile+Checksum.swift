import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

extension InspectedFile {
  /// The checksum of what the file holds, or of what it holds of one class. One statement for each table;
  /// in constant memory.
  ///
  /// Throws `unknownClass` where the file records no class of the name.
  public func checksum(of className: String? = nil) throws -> ContentChecksum {
    let wanted = try className.map { try reader(of: $0).table }
    var checksum = ContentChecksum()
    for table in catalog.records.keys.sorted() where catalog.tables[table] != nil {
      guard wanted == nil || catalog.classTable(of: table) == wanted else { continue }
      try add(table, to: &checksum)
    }
    return checksum
  }

  private func add(_ table: String, to checksum: inout ContentChecksum) throws {
    let dialect = SQLiteDialect()
    let columns = contentColumns(of: table)
    // In the order of the key, by which elements of one array stand together.
    let keys = (catalog.tables[table]?.columns ?? []).filter(Self.isKey)
    let statement = try connection.statement(
      sql: """
        SELECT \(columns.map(dialect.quoted).joined(separator: ", ")) FROM \(dialect.quoted(table)) \
        ORDER BY \(keys.map(dialect.quoted).joined(separator: ", "))
        """)
    defer { statement.reset() }
    var ranks = ArrayRanks(columns: columns, keys: keys)
    while try statement.step() {
      var row = RowHash(table: table)
      ranks.move(to: statement)
      for (index, column) in columns.enumerated() {
        let cell = statement.cell(at: index)
        row.add(column, ranks.rank(of: cell, at: index))
      }
      checksum.add(row)
    }
  }

  /// The columns that say something of objects, in the order of their names.
  private func contentColumns(of table: String) -> [String] {
    (catalog.tables[table]?.columns ?? []).filter { column in
      Self.isKey(column) || catalog.columns[.init(table: table, column: column)] != nil
    }.sorted()
  }

  private static func isKey(_ column: String) -> Bool {
    column == ColumnName.pk || ColumnName.isRowKey(column)
  }
}
