package import PersistentObjects
import PersistentObjectsDriver

/// The facts about properties that come from tables and rows, in addition to the records.
package struct FileFacts {
  package typealias ColumnKey = SchemaCatalog.ColumnKey

  /// The columns in which some row has NULL, not counting rows without the value or the case of an
  /// enum that has the column as a part. If a subclass's row has NULL, the columns of its
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
      let conditions = Self.conditions(of: table, catalog)
      try readDefaults(of: recorded, in: table, of: catalog, connection)
      for start in stride(from: 0, to: recorded.count, by: Self.atOnce) {
        let end = min(start + Self.atOnce, recorded.count)
        try readRows(of: Array(recorded[start..<end]), in: table, conditions, connection)
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
    of columns: [String], in table: String, _ conditions: [String: String],
    _ connection: Connection
  ) throws {
    let dialect = connection.dialect
    let tests = columns.map { column in
      let condition = conditions[column].map { " AND \($0)" } ?? ""
      return "max(CASE WHEN \(dialect.quoted(column)) IS NULL\(condition) THEN 1 ELSE 0 END)"
    }
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

extension FileFacts {
  /// Returns the SQL of the rows that have the values which columns are parts of.
  private static func conditions(of table: String, _ catalog: SchemaCatalog) -> [String: String] {
    catalog.composites(of: table).values.reduce(into: [:]) { conditions, composite in
      add(composite, to: &conditions, nil, catalog.dialect)
    }
  }

  private static func add(
    _ composite: RecordedComposite, to conditions: inout [String: String], _ outer: String?,
    _ dialect: any Dialect
  ) {
    let own = composite.telling.map { "\(dialect.quoted($0)) IS NOT NULL" } ?? outer
    for column in [composite.presenceColumn, composite.caseColumn].compactMap(\.self) {
      conditions[column] = own
    }
    for field in composite.fields {
      let name = composite.cases?.first { composite.field(ofCase: $0)?.name == field.name }
      let ofCase = composite.caseColumn.map {
        "\(dialect.quoted($0)) = \(dialect.literal(.text(name ?? field.name)))"
      }
      switch field.content {
      case .column(let column): conditions[column] = ofCase ?? own
      case .composite(let inner):
        add(inner, to: &conditions, ofCase ?? own, dialect)
        // A case may have a value that is nil.
        if let telling = inner.telling, let ofCase { conditions[telling] = ofCase }
      }
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
