import PersistentObjects
import PersistentObjectsEngine

extension InspectedFile {
  /// The file's statements for the tables of all classes or of one, for those of its collections,
  /// and for their indices; each with a semicolon and on its own line.
  ///
  /// Throws `unsupported` for a database on a server, which keeps no statements.
  ///
  /// - Parameter className: the class, or its table; nil for all.
  public func sql(of className: String? = nil) throws -> String {
    guard file is DatabaseFile else {
      throw PersistenceError(
        .unsupported,
        "the database keeps no statements; its own tools print some, such as `pg_dump --schema-only`"
      )
    }
    let lookup = CatalogLookup(catalog)
    let tables = try className.map { [try table(ofClass: $0)] } ?? lookup.classTables
    var statements: [String: [String]] = [:]
    let statement = try connection.statement(
      sql: """
        SELECT tbl_name, sql FROM sqlite_schema \
        WHERE type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type = 'index', name
        """)
    defer { statement.reset() }
    while let row = try statement.next() {
      guard case .text(let table) = row.value(at: 0),
        case .text(let sql) = row.value(at: 1)
      else { continue }
      statements[table, default: []].append(sql + ";\n")
    }
    return tables.flatMap { lookup.family(of: $0) }.flatMap { statements[$0] ?? [] }.joined()
  }

  /// The table of a class, by the class's name or its own.
  ///
  /// Throws `unknownClass`, with the existing classes.
  public func table(ofClass className: String) throws -> String {
    try classModel(named: className).table
  }
}

extension CatalogLookup {
  /// The table of a class and those of its collections, the outer ones first.
  fileprivate func family(of table: String) -> [String] {
    var found = [table]
    var position = 0
    while position < found.count {
      // A file that another program has changed may have cycles.
      found += children(of: found[position]).filter { !found.contains($0) }
      position += 1
    }
    return found
  }
}
