import PersistentObjects
import PersistentObjectsInspection

/// Writes the rows of a collection: those of its child table, and those of the tables of nested
/// collections.
final class CollectionWriter {
  private let table: CollectionTable
  private let row: RowWriting
  private let key: ValueWriting?
  private let element: ValueWriting?
  private let inner: CollectionWriter?

  convenience init(_ name: String, _ catalog: SchemaCatalog, _ connection: Connection) throws {
    try self.init(name, depth: 1, catalog, connection)
  }

  private init(
    _ name: String, depth: Int, _ catalog: SchemaCatalog, _ connection: Connection
  ) throws {
    table = CollectionTable(name, depth: depth, catalog)
    row = try RowWriting(name, catalog, connection)
    let writing = { (reading: ValueReading) in
      let property = reading.columns.first.flatMap { catalog.columns[$0.place]?.ownProperty }
      return ValueWriting(property: property ?? name, reading, catalog)
    }
    key = table.key.map(writing)
    element = table.elementReading.map(writing)
    inner = try table.inner.map {
      try CollectionWriter($0, depth: depth + 1, catalog, connection)
    }
  }

  /// Writes a collection that does not have rows yet.
  ///
  /// - Parameter path: the key of the object, then those of the collections around this one.
  func write(_ form: InspectedValue, at path: [StoredValue]) throws {
    switch (form, key) {
    case (.list(let elements), nil):
      for (index, element) in elements.enumerated() {
        try write(element, key: nil, number: Int64(index), at: path)
      }
    case (.entries(let entries), _?):
      for entry in entries { try write(entry.value, key: entry.key, number: 0, at: path) }
    default:
      let kind = key == nil ? "a list of elements" : "entries of keys and values"
      throw PersistenceError(
        .invalidValues, "the collection is not given as \(kind)", context: .init(table: table.name))
    }
  }

  private func write(
    _ form: InspectedValue, key keyForm: InspectedValue?, number: Int64, at path: [StoredValue]
  ) throws {
    var cells = path + Array(repeating: .null, count: max(0, row.names.count - path.count))
    if let key, let keyForm {
      try key.write(keyForm, to: &cells)
    } else if table.keys.count > path.count {
      cells[path.count] = .integer(number)
    }
    let presence: InspectedValue = form == .null ? .null : .integer(1)
    try element?.write(inner == nil ? form : presence, to: &cells)
    try ColumnWriting.check(
      (key?.columns ?? []) + (element?.columns ?? []), in: cells)
    try row.insert(cells)
    if let inner, form != .null {
      try inner.write(form, at: Array(cells.prefix(table.keys.count)))
    }
  }
}
