import PersistentObjects
import PersistentObjectsDriver

extension InspectedFile {
  /// Calls `body` with the objects or values at the end of a path, until it returns false. A path
  /// through nil or an empty collection leads to none.
  ///
  /// Throws `objectNotFound` if the path's first object does not exist, `unknownClass` if the file
  /// records no class of that name, and `invalidQuery` for a property that an object on the path
  /// does not have.
  public func follow(_ path: ObjectPath, _ body: (InspectedValue) throws -> Bool) throws {
    let table = try classModel(named: path.className).table
    let start = ObjectKey(table: table, pk: path.pk)
    guard try object(start) != nil else {
      throw PersistenceError(
        .objectNotFound, "there is no \(path.className) with the key \(path.pk)",
        context: .init(className: path.className, table: table, pk: path.pk))
    }
    _ = try follow(path.steps[...], from: PathValue(value: .reference(start)), body)
  }

  /// Follows the steps. Returns false if `body` has returned false.
  private func follow(
    _ steps: ArraySlice<ObjectPath.Step>, from place: PathValue,
    _ body: (InspectedValue) throws -> Bool
  ) throws -> Bool {
    guard let step = steps.first else { return try deliver(place.value, body) }
    for next in try reached(from: place, by: step) {
      guard try follow(steps.dropFirst(), from: next, body) else { return false }
    }
    return true
  }

  /// Calls `body` with a value. If a path ends at a collection, its elements are passed one by one.
  private func deliver(
    _ value: InspectedValue, _ body: (InspectedValue) throws -> Bool
  ) throws -> Bool {
    switch value {
    case .null: return true
    case .list(let values): return try values.allSatisfy { try deliver($0, body) }
    case .entries(let entries): return try entries.allSatisfy { try deliver($0.value, body) }
    default: return try body(value)
    }
  }

  private func reached(
    from place: PathValue, by step: ObjectPath.Step
  ) throws -> [PathValue] {
    switch (place.value, step) {
    case (.null, _): []
    case (.list(let values), .index(let index)):
      values.indices.contains(index) ? [place.inside(values[index])] : []
    case (.list(let values), .property):
      try values.flatMap { try reached(from: place.inside($0), by: step) }
    case (.entries(let entries), .key(let key)):
      entries.filter { $0.key.isWritten(key) }.map { place.inside($0.value) }
    case (.entries(let entries), .index(let index)):
      entries.filter { $0.key.isNumber(index) }.map { place.inside($0.value) }
    case (.entries(let entries), .property(let name)):
      try place.fields(name)
        ?? entries.flatMap { try reached(from: place.inside($0.value), by: step) }
    case (.object(_, let fields), .property(let name)):
      fields.filter { $0.name == name }.map { PathValue(value: $0.value) }
    case (.reference(let key), .property(let name)): try property(name, of: key)
    default: throw Self.misfit(step, place.value)
    }
  }

  private func property(_ name: String, of key: ObjectKey) throws -> [PathValue] {
    guard let object = try object(key) else { return [] }
    guard let value = object[name] else {
      throw PersistenceError(
        .invalidQuery,
        """
        \(object.className) has no property '\(name)'; it has \
        \(object.properties.map(\.name).joined(separator: ", "))
        """,
        context: .init(className: object.className, property: name, table: key.table, pk: key.pk))
    }
    let collection = try reader(ofTable: key.table).collections.first { $0.name == name }
    return [PathValue(value: value, collections: collection?.level.levels ?? 0)]
  }

  private static func misfit(_ step: ObjectPath.Step, _ value: InspectedValue) -> PersistenceError {
    let text =
      switch step {
      case .property(let name): ".\(name)"
      case .index(let index): "[\(index)]"
      case .key(let key): "[\"\(key)\"]"
      }
    return PersistenceError(.invalidQuery, "the step '\(text)' cannot be taken from \(value)")
  }

  // MARK: Referrers

  /// Calls `body` with each object that refers to an object, and with the property that holds the
  /// reference, until it returns false. An object is passed once for each property, even if a
  /// collection has several such elements. Runs one statement for each reference that the file
  /// records.
  public func forEachReferrer(
    to target: ObjectKey, _ body: (_ referrer: ObjectKey, _ property: String) throws -> Bool
  ) throws {
    for reference in catalog.references {
      let statement = try connection.statement(sql: reference.searchText(in: catalog))
      defer { statement.reset() }
      statement.set(.integer(target.pk), at: 0)
      statement.set(.text(target.table), at: 1)
      while let row = try statement.next() {
        let key = ObjectKey(table: reference.ownerTable, pk: row.integer(at: 0))
        guard try body(key, reference.property) else { return }
      }
    }
  }
}

extension InspectedValue {
  /// Returns whether a dictionary's key is written like this in a path.
  fileprivate func isWritten(_ text: String) -> Bool {
    switch self {
    case .text(let key), .time(let key), .number(let key): key == text
    default: description == text
    }
  }

  /// Returns whether a dictionary's key is a number.
  fileprivate func isNumber(_ number: Int) -> Bool {
    self == .integer(Int64(number)) || self == .number("\(number)")
  }
}

/// A value to which a path leads.
private struct PathValue {
  let value: InspectedValue
  /// The number of collections, this one and those inside, that are in child tables. All others are
  /// parts of an archived value.
  var collections = 0

  /// Returns an element of the collection.
  func inside(_ element: InspectedValue) -> PathValue {
    PathValue(value: element, collections: max(collections - 1, 0))
  }

  /// Returns the field with a name; nil if there is none. An archived value without a class has its
  /// fields as entries, which those of a dictionary in a child table are not.
  func fields(_ name: String) -> [PathValue]? {
    guard case .entries(let entries) = value, collections == 0 else { return nil }
    let found = entries.filter { $0.key.text == name }.map { inside($0.value) }
    return found.isEmpty ? nil : found
  }
}

extension CollectionLevel {
  /// The number of levels, from this one inwards.
  fileprivate var levels: Int { 1 + (inner?.levels ?? 0) }
}

extension RecordedReference {
  /// Returns the statement that finds the keys of the rows that refer to a row. Its parameters are
  /// the key and the table of that row.
  fileprivate func searchText(in catalog: SchemaCatalog) -> String {
    let dialect = catalog.dialect
    let declared = dialect.literal(target.map(StoredValue.text) ?? .null)
    let table = classColumn.map { "coalesce(\(dialect.quoted($0)), \(declared))" } ?? declared
    return """
      SELECT DISTINCT \(dialect.quoted(owner)) FROM \(catalog.rows(of: self.table)) \
      WHERE \(dialect.quoted(key)) = \(dialect.placeholder(1)) AND \(table) = \(dialect.placeholder(2)) ORDER BY 1
      """
  }
}
