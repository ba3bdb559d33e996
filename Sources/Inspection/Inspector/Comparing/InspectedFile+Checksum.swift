import PersistentObjects
import PersistentObjectsDriver

extension InspectedFile {
  /// Returns the checksum of the file's contents, or of one class's objects. Runs one statement for
  /// each table, and one for each set of collections around its rows, in constant memory.
  ///
  /// Throws `unknownClass` if the file records no class of that name, or several.
  ///
  /// - Parameters:
  ///   - className: the class; nil for the whole file.
  ///   - progress: called with the number of rows hashed so far, and the number of all rows, which
  ///     are counted first; its errors end the hashing.
  public func checksum(
    of className: String? = nil, progress: ((_ done: Int, _ total: Int) throws -> Void)? = nil
  ) throws -> ContentChecksum {
    let wanted = try className.map { try classModel(named: $0).table }
    let tables = catalog.records.keys.sorted().filter { table in
      catalog.tables[table] != nil && (wanted == nil || catalog.classTable(of: table) == wanted)
    }
    let total = progress == nil ? 0 : try tables.reduce(0) { try $0 + rowCount(of: $1) }
    var rows = RowProgress(total: total) { try progress?($0, $1) }
    var checksum = ContentChecksum()
    for table in tables { try add(table, to: &checksum, &rows) }
    return checksum
  }

  private func add(
    _ table: String, to checksum: inout ContentChecksum, _ progress: inout RowProgress
  ) throws {
    let dialect = connection.dialect
    let columns = contentColumns(of: table)
    // Read in the order of the key, so that the elements of one array are adjacent.
    let keys = (catalog.tables[table]?.columns ?? []).filter { isKey($0, of: table) }
    let members = try memberRanks(of: table, columns, keys)
    let statement = try connection.statement(
      sql: """
        SELECT \(columns.map { expression($0, table) }.joined(separator: ", ")) \
        FROM \(dialect.quoted(table)) \
        ORDER BY \(keys.map(dialect.quoted).joined(separator: ", "))
        """)
    defer { statement.reset() }
    statement.readByAndBy()
    var ranks = ArrayRanks(of: ownIndex(of: table, keys), columns: columns, keys: keys)
    while let row = try statement.next() {
      var hash = RowHash(table: table)
      ranks.move(to: row)
      for (index, column) in columns.enumerated() {
        let member = try members[index]?.rank(of: row).map(Cell.integer)
        hash.add(column, member ?? ranks.rank(of: row[index], at: index))
      }
      checksum.add(hash)
      try progress.countRow()
    }
  }

  /// Returns the SQL of the part of a column that is hashed.
  private func expression(_ column: String, _ table: String) -> String {
    let key = SchemaCatalog.ColumnKey(table: table, column: column)
    return catalog.isClassColumn(key) ? className(key) : connection.dialect.quoted(column)
  }

  /// Returns the SQL of a reference's class. A reference without a recorded table refers to the
  /// declared class.
  private func className(_ key: SchemaCatalog.ColumnKey) -> String {
    let dialect = connection.dialect
    let column = dialect.quoted(key.column)
    guard let codec = catalog.columns[key]?.codec,
      let declared = CodecIdentifier.target(ofReference: codec)
    else { return column }
    let reference = dialect.quoted(String(key.column.dropLast(ColumnName.classSuffix.count)))
    return "CASE WHEN \(reference) IS NULL THEN \(column) "
      + "ELSE coalesce(\(column), \(dialect.literal(.text(declared)))) END"
  }

  /// Returns the ranks of the collections in sets, by the position of the column that identifies
  /// them. They are hashed instead of the numbers in these columns.
  private func memberRanks(
    of table: String, _ columns: [String], _ keys: [String]
  ) throws -> [Int: MemberRanks] {
    let dialect = connection.dialect
    var ranks: [Int: MemberRanks] = [:]
    for (place, key) in keys.enumerated() where key.hasPrefix(ColumnName.member) {
      guard let index = columns.firstIndex(of: key) else { continue }
      let path = keys.prefix(place + 1)
      let names = path.map(dialect.quoted).joined(separator: ", ")
      let outer = dialect.quoted(outerTable(of: table, having: key))
      ranks[index] = try MemberRanks(
        "SELECT \(names) FROM \(outer) ORDER BY \(names)",
        positions: path.compactMap { columns.firstIndex(of: $0) }, connection)
    }
    return ranks
  }

  /// Returns the column of the positions in the arrays of a table; nil if it has none. In the table
  /// of sets that are elements of an array, the last key is the position of a whole set.
  private func ownIndex(of table: String, _ keys: [String]) -> String? {
    guard let last = keys.last, last.hasPrefix(ColumnName.index) else { return nil }
    return outerTable(of: table, having: last) == table ? last : nil
  }

  /// Returns the outermost table that has a column, among a table and those around it.
  private func outerTable(of table: String, having column: String) -> String {
    var outer = table
    // A file that another program has changed may contain cycles.
    var seen: Set<String> = [table]
    while let owner = catalog.records[outer]?.owner, catalog.isChild(owner),
      seen.insert(owner).inserted, catalog.tables[owner]?.columns.contains(column) == true
    {
      outer = owner
    }
    return outer
  }

  /// Returns the columns that hold contents of objects, in the order of their names.
  private func contentColumns(of table: String) -> [String] {
    (catalog.tables[table]?.columns ?? []).filter { column in
      isKey(column, of: table) || catalog.columns[.init(table: table, column: column)] != nil
    }.sorted()
  }

  /// Whether a column is part of the key. In the table of a class, a property's column may have the
  /// name of a collection's key.
  private func isKey(_ column: String, of table: String) -> Bool {
    column == ColumnName.pk || catalog.isChild(table) && ColumnName.isRowKey(column)
  }
}
