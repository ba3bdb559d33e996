import PersistentObjects
import PersistentObjectsInspection

/// Converts objects of one class to the forms of the new store.
struct LegacyObjectStoring {
  private let translation: LegacyClassTranslation
  /// The tables of the new store, keyed by those of the old one.
  private let tables: [String: String]

  init(_ translation: LegacyClassTranslation, tables: [String: String]) {
    self.translation = translation
    self.tables = tables
  }

  /// Returns the stored form of an object. Throws `invalidValues`, with class, property, column and
  /// key, for a value that does not fit.
  func stored(_ object: LegacyObject) throws -> StoredObject {
    var stored = StoredObject(
      key: ObjectKey(table: translation.target.table, pk: object.key), properties: [:])
    for (property, model) in zip(translation.properties, translation.target.properties) {
      do {
        stored.properties[model.name] = try form(property, of: object)
      } catch let error as CodecError {
        throw refused(error, property, model, object)
      }
    }
    return stored
  }

  private func form(
    _ property: LegacyPropertyTranslation, of object: LegacyObject
  ) throws -> InspectedValue {
    switch property.source {
    case .column(let index): try form(property.form, of: object.values[index])
    case .collection(let index): try form(property.form, of: object.collections[index])
    case .objects(let index): try objects(property.form, of: object.collections[index])
    }
  }

  private func refused(
    _ error: CodecError, _ property: LegacyPropertyTranslation, _ model: PropertyModel,
    _ object: LegacyObject
  ) -> PersistenceError {
    PersistenceError(
      .invalidValues,
      """
      the value cannot be imported: \(PersistenceError.clause(of: error)). Give the column another \
      kind in a map, or repair the row in a copy of the old file
      """,
      context: .init(
        className: translation.target.name, property: model.name, table: translation.source.table,
        column: translation.column(of: property), pk: object.key),
      cause: error)
  }
}

extension LegacyClassTranslation {
  /// Returns the column of the old file, or the suffix of the child table's name.
  func column(of property: LegacyPropertyTranslation) -> String {
    switch property.source {
    case .column(let index): source.properties[index].column
    case .collection(let index), .objects(let index): source.collections[index].column
    }
  }
}

// MARK: - Values

extension LegacyObjectStoring {
  private func form(_ form: LegacyForm, of value: LegacyValue) throws -> InspectedValue {
    switch (form, value) {
    case (_, .null): .null
    case (.value(let form), _): InspectedValue(try form.stored(value))
    case (.reference, .reference(let reference)): self.reference(reference) ?? .null
    case (.reference, _): throw CodecError("a value of the form \(value.form) is not a reference")
    case (.collection(_, let element, let hasNil), _):
      try collection(value.resolved, of: element, hasNil: hasNil)
    case (.placed, _): throw CodecError("only objects have positions")
    }
  }

  /// Returns a reference; nil if the object does not exist.
  private func reference(_ reference: LegacyReference) -> InspectedValue? {
    guard !reference.isDangling, let table = tables[reference.table] else { return nil }
    return .reference(ObjectKey(table: table, pk: reference.key))
  }

  private func collection(
    _ value: LegacyValue, of element: LegacyForm, hasNil: Bool
  ) throws -> InspectedValue {
    switch value {
    case .array(let values), .set(let values):
      return .list(
        try values.compactMap { try self.element(element, of: $0, hasNil: hasNil) })
    case .dictionary(let entries):
      var keys = LegacyKeys()
      return .entries(
        try entries.compactMap { entry in
          try self.element(element, of: entry.value, hasNil: hasNil).map {
            .init(key: .text(keys.text(of: entry.key)), value: $0)
          }
        })
    default: throw CodecError("a value of the form \(value.form) is not a collection")
    }
  }

  /// Returns an element; nil for one to leave out, which is an object in a collection of values, or
  /// an object that was deleted.
  private func element(
    _ form: LegacyForm, of value: LegacyValue, hasNil: Bool
  ) throws -> InspectedValue? {
    if case .reference(let reference) = value {
      if case .reference = form { return self.reference(reference) }
      return hasNil ? .null : nil
    }
    let value = value.resolvedWhere(form)
    if case .null = value, !hasNil { return nil }
    return try self.form(form, of: value)
  }

  /// Returns only the objects among the elements.
  private func objects(_ form: LegacyForm, of value: LegacyValue) throws -> InspectedValue {
    switch (form, value) {
    case (.placed, .array(let elements)):
      .entries(
        elements.enumerated().compactMap { index, element in
          object(element).map { .init(key: .integer(Int64(index)), value: $0) }
        })
    case (_, .dictionary(let entries)): objects(entries)
    default: .list(value.elements.compactMap(object))
    }
  }

  private func objects(_ entries: [LegacyEntry]) -> InspectedValue {
    var keys = LegacyKeys()
    return .entries(
      entries.compactMap { entry in
        object(entry.value).map { .init(key: .text(keys.text(of: entry.key)), value: $0) }
      })
  }

  private func object(_ value: LegacyValue) -> InspectedValue? {
    if case .reference(let reference) = value { self.reference(reference) } else { nil }
  }
}

extension LegacyValue {
  /// Returns the contents of an archive, unless the form is an archive.
  fileprivate func resolvedWhere(_ form: LegacyForm) -> LegacyValue {
    switch form {
    case .value(.archive): if case .null = resolved { .null } else { self }
    default: resolved
    }
  }
}

/// The keys of one dictionary as texts. The original wrote only texts; any other key gets a unique
/// text.
private struct LegacyKeys {
  private var taken: Set<[UInt8]> = []
  /// The next number of each text that occurred before. Counting from 2 for each key would take
  /// quadratic time.
  private var numbers: [[UInt8]: Int] = [:]

  mutating func text(of key: LegacyValue) -> String {
    let text = if case .text(let text) = key { text } else { "\(key.form)" }
    let bytes = Array(text.utf8)
    var found = text
    while !taken.insert(Array(found.utf8)).inserted {
      let number = numbers[bytes, default: 2]
      found = "\(text) \(number)"
      numbers[bytes] = number + 1
    }
    return found
  }
}
