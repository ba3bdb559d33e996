// Objects made from a dictionary of values by property name.

import PersistentObjectsDriver

extension PersistentObject {
  /// Makes a new object from values by property name:
  /// `try Person(values: ["firstName": "Joe", "age": 7])`. A property without a value has its
  /// default value, or nil. An integer or a `Double` may represent a number of another type with
  /// the same value. A field of a value in several columns is named by its path, `home.city`, and
  /// replaces that of the value given for `home`, or of its default value. A version is ignored,
  /// since the object is new.
  ///
  /// Throws a single `invalidValues` that lists all problems: unknown names, missing values, values
  /// of another type. The initializers of the class are not called.
  public init(values: [String: Any?]) throws {
    let entity = Self._entity
    var problems = entity.unknownNames(in: values)
    let given = entity.properties.map { property -> GivenValue in
      let own = property.isGiven ? property.given(values, in: nil, &problems) : nil
      if let own { return own }
      if let given = property.givenByDefault() { return given }
      if values[property.name] == nil { problems.append("\(property.name) is missing") }
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

  /// Sets properties by name, and fields of values by their paths: `["age": 7, "home.city":
  /// "Rome"]`. The setters of the class are not called, but the changes are noted. A version is
  /// ignored.
  ///
  /// Throws a single `invalidValues` that lists all problems; then nothing is set.
  public func setValues(_ values: [String: Any?]) throws {
    let entity = type(of: self)._entity
    var problems = entity.unknownNames(in: values)
    var given: [(index: Int, value: GivenValue)] = []
    for (index, property) in entity.properties.enumerated() {
      guard property.derived == nil else { continue }
      if let fitting = property.given(values, in: self, &problems) {
        given.append((index, fitting))
      }
    }
    if !problems.isEmpty { throw entity.invalidValues(problems) }
    for (index, value) in given { entity.properties[index].assign(value, to: self, at: index) }
  }
}

extension PropertyDescription {
  /// Returns the value that a dictionary has for the property, with the fields that it names; nil
  /// if it has none, or if it does not fit. Adds what does not to `problems`.
  fileprivate func given(
    _ values: [String: Any?], in object: AnyObject?, _ problems: inout [String]
  ) -> GivenValue? {
    var result: GivenValue?
    if let value = values[name] {
      result = given(value)
      if result == nil { problems.append(misfit(value)) }
    }
    let ofFields = values.keys.filter { $0.hasPrefix("\(name).") }.sorted()
    for key in ofFields {
      let path = key.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
      let whole = result ?? object.flatMap { given($0) }
      guard let value = values[key], let replaced = given(path.map(String.init), value, in: whole)
      else {
        problems.append(
          "\(key) is no field that can be set, the value has another type, or \(name) has no value")
        continue
      }
      result = replaced
    }
    return result
  }

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
    func isKnown(_ name: String) -> Bool {
      known.contains(name)
        || name.firstIndex(of: ".").map { known.contains(String(name[..<$0])) } == true
    }
    return values.keys.filter { !isKnown($0) }.sorted()
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
