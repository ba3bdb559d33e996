import Foundation
import PersistentObjects

/// Makes objects of one class of a program from the objects of an old file.
struct LegacyObjectMaker {
  let type: any PersistentObject.Type
  let source: LegacyClass
  /// The doubts about values for which the class has no property.
  private(set) var missing: [LegacyDoubt] = []
  private let typed: LegacyTypedValue
  private var places: [Place] = []

  /// A property, and the position of its value in an object of the file.
  private struct Place {
    let property: PropertyDescription
    let column: String
    let isCollection: Bool
    let index: Int
    /// Whether the property holds objects, or collections of them.
    let refers: Bool
    /// The empty collection with which an object is made before its objects are set; nil if the
    /// property has a default, or is no collection of objects.
    let empty: Any?
    /// Whether an object cannot be made without the property.
    let isRequired: Bool
    /// Whether the property holds URLs by their absolute texts, without a base.
    let keepsNoBase: Bool

    func value(in object: LegacyObject) -> LegacyValue {
      isCollection ? object.collections[index] : object.values[index]
    }
  }

  init(_ match: LegacyClassMatch, _ source: LegacyClass, _ typed: LegacyTypedValue) {
    type = match.type
    self.source = source
    self.typed = typed
    for (index, property) in source.properties.enumerated() {
      add(property.column, index, isCollection: false, match, property.facts.valueCount)
    }
    for (index, collection) in source.collections.enumerated() {
      add(collection.column, index, isCollection: true, match, collection.rowCount)
    }
  }

  private mutating func add(
    _ column: String, _ index: Int, isCollection: Bool, _ match: LegacyClassMatch, _ count: Int64
  ) {
    let place = LegacyClassMatch.Place(name: column, isCollection: isCollection)
    guard let property = match.properties[place] else {
      if count > 0 { missing.append(noProperty(column, count)) }
      return
    }
    let refers = LegacyTypes.refer(property.valueType)
    let isNeeded = refers && !property.hasDefault
    let empty = isNeeded ? LegacyTypes.empty(property.valueType) : nil
    places.append(
      Place(
        property: property, column: column, isCollection: isCollection, index: index,
        refers: refers, empty: empty, isRequired: isNeeded && empty == nil,
        keepsNoBase: LegacyTypes.holdURLs(property.valueType)))
  }

  private func noProperty(_ column: String, _ count: Int64) -> LegacyDoubt {
    LegacyDoubt(
      .noProperty, table: source.table, column: column,
      """
      \(count) values are not imported: \(className) has no property for the column; add one, or name \
      it in the map
      """)
  }

  var className: String { type.entity.className }

  /// Whether objects have references that can be set after they are made.
  var refers: Bool { places.contains { $0.refers && !$0.isRequired } }

  // MARK: Making

  /// Returns whether an object that this one requires has not been made yet.
  func mustWait(_ object: LegacyObject) throws -> Bool {
    try places.contains { place in
      guard place.isRequired, case .reference(let reference) = place.value(in: object),
        !reference.isDangling
      else { return false }
      return try typed.object(reference) == nil
    }
  }

  /// Makes a new object with all values except the references that can be set later.
  func make(_ object: LegacyObject) throws -> any PersistentObject {
    var values = try values(of: object) { !$0.refers || $0.isRequired }
    for place in places {
      if let empty = place.empty { values[place.property.name] = empty }
    }
    do {
      return try type.init(values: values)
    } catch let error as PersistenceError where error.code == .invalidValues {
      throw PersistenceError(
        .invalidValues,
        """
        \(error.message). A property that the file does not have needs a default value, or must be \
        optional
        """,
        context: .init(className: className, table: source.table, pk: object.key), cause: error)
    }
  }

  /// Returns the references that can be set later, without those that are nil or empty.
  func references(of object: LegacyObject) throws -> [String: Any?] {
    try values(of: object) { place in
      guard place.refers, !place.isRequired else { return false }
      let value = place.value(in: object)
      return value != .null && (value.shape == nil || !value.elements.isEmpty)
    }
  }

  /// Returns the doubts about an object's URLs that lose their base.
  func doubts(about object: LegacyObject) -> [LegacyDoubt] {
    places.compactMap { place in
      guard place.keepsNoBase, place.value(in: object).hasBase else { return nil }
      return LegacyDoubt(
        .noBase, table: source.table, column: place.column, key: object.key,
        "a URL is made absolute: \(className).\(place.property.name) cannot hold its base")
    }
  }

  private func values(
    of object: LegacyObject, where isWanted: (Place) -> Bool
  ) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    for place in places where isWanted(place) {
      do {
        values[place.property.name] = try typed.value(
          place.value(in: object), as: place.property.valueType, place.property.declaredCodec)
      } catch {
        throw refused(error, place, object)
      }
    }
    return values
  }

  // MARK: Errors

  private func refused(
    _ error: any Error, _ place: Place, _ object: LegacyObject
  ) -> PersistenceError {
    PersistenceError(
      .invalidValues,
      """
      the value does not fit the property: \(PersistenceError.clause(of: error)). Give the property a \
      type that can hold it, or leave it out of the class
      """,
      context: self.place(place, object), cause: error)
  }

  /// Returns the error for objects that require each other.
  func circle(_ object: LegacyObject) -> PersistenceError {
    let waiting = places.first { place in
      guard place.isRequired, case .reference(let reference) = place.value(in: object) else {
        return false
      }
      return (try? typed.object(reference)) == nil
    }
    return PersistenceError(
      .invalidValues,
      "objects refer to each other in a cycle, so none can be made first; declare the property optional",
      context: waiting.map { self.place($0, object) } ?? .init(className: className, pk: object.key)
    )
  }

  private func place(_ place: Place, _ object: LegacyObject) -> PersistenceError.Context {
    .init(
      className: className, property: place.property.name, table: source.table,
      column: place.column, pk: object.key)
  }
}

/// The types inside a type.
private enum LegacyTypes {
  /// Returns whether a type holds persistent objects.
  static func refer(_ type: Any.Type) -> Bool {
    if type is any PersistentObject.Type || type == (any PersistentObject).self { return true }
    return (type as? any LegacyHolder.Type).map { refer($0.held) } ?? false
  }

  /// Returns whether a type holds URLs.
  static func holdURLs(_ type: Any.Type) -> Bool {
    if type == URL.self || type == NSURL.self { return true }
    return (type as? any LegacyHolder.Type).map { holdURLs($0.held) } ?? false
  }

  /// Returns the value of a type that holds nothing; nil if the type is no optional or collection.
  static func empty(_ type: Any.Type) -> Any? { (type as? any LegacyHolder.Type)?.empty }
}

/// An optional or a collection of any type.
private protocol LegacyHolder {
  static var held: Any.Type { get }
  static var empty: Any { get }
}

extension Optional: LegacyHolder {
  fileprivate static var held: Any.Type { Wrapped.self }
  fileprivate static var empty: Any { Wrapped?.none as Any }
}

extension Array: LegacyHolder {
  fileprivate static var held: Any.Type { Element.self }
  fileprivate static var empty: Any { [] as Self }
}

extension Set: LegacyHolder {
  fileprivate static var held: Any.Type { Element.self }
  fileprivate static var empty: Any { [] as Self }
}

extension Dictionary: LegacyHolder {
  fileprivate static var held: Any.Type { Value.self }
  fileprivate static var empty: Any { [:] as Self }
}
