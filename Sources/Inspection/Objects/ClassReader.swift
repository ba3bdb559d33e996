import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// Reads the objects of one class: its own table, and for each object those of its collections.
final class ClassReader {
  let table: String
  let className: String
  private let connection: Connection
  private let columns: [Column]
  private let collections: [CollectionReader]
  /// The order of all properties.
  private let names: [String]

  /// A property in a column of the class's own table.
  private struct Column {
    let name: String
    let reading: ColumnReading
    let position: Int
    /// Where the class of a reference stands.
    let classPosition: Int?
  }

  init(_ table: String, _ catalog: SchemaCatalog, _ connection: Connection) {
    self.table = table
    self.connection = connection
    className = catalog.className(of: table)
    let existing = catalog.tables[table]?.columns ?? []
    let children = catalog.childTables(of: table)
    columns = existing.enumerated().compactMap { position, name in
      let key = SchemaCatalog.ColumnKey(table: table, column: name)
      guard let column = catalog.columns[key], !catalog.isClassColumn(key),
        children[column.property] == nil
      else { return nil }
      let beside = existing.firstIndex(of: name + "_class")
      let isBeside = catalog.isClassColumn(.init(table: table, column: name + "_class"))
      return Column(
        name: column.property, reading: ColumnReading(column, at: key), position: position,
        classPosition: isBeside ? beside : nil)
    }
    collections = children.sorted { $0.key < $1.key }.map { name, child in
      CollectionReader(
        name, child, presence: catalog.presence(of: name, in: table), catalog, connection)
    }
    names = catalog.properties(of: table).map(\.name)
  }

  private static let dialect = SQLiteDialect()

  /// Calls `body` with each object that a text behind `FROM table` selects, such as
  /// `WHERE age > 30 ORDER BY pk`.
  func forEach(_ clauses: String = "", _ body: (InspectedObject) throws -> Bool) throws {
    let table = Self.dialect.quoted(table)
    let statement = try connection.statement(sql: "SELECT * FROM \(table) \(clauses)")
    defer { statement.reset() }
    while try statement.step() {
      let cells = (0..<statement.columnCount).map { statement.value(at: $0) }
      guard try body(try object(cells)) else { return }
    }
  }

  /// The object of a key; nil if there is none.
  func object(pk: Int64) throws -> InspectedObject? {
    var found: InspectedObject?
    try forEach("WHERE pk = \(pk)") {
      found = $0
      return false
    }
    return found
  }

  private func object(_ cells: [StoredValue]) throws -> InspectedObject {
    guard case .integer(let pk)? = cells.first else {
      throw PersistenceError(
        .corrupt, "a row has no key; restore the file from a backup", context: .init(table: table))
    }
    do {
      return try InspectedObject(
        key: ObjectKey(table: table, pk: pk), className: className,
        properties: properties(pk, cells))
    } catch let error as PersistenceError {
      throw error.adding(.init(className: className, table: table, pk: pk))
    }
  }

  private func properties(
    _ pk: Int64, _ cells: [StoredValue]
  ) throws -> [InspectedObject.Property] {
    var values: [String: InspectedValue] = [:]
    for column in columns {
      let className = column.classPosition.map { cells[$0] } ?? .null
      values[column.name] = try column.reading.value(
        of: cells[column.position], className: className)
    }
    for collection in collections {
      let presence = collection.presencePosition.map { cells[$0] }
      values[collection.name] =
        presence == .null ? .null : try collection.value(of: pk)
    }
    return names.map { .init(name: $0, value: values[$0] ?? .null) }
  }
}

extension SchemaCatalog {
  /// The place of the column that tells whether a collection is nil.
  fileprivate func presence(of property: String, in table: String) -> Int? {
    let column = columns.first { key, column in
      key.table == table && column.property == property && column.codec == "collection-presence"
    }
    return column.flatMap { tables[table]?.columns.firstIndex(of: $0.key.column) }
  }
}
