package import PersistentObjects
import PersistentObjectsDriver

/// The way in which the cells of a property are read.
package typealias CellReading = (ColumnReading, Row) throws -> InspectedValue

/// Reads the objects of one class: the rows of its table, and for each object those of its
/// collections.
package final class ClassReader {
  let table: String
  let className: String
  /// The SQL of the class's rows.
  private let source: String
  private let connection: Connection
  private let cell: CellReading
  /// The properties that have columns in the class's own table.
  package let values: [(name: String, reading: ValueReading)]
  package let collections: [CollectionReader]
  /// The names of all properties, in order.
  package let names: [String]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - sortsSets: whether to read equal sets of collections as equal lists.
  ///   - cell: how to read the cells; by default, as values.
  package init(
    _ table: String, _ catalog: SchemaCatalog, _ connection: Connection, sortsSets: Bool = false,
    by cell: @escaping CellReading = { try $0.value(in: $1) }
  ) {
    self.table = table
    self.connection = connection
    self.cell = cell
    source = catalog.rows(of: table)
    className = catalog.className(of: table)
    let places = catalog.places(of: table)
    values = places.filter { $0.childTable == nil }.compactMap { place in
      ValueReading(place, of: table, catalog).map { (name: place.name, reading: $0) }
    }
    let positions = catalog.tables[table]?.columns ?? []
    collections = places.compactMap { place in
      place.childTable.map {
        CollectionReader(
          place.name, $0, presence: place.presence.flatMap(positions.firstIndex(of:)),
          sortsSets: sortsSets, catalog, connection, by: cell)
      }
    }
    names = places.map(\.name)
  }

  /// Returns the rows selected by the SQL after `FROM table`, such as `WHERE age > 30 ORDER BY pk`.
  func rows(_ clauses: String = "") throws -> ClassRows {
    let statement = try connection.statement(sql: "SELECT * FROM \(source) \(clauses)")
    statement.readByAndBy()
    return ClassRows(statement, self)
  }

  /// Calls `body` with each object selected by the SQL after `FROM table`, until it returns false.
  package func forEach(
    _ clauses: String = "",
    _ body: (_ pk: Int64, _ properties: [String: InspectedValue]) throws -> Bool
  ) throws {
    let rows = try rows(clauses)
    while let row = try rows.next() { guard try body(row.pk, row.properties) else { return } }
  }

  /// Calls `body` with each row selected by the SQL after `FROM table`, until it returns false.
  package func forEachRow(_ clauses: String, _ body: (Row) throws -> Bool) throws {
    let rows = try rows(clauses)
    while let row = try rows.nextRow() { guard try body(row) else { return } }
  }

  fileprivate func read(_ row: Row) throws -> (pk: Int64, properties: [String: InspectedValue]) {
    let pk = try key(of: row)
    return (pk, try properties(pk, row))
  }

  private func key(of row: Row) throws -> Int64 {
    guard case .integer(let pk) = row[0] else {
      throw PersistenceError(
        .corrupt, "a row has no key; restore the file from a backup", context: .init(table: table))
    }
    return pk
  }

  private func properties(_ pk: Int64, _ row: Row) throws -> [String: InspectedValue] {
    do {
      var values: [String: InspectedValue] = [:]
      for (name, reading) in self.values {
        values[name] = try reading.value(in: row, by: cell)
      }
      for collection in collections {
        let isNil = collection.presencePosition.map { row.isNull(at: $0) } ?? false
        values[collection.name] = isNil ? .null : try collection.value(of: pk)
      }
      return values
    } catch let error as PersistenceError {
      throw error.adding(.init(className: className, table: table, pk: pk))
    }
  }
}

/// The objects of a class, one after another.
final class ClassRows {
  private let statement: Statement
  private let reader: ClassReader

  fileprivate init(_ statement: Statement, _ reader: ClassReader) {
    self.statement = statement
    self.reader = reader
  }

  deinit { statement.reset() }

  /// Returns the next object; nil after the last one.
  func next() throws -> (pk: Int64, properties: [String: InspectedValue])? {
    try nextRow().map(reader.read)
  }

  /// Returns the next row; nil after the last one.
  func nextRow() throws -> Row? { try statement.next() }
}

extension ClassReader {
  /// Calls `body` with each object selected by the SQL after `FROM table`, until it returns false.
  func forEachObject(
    _ clauses: String = "", _ body: (InspectedObject) throws -> Bool
  ) throws {
    try forEach(clauses) { pk, values in
      try body(
        InspectedObject(
          key: ObjectKey(table: table, pk: pk), className: className,
          properties: names.map { .init(name: $0, value: values[$0] ?? .null) }))
    }
  }

  /// Returns the object with a key; nil if there is none.
  func object(pk: Int64) throws -> InspectedObject? {
    var found: InspectedObject?
    try forEachObject("WHERE pk = \(pk)") {
      found = $0
      return false
    }
    return found
  }
}
