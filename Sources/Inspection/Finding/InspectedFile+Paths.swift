import PersistentObjects
import PersistentObjectsEngine

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
    _ = try follow(path.steps[...], from: .reference(start), body)
  }

  /// Follows the steps. Returns false if `body` has returned false.
  private func follow(
    _ steps: ArraySlice<ObjectPath.Step>, from value: InspectedValue,
    _ body: (InspectedValue) throws -> Bool
  ) throws -> Bool {
    guard let step = steps.first else { return try deliver(value, body) }
    for next in try reached(from: value, by: step) {
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
    from value: InspectedValue, by step: ObjectPath.Step
  ) throws -> [InspectedValue] {
    switch (value, step) {
    case (.null, _): []
    case (.list(let values), .index(let index)):
      values.indices.contains(index) ? [values[index]] : []
    case (.list(let values), .property): try values.flatMap { try reached(from: $0, by: step) }
    case (.entries(let entries), .key(let key)):
      entries.filter { $0.key.isWritten(key) }.map(\.value)
    case (.entries(let entries), .index(let index)):
      entries.filter { $0.key == .integer(Int64(index)) }.map(\.value)
    case (.entries(let entries), .property(let name)):
      try fields(entries, name) ?? entries.flatMap { try reached(from: $0.value, by: step) }
    case (.object(_, let fields), .property(let name)):
      fields.filter { $0.name == name }.map(\.value)
    case (.reference(let key), .property(let name)): try property(name, of: key)
    default: throw Self.misfit(step, value)
    }
  }

  /// Returns the values of the entries with a name; nil if there are none. An archived value
  /// without a class has its properties as entries.
  private func fields(_ entries: [InspectedValue.Entry], _ name: String) -> [InspectedValue]? {
    let found = entries.filter { $0.key == .text(name) }.map(\.value)
    return found.isEmpty ? nil : found
  }

  private func property(_ name: String, of key: ObjectKey) throws -> [InspectedValue] {
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
    return [value]
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
  /// reference, until it returns false. Runs one statement for each reference that the file
  /// records.
  public func forEachReferrer(
    to target: ObjectKey, _ body: (_ referrer: ObjectKey, _ property: String) throws -> Bool
  ) throws {
    for reference in catalog.references {
      let statement = try connection.statement(sql: reference.searchText(connection.dialect))
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
}

extension RecordedReference {
  /// Returns the statement that finds the keys of the rows that refer to a row. Its parameters are
  /// the key and the table of that row.
  fileprivate func searchText(_ dialect: any Dialect) -> String {
    let declared = dialect.literal(target.map(StoredValue.text) ?? .null)
    let table = classColumn.map { "coalesce(\(dialect.quoted($0)), \(declared))" } ?? declared
    return """
      SELECT \(dialect.quoted(owner)) FROM \(dialect.quoted(self.table)) \
      WHERE \(dialect.quoted(key)) = \(dialect.placeholder(1)) AND \(table) = \(dialect.placeholder(2)) ORDER BY 1
      """
  }
}
