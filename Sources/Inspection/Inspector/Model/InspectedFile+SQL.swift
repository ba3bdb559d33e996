import PersistentObjects

extension InspectedFile {
  /// Returns the file's statements for the tables of all classes or of one class, for the tables of
  /// their collections, and for the indices of all of these. Each statement ends in a semicolon and
  /// begins on a new line.
  ///
  /// Throws `unsupported` for a database on a server, which does not keep statements.
  ///
  /// - Parameter className: the class or its table; nil for all.
  public func sql(of className: String? = nil) throws -> String {
    guard file is DatabaseFile else {
      throw PersistenceError(
        .unsupported,
        "the database does not keep statements; its own tools can print them, such as `pg_dump --schema-only`"
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

  /// Returns the table of a class, given by the name of the class or of the table.
  ///
  /// Throws `unknownClass`, which lists the existing classes.
  public func table(ofClass className: String) throws -> String {
    try classModel(named: className).table
  }
}

extension CatalogLookup {
  /// Returns the table of a class and those of its collections, the outer ones first.
  fileprivate func family(of table: String) -> [String] {
    var found = [table]
    var position = 0
    while position < found.count {
      // A file that another program has changed may contain cycles.
      found += children(of: found[position]).filter { !found.contains($0) }
      position += 1
    }
    return found
  }
}
