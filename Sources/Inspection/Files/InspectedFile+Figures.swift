import Foundation
import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

extension InspectedFile {
  /// Measures the file. Reads each page once, and counts the rows of each table.
  public func figures() throws -> FileFigures {
    let reading = try FiguresReading(self)
    return FileFigures(
      bytes: try number("page_size") * number("page_count"), logBytes: logBytes,
      pageSize: try number("page_size"), pageCount: try number("page_count"),
      freePageCount: try number("freelist_count"), settings: try settings(),
      classes: try model.classes.map(reading.figures), otherTables: try reading.otherTables())
  }

  private var logBytes: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? UInt64).map { Int(clamping: $0) }
  }

  private func settings() throws -> [String: String] {
    let names = [
      "journal_mode", "encoding", "auto_vacuum", "user_version", "application_id", "schema_version",
    ]
    var settings = try Dictionary(uniqueKeysWithValues: names.map { ($0, try pragma($0)) })
    if file.usesLog { settings["journal_mode"] = "wal" }
    return settings
  }

  private func number(_ pragma: String) throws -> Int { Int(try self.pragma(pragma)) ?? 0 }

  private func pragma(_ name: String) throws -> String {
    switch try firstValue("PRAGMA \(name)") {
    case .integer(let number): "\(number)"
    case .text(let text): text
    default: ""
    }
  }

  /// The number of a table's rows.
  func rowCount(of table: String) throws -> Int {
    let count = try firstValue("SELECT count(*) FROM \(SQLiteDialect().quoted(table))")
    return if case .integer(let count) = count { Int(count) } else { 0 }
  }

  /// The first cell of the first row; NULL if there is none.
  func firstValue(_ sql: String) throws -> StoredValue { try file.firstValue(sql) }

  /// All rows of a statement with few rows.
  func rows(_ sql: String) throws -> [[StoredValue]] { try file.rows(sql) }
}

/// Collects the figures of tables.
private struct FiguresReading {
  private let file: InspectedFile
  /// The bytes of tables and indices by name; nil if SQLite cannot tell.
  private let bytes: [String: Int]?

  init(_ file: InspectedFile) throws {
    self.file = file
    bytes = try Self.bytes(of: file)
  }

  private static func bytes(of file: InspectedFile) throws -> [String: Int]? {
    do {
      let rows = try file.rows("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")
      return Dictionary(
        rows.compactMap { row in
          guard case .text(let name) = row[0], case .integer(let size) = row[1] else { return nil }
          return (name, Int(size))
        }, uniquingKeysWith: +)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      return nil
    }
  }

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
