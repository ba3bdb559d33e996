import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// Reads the objects of one class: its own table, and for each object those of its collections.
final class ClassReader {
  let table: String
  let className: String
  private let connection: Connection
  /// The properties in columns of the class's own table.
  let columns: [(name: String, reading: ColumnReading)]
  let collections: [CollectionReader]
  /// The order of all properties.
  private let names: [String]

  init(_ table: String, _ catalog: SchemaCatalog, _ connection: Connection) {
    self.table = table
    self.connection = connection
    className = catalog.className(of: table)
    let children = catalog.childTables(of: table)
    columns = (catalog.tables[table]?.columns ?? []).compactMap { column in
      let key = SchemaCatalog.ColumnKey(table: table, column: column)
      guard let property = catalog.columns[key]?.property, children[property] == nil else {
        return nil
      }
      return ColumnReading(table, column, catalog).map { (property, $0) }
    }
    collections = children.sorted { $0.key < $1.key }.map { name, child in
      CollectionReader(
        name, child, presence: catalog.presence(of: name, in: table), catalog, connection)
    }
    names = catalog.properties(of: table).map(\.name)
  }

  private static let dialect = SQLiteDialect()

  /// Calls `body` with each object that a text behind `FROM table` selects, such as
  /// `WHERE age > 30 ORDER BY pk`, until it returns false.
  func forEach(_ clauses: String = "", _ body: (InspectedObject) throws -> Bool) throws {
    try forEachRow(clauses) { try body(try object($0)) }
  }

  /// Calls `body` with each row that such a text selects, until it returns false.
  func forEachRow(_ clauses: String, _ body: (Cells) throws -> Bool) throws {
    let table = Self.dialect.quoted(table)
    let statement = try connection.statement(sql: "SELECT * FROM \(table) \(clauses)")
    defer { statement.reset() }
    while try statement.step() { guard try body(statement) else { return } }
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

  private func object(_ row: Cells) throws -> InspectedObject {
    guard case .integer(let pk) = row.cell(at: 0) else {
      throw PersistenceError(
        .corrupt, "a row has no key; restore the file from a backup", context: .init(table: table))
    }
    do {
      return try InspectedObject(
        key: ObjectKey(table: table, pk: pk), className: className, properties: properties(pk, row))
    } catch let error as PersistenceError {
      throw error.adding(.init(className: className, table: table, pk: pk))
    }
  }

  private func properties(_ pk: Int64, _ row: Cells) throws -> [InspectedObject.Property] {
    var values: [String: InspectedValue] = [:]
    for (name, reading) in columns { values[name] = try reading.value(in: row) }
    for collection in collections {
      let isNil = collection.presencePosition.map { row.isNull(at: $0) } ?? false
      values[collection.name] = isNil ? .null : try collection.value(of: pk)
    }
    return names.map { .init(name: $0, value: values[$0] ?? .null) }
  }
}

extension SchemaCatalog {
  /// The place of the column that tells whether a collection is nil.
  func presence(of property: String, in table: String) -> Int? {
    let column = columns.first { key, column in
      key.table == table && column.property == property
        && column.codec == CodecIdentifier.presence.name
    }
    return column.flatMap { tables[table]?.columns.firstIndex(of: $0.key.column) }
  }
}
