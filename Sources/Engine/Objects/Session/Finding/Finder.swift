// The finders that `@Persistent` declares for each property that is not a collection. They are
// called as functions; on the main actor the session can be omitted, as in
// `try Person.findByAge(7)`.

public import PersistentObjectsCodec

/// A function that finds the objects of a class by the value of one property.
///
/// ```swift
/// try Person.findByLastName("Smith", in: session)
/// // SELECT … FROM person WHERE last_name = ?1 ORDER BY pk
/// try Person.findByLastName(matching: "Sm%", in: session)
/// // SELECT … FROM person WHERE last_name LIKE ?1 ORDER BY pk
/// ```
public struct Finder<Object: PersistentObject, Value>: Sendable {
  /// The class whose objects are found: `Object` or a subclass.
  package let searched: any PersistentObject.Type
  let index: Int

  /// Creates a finder for the property at an index; called by the macro.
  public init(_ type: Object.Type, at index: Int) {
    searched = type
    self.index = index
  }

  /// Creates a finder for the property at an index of a final class; called by the macro.
  public init(at index: Int) { self.init(Object.self, at: index) }

  /// Returns the objects whose property has a value, ordered by primary key.
  public func callAsFunction(_ value: Value, in session: Session) throws -> [Object] {
    if searched == Object.self { return try Object.find(index, equals: value, in: session) }
    return try searched.find(index, equals: value, in: session).map(Self.object)
  }

  private static func object(_ found: any PersistentObject) -> Object {
    unsafeDowncast(found, to: Object.self)
  }
}

extension Finder where Value: _ColumnText {
  /// Returns the objects whose text matches a pattern: `%` stands for any characters, `_` for one
  /// character.
  public func callAsFunction(matching pattern: String, in session: Session) throws -> [Object] {
    try searched.find(index, matching: pattern, in: session).map(Self.object)
  }
}

/// A function that finds the first object of a class by the value of one property.
///
/// ```swift
/// try Person.findFirstByLastName("Smith", in: session)
/// // SELECT … FROM person WHERE last_name = ?1 ORDER BY pk LIMIT 1
/// ```
public struct FirstFinder<Object: PersistentObject, Value>: Sendable {
  let index: Int

  /// Creates a finder for the property at an index; called by the macro.
  public init(at index: Int) { self.index = index }

  /// Returns the first object, by primary key, whose property has a value, or nil.
  public func callAsFunction(_ value: Value, in session: Session) throws -> Object? {
    try Object._findFirst(at: index, value, in: session)
  }
}

/// A function that counts the objects of a class by the value of one property.
///
/// ```swift
/// try Person.countByLastName("Smith", in: session)
/// // SELECT count(*) FROM person WHERE last_name = ?1
/// ```
public struct CountFinder<Object: PersistentObject, Value>: Sendable {
  /// The class whose objects are counted: `Object` or a subclass.
  package let searched: any PersistentObject.Type
  let index: Int

  /// Creates a counter for the property at an index; called by the macro.
  public init(_ type: Object.Type, at index: Int) {
    searched = type
    self.index = index
  }

  /// Creates a counter for the property at an index of a final class; called by the macro.
  public init(at index: Int) { self.init(Object.self, at: index) }

  /// Returns the number of objects whose property has a value.
  public func callAsFunction(_ value: Value, in session: Session) throws -> Int {
    try searched.count(index, equals: value, in: session)
  }
}
