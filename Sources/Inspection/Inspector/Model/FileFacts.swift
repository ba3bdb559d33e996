package import PersistentObjects

/// The facts about properties that come from tables and rows, in addition to the records.
package struct FileFacts {
  package typealias ColumnKey = SchemaCatalog.ColumnKey

  /// The columns in which some row has NULL. If a subclass's row has NULL, the columns of its
  /// superclasses are included.
  var nulls: Set<ColumnKey> = []
  /// The values that rows get if they have none for a column.
  package var defaults: [ColumnKey: StoredValue] = [:]
  /// The columns whose default is an expression.
  var computedDefaults: Set<ColumnKey> = []

  /// Creates an empty set of facts.
  package init() {}

  /// Reads only the defaults of columns, and no rows.
  package init(defaultsOf catalog: SchemaCatalog, _ connection: Connection) throws {
    for table in catalog.records.keys.sorted() {
      guard let columns = catalog.tables[table]?.columns else { continue }
      try readDefaults(of: columns, in: table, of: catalog, connection)
    }
  }

  /// Reads the defaults of columns, and all rows of each recorded table.
  package init(_ lookup: CatalogLookup, _ connection: Connection) throws {
    let catalog = lookup.catalog
    for table in catalog.records.keys.sorted() {
      guard let columns = catalog.tables[table]?.columns else { continue }
      let recorded = columns.filter { catalog.columns[ColumnKey(table: table, column: $0)] != nil }
      try readDefaults(of: recorded, in: table, of: catalog, connection)
      for start in stride(from: 0, to: recorded.count, by: Self.atOnce) {
        let end = min(start + Self.atOnce, recorded.count)
        try readRows(of: Array(recorded[start..<end]), in: table, connection)
      }
    }
    for key in nulls { nulls.formUnion(lookup.inherited(key)) }
  }

  /// The number of columns to read at once: SQLite limits the columns of a result.
  private static let atOnce = 500

  private mutating func readDefaults(
    of columns: [String], in table: String, of catalog: SchemaCatalog, _ connection: Connection
  ) throws {
    let names = Set(columns)
    for (column, text) in try connection.defaults(of: table) {
      let key = ColumnKey(table: table, column: catalog.whole(column))
      guard names.contains(key.column) else { continue }
      guard let value = try SQLLiteral.value(of: text) ?? typedValue(of: text, connection) else {
        computedDefaults.insert(key)
        continue
      }
      if value != .null { defaults[key] = value }
    }
  }

  /// Returns the value of a literal that is followed by a type, as PostgreSQL writes it.
  private func typedValue(of text: String, _ connection: Connection) throws -> StoredValue? {
    guard SQLLiteral.isTyped(text) else { return nil }
    let statement = try connection.statement(sql: "SELECT \(text)")
    defer { statement.reset() }
    return try statement.next()?.value(at: 0)
  }

  private mutating func readRows(
    of columns: [String], in table: String, _ connection: Connection
  ) throws {
    let dialect = connection.dialect
    let tests = columns.map { "max(CASE WHEN \(dialect.quoted($0)) IS NULL THEN 1 ELSE 0 END)" }
    let statement = try connection.statement(
      sql: "SELECT \(tests.joined(separator: ", ")) FROM \(dialect.quoted(table))")
    defer { statement.reset() }
    guard let row = try statement.next() else { return }
    for (position, column) in columns.enumerated() {
      guard case .integer(1) = row.value(at: position) else { continue }
      nulls.insert(ColumnKey(table: table, column: column))
    }
  }
}

extension CatalogLookup {
  /// Returns the columns of superclasses that belong to the same property.
  fileprivate func inherited(_ key: SchemaCatalog.ColumnKey) -> [SchemaCatalog.ColumnKey] {
    let owner = catalog.classTable(of: key.table)
    return ancestors(of: owner).map { ancestor in
      let table = key.table == owner ? ancestor : ancestor + key.table.dropFirst(owner.count)
      return SchemaCatalog.ColumnKey(table: table, column: key.column)
    }
  }
}
