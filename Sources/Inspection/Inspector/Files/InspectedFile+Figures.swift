package import PersistentObjects

extension InspectedFile {
  /// Measures the file. This reads each page once, and counts the rows of each table.
  public func figures() throws -> FileFigures {
    let whole = try file.measure()
    let reading = FiguresReading(self, bytes: whole.bytesByName)
    return FileFigures(
      bytes: whole.bytes, logBytes: whole.logBytes, pageSize: whole.pageSize,
      pageCount: whole.bytes / max(1, whole.pageSize), freePageCount: whole.freePageCount,
      settings: whole.settings, classes: try model.classes.map(reading.figures),
      otherTables: try reading.otherTables())
  }

  /// Returns the number of rows of a table.
  package func rowCount(of table: String) throws -> Int {
    let count = try firstValue("SELECT count(*) FROM \(connection.dialect.quoted(table))")
    return if case .integer(let count) = count { Int(count) } else { 0 }
  }

  /// Returns the first cell of the first row; NULL if there is none.
  func firstValue(_ sql: String) throws -> StoredValue { try file.firstValue(sql) }

  /// Returns all rows of a statement that has few rows.
  package func rows(_ sql: String) throws -> [[StoredValue]] { try file.rows(sql) }
}

/// Collects the figures of tables.
private struct FiguresReading {
  private let file: InspectedFile
  /// The sizes of tables and indices in bytes, by name; nil if the database cannot tell.
  private let bytes: [String: Int]?

  init(_ file: InspectedFile, bytes: [String: Int]?) { (self.file, self.bytes) = (file, bytes) }

  func figures(of model: ClassModel) throws -> ClassFigures {
    let children = file.catalog.tables.keys.filter {
      $0 != model.table && file.catalog.classTable(of: $0) == model.table
    }.sorted()
    return ClassFigures(
      name: model.name, table: try table(model.table), childTables: try children.map(table),
      codecs: ([model.table] + children).flatMap(codecs))
  }

  func otherTables() throws -> [TableFigures] {
    try file.catalog.tables.keys.filter { file.catalog.records[$0] == nil }.sorted().map(table)
  }

  private func table(_ name: String) throws -> TableFigures {
    let indices = file.catalog.tables[name]?.indices ?? []
    return TableFigures(
      name: name, rows: try file.rowCount(of: name), bytes: bytes.map { $0[name] ?? 0 },
      indices: indices.sorted().map { index in
        .init(
          name: index, bytes: bytes.map { $0[index] ?? 0 },
          isOwn: file.catalog.indices[index] != nil)
      })
  }

  private func codecs(of table: String) -> [ClassFigures.CodecUse] {
    let columns = file.catalog.columns.filter { $0.key.table == table }
    return columns.sorted { $0.key.column < $1.key.column }.map { key, column in
      ClassFigures.CodecUse(
        column: "\(table).\(key.column)", property: column.property, codec: column.description,
        isStandard: ColumnReading(table, key.column, file.catalog)?.isKnown ?? true)
    }
  }
}
