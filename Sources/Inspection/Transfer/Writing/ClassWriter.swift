import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Writes objects of one class. Each gets a row in the class's own table, and the rows of its
/// collections.
final class ClassWriter {
  private let row: RowWriting
  private let className: String
  private let values: [ValueWriting]
  private let presences: [String: Int]
  private let collections: [String: CollectionWriter]
  private let names: Set<String>
  private let defaults: [StoredValue]
  /// The keys from the least to the greatest of the written objects; nil before the first.
  private(set) var keys: ClosedRange<Int64>?

  init(
    _ table: String, _ catalog: SchemaCatalog, _ facts: FileFacts, _ connection: Connection
  ) throws {
    className = catalog.className(of: table)
    let places = catalog.places(of: table)
    row = try RowWriting(table, catalog, connection)
    values = places.filter { $0.childTable == nil }.compactMap {
      ValueWriting($0, of: table, catalog)
    }
    var presences: [String: Int] = [:]
    var collections: [String: CollectionWriter] = [:]
    for place in places {
      guard let child = place.childTable else { continue }
      presences[place.name] = place.presence.flatMap(row.names.firstIndex(of:))
      collections[place.name] = try CollectionWriter(child, catalog, connection)
    }
    (self.presences, self.collections) = (presences, collections)
    names = Set(places.map(\.name))
    defaults = row.names.map { facts.defaults[.init(table: table, column: $0)] ?? .null }
  }

  /// Writes an object that does not have a row yet.
  ///
  /// Throws `invalidValues` for a property that the class does not have, or a value that its codec
  /// cannot read, and `constraintViolated` if the key or a unique value is taken.
  func write(_ object: StoredObject) throws {
    do {
      try requireKnown(object)
      var cells = defaults
      cells[0] = .integer(object.key.pk)
      var given: [ColumnWriting] = []
      for value in values {
        guard let form = object.properties[value.property] else { continue }
        try value.write(form, to: &cells)
        given += value.columns
      }
      try ColumnWriting.check(given, in: cells)
      for (property, position) in presences {
        guard let form = object.properties[property] else { continue }
        cells[position] = form == .null ? .null : .integer(1)
      }
      try row.insert(cells)
      try writeCollections(of: object)
      include(object.key.pk)
    } catch let error as PersistenceError {
      throw error.adding(.init(className: className, table: object.key.table, pk: object.key.pk))
    }
  }

  private func include(_ pk: Int64) {
    keys = keys.map { min($0.lowerBound, pk)...max($0.upperBound, pk) } ?? pk...pk
  }

  private func writeCollections(of object: StoredObject) throws {
    // In one order each time, so that the rows are at the same places in the file.
    for property in collections.keys.sorted() {
      guard let form = object.properties[property], let collection = collections[property] else {
        continue
      }
      if form == .null, presences[property] != nil { continue }
      do {
        try collection.write(form, at: [.integer(object.key.pk)])
      } catch let error as PersistenceError {
        throw error.adding(.init(property: property))
      }
    }
  }

  private func requireKnown(_ object: StoredObject) throws {
    guard let unknown = object.properties.keys.filter({ !names.contains($0) }).min() else { return }
    throw PersistenceError(
      .invalidValues,
      "the class has no property '\(unknown)'; it has \(names.sorted().joined(separator: ", "))",
      context: .init(property: unknown))
  }
}

/// Writes a value or a reference to the cells of a row.
struct ColumnWriting {
  let property: String
  private let reading: ColumnReading
  private let catalog: SchemaCatalog

  init(property: String, _ reading: ColumnReading, _ catalog: SchemaCatalog) {
    self.property = property
    self.reading = reading
    self.catalog = catalog
  }

  /// Writes a stored form to the cells. Throws `invalidValues` if the column cannot hold it.
  func write(_ form: InspectedValue, to cells: inout [StoredValue]) throws {
    switch form {
    case .null:
      cells[reading.position] = .null
      if let position = reading.classPosition { cells[position] = .null }
    case .reference(let key):
      guard reading.isReference else { throw invalid("it cannot hold references") }
      try requireTarget(key.table)
      cells[reading.position] = .integer(key.pk)
      if let position = reading.classPosition { cells[position] = .text(key.table) }
    default:
      guard let value = form.stored else {
        throw invalid("it holds a single value, not a collection")
      }
      if reading.isReference { throw invalid("it refers to an object, but is given as a value") }
      cells[reading.position] = value
    }
  }

  /// Throws `invalidValues` if a reference cannot refer to objects in a table.
  private func requireTarget(_ table: String) throws {
    guard let target = catalog.records[table], target.owner == nil else {
      throw invalid("it refers to an object of '\(table)', which is no class of the store")
    }
    guard reading.classPosition == nil, let declared = reading.declaredTable else { return }
    if declared != table {
      throw invalid("it refers to objects in '\(declared)', not in '\(table)'")
    }
  }

  /// Throws `invalidValues` for a cell that could not be read back. Checks all columns of a row at
  /// once, since that copies the cells.
  static func check(_ columns: [ColumnWriting], in cells: [StoredValue]) throws {
    let batch = RowBatch(cells)
    try withExtendedLifetime(batch) {
      for column in columns { try column.check(batch.row) }
    }
  }

  private func check(_ row: Row) throws {
    do {
      _ = try reading.value(in: row)
    } catch let error as PersistenceError {
      throw invalid(error.message)
    }
  }

  private func invalid(_ message: String) -> PersistenceError {
    PersistenceError(
      .invalidValues, message,
      context: .init(
        property: property, table: reading.place.table, column: reading.place.column))
  }
}

/// Inserts rows into one table.
final class RowWriting {
  let table: String
  /// The names of all columns, in the order of the table.
  let names: [String]
  private let statement: Statement

  init(_ table: String, _ catalog: SchemaCatalog, _ connection: Connection) throws {
    self.table = table
    names = catalog.tables[table]?.columns ?? []
    let dialect = connection.dialect
    let list = names.map(dialect.quoted).joined(separator: ", ")
    let values = names.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
    statement = try connection.statement(
      .init("INSERT INTO \(dialect.quoted(table)) (\(list)) VALUES (\(values))"))
  }

  func insert(_ cells: [StoredValue]) throws {
    for (index, cell) in cells.enumerated() { statement.set(cell, at: index) }
    do {
      try statement.run()
    } catch let error as PersistenceError where error.code == .constraintViolated {
      throw PersistenceError(
        .constraintViolated, "the row cannot be written: \(error.message)",
        context: .init(table: table), sql: error.sql, databaseCode: error.databaseCode, cause: error
      )
    }
  }
}
