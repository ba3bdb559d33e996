import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// What tables and rows say of properties beside what is recorded.
struct FileFacts {
  typealias ColumnKey = SchemaCatalog.ColumnKey

  /// Columns in which a row has NULL, those of superclasses included where a subclass's row has it.
  var nulls: Set<ColumnKey> = []
  /// What rows get that say nothing of a column.
  let defaults: ColumnDefaults

  /// What tables say.
  init(defaults: ColumnDefaults) { self.defaults = defaults }

  /// Reads each table of a class once.
  init(_ lookup: CatalogLookup, _ connection: Connection) throws {
    defaults = try ColumnDefaults(connection)
    let catalog = lookup.catalog
    for table in catalog.records.keys.sorted() {
      guard let columns = catalog.tables[table]?.columns else { continue }
      let recorded = columns.filter { catalog.columns[ColumnKey(table: table, column: $0)] != nil }
      for start in stride(from: 0, to: recorded.count, by: Self.atOnce) {
        let end = min(start + Self.atOnce, recorded.count)
        try readRows(of: Array(recorded[start..<end]), in: table, connection)
      }
    }
    for key in nulls { nulls.formUnion(lookup.inherited(key)) }
  }

  /// SQLite has a limit on the columns of a result.
  private static let atOnce = 500

  private mutating func readRows(
    of columns: [String], in table: String, _ connection: Connection
  ) throws {
    let dialect = SQLiteDialect()
    let tests = columns.map { "max(\(dialect.quoted($0)) IS NULL)" }
    let statement = try connection.statement(
      sql: "SELECT \(tests.joined(separator: ", ")) FROM \(dialect.quoted(table))")
    defer { statement.reset() }
    guard try statement.step() else { return }
    for (position, column) in columns.enumerated() {
      guard case .integer(1) = statement.value(at: position) else { continue }
      nulls.insert(ColumnKey(table: table, column: column))
    }
  }
}

extension CatalogLookup {
  /// The columns of superclasses that are the same property's.
  fileprivate func inherited(_ key: SchemaCatalog.ColumnKey) -> [SchemaCatalog.ColumnKey] {
    let owner = catalog.classTable(of: key.table)
    return ancestors(of: owner).map { ancestor in
      let table = key.table == owner ? ancestor : ancestor + key.table.dropFirst(owner.count)
      return SchemaCatalog.ColumnKey(table: table, column: key.column)
    }
  }
}
