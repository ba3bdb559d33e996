// Objects made from a dictionary of values by property name.

import PersistentObjectsDriver

extension PersistentObject {
  /// Makes a new object from values by property name:
  /// `try Person(values: ["firstName": "Joe", "age": 7])`. A property without a value has its
  /// default value, or nil. An integer or a `Double` may represent a number of another type with
  /// the same value. A version is ignored, since the object is new.
  ///
  /// Throws a single `invalidValues` that lists all problems: unknown names, missing values, values
  /// of another type. The initializers of the class are not called.
  public init(values: [String: Any?]) throws {
    let entity = Self._entity
    var problems = entity.unknownNames(in: values)
    let given = entity.properties.map { property -> GivenValue in
      if property.isGiven, let value = values[property.name] {
        if let given = property.given(value) { return given }
        problems.append(property.misfit(value))
      } else {
        if let given = property.givenByDefault() { return given }
        problems.append("\(property.name) is missing")
      }
      return GivenValue()
    }
    if !problems.isEmpty { throw entity.invalidValues(problems) }
    try self.init(given: GivenValues(given), entity)
    _object.made(self)
  }

  /// Makes an object that no inverse contains yet.
  init(given: GivenValues, _ entity: EntityDescription) throws {
    var row = _RowReader(given, of: entity)
    do { try self.init(_loading: &row) } catch { throw row.failure(error) }
  }

  /// Sets properties by name. The setters of the class are not called, but the changes are noted. A
  /// version is ignored.
  ///
  /// Throws a single `invalidValues` that lists all problems; then nothing is set.
  public func setValues(_ values: [String: Any?]) throws {
    let entity = type(of: self)._entity
    var problems = entity.unknownNames(in: values)
    var given: [(index: Int, value: GivenValue)] = []
    for (index, property) in entity.properties.enumerated() {
      guard property.derived == nil, let value = values[property.name] else { continue }
      if let fitting = property.given(value) {
        given.append((index, fitting))
      } else {
        problems.append(property.misfit(value))
      }
    }
    if !problems.isEmpty { throw entity.invalidValues(problems) }
    for (index, value) in given { entity.properties[index].assign(value, to: self, at: index) }
  }
}

extension PropertyDescription {
  /// Whether a new object takes the value from the dictionary.
  fileprivate var isGiven: Bool { inverse == nil && !declaration.isVersion }

  /// Describes the problem with a value. Names only the value's type, since values may be secret.
  fileprivate func misfit(_ value: Any?) -> String {
    let given = value.map { PersistenceError.name(of: type(of: $0)) } ?? "nil"
    return "\(name) must be \(PersistenceError.name(of: valueType)), not \(given)"
  }
}

extension EntityDescription {
  /// Describes the problems with the names in a dictionary.
  fileprivate func unknownNames(in values: [String: Any?]) -> [String] {
    let known = Set(properties.filter { $0.derived == nil }.map(\.name))
    return values.keys.filter { !known.contains($0) }.sorted()
      .map { "there is no property '\($0)'" }
  }

  fileprivate func invalidValues(_ problems: [String]) -> PersistenceError {
    PersistenceError(
      .invalidValues, "the values do not fit the class: \(problems.joined(separator: "; "))",
      context: place)
  }

  /// Returns the error for a given value with which an object could not be made.
  func valueRefused(_ error: any Error, at index: Int) -> PersistenceError {
    PersistenceError(
      .invalidValues, "the object cannot be made: \(PersistenceError.clause(of: error))",
      context: .init(className: className, property: properties[index].name), cause: error)
  }
}
