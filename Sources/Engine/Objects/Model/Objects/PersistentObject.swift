import PersistentObjectsDriver

/// A class whose objects can be saved and found; `@Persistent` adds the conformance.
///
/// ```swift
/// @Persistent final class Person {
///   var lastName: String
/// }
/// let joe = Person(lastName: "Smith")
/// try session.save(joe)
/// // INSERT INTO person (pk, last_name) VALUES (?1, ?2)
/// ```
///
/// Objects are not `Sendable`: they belong to the session that made or saved them, and to its
/// isolation. Use a `snapshot` or a ``Key`` to pass data out of a session. Equality and hashing are
/// by identity; in one session, one row is one object.
///
/// The macro writes the members with an underscore. They are not for other uses.
public protocol PersistentObject: AnyObject, SendableMetatype, Hashable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The engine's part of the object.
  var _object: _ObjectState { get }
  /// The class's description, which lives as long as the program. It is unmanaged because each find
  /// reads it, and counting references would cost as much as the rest of a find.
  static var _unretainedEntity: Unmanaged<EntityDescription> { get }
  /// The strategy for the names of the class's table and columns that no attribute states. The
  /// default is snake case. The strategy of a subclass names the subclass's own table and columns.
  static var naming: any NamingStrategy { get }
  /// Makes an object from a row.
  init(_loading row: inout _RowReader) throws
  /// Writes all properties to an INSERT statement.
  func _store(into row: inout _RowWriter) throws
}

extension PersistentObject {
  /// The primary key; nil before the first save and after a deletion.
  public var pk: Int64? { _object.hasKey ? _object.pk : nil }

  /// The state of the object in relation to the database.
  public var state: ObjectState { _object.state }

  /// Whether there is anything to save: the object is new, or has changed since it was last saved.
  public var needsSaving: Bool { _object.needsSaving }

  /// The key that finds this object in any session; nil while the object has no primary key, and
  /// for an object of a subclass that the source calls by its superclass: use ``anyKey`` for these.
  public var key: Key<Self>? {
    type(of: self)._entity === Self._entity ? pk.map(Key.init) : nil
  }

  /// The table of this class; empty for an abstract one.
  public static var tableName: String { _entity.table }

  /// The default strategy: names in snake case.
  public static var naming: any NamingStrategy { SnakeCaseNaming() }

  /// The class's description: table, properties, columns.
  public static var entity: EntityDescription { _entity }

  /// The class's description.
  public static var _entity: EntityDescription { _unretainedEntity.takeUnretainedValue() }

  /// The description of a class that is about to be used. Throws `invalidModel` for a subclass that
  /// is not marked with the macro: it has only the description of its superclass, whose rows are
  /// not objects of the subclass.
  static var ownEntity: EntityDescription {
    get throws {
      let entity = _entity
      // Not `Self`, which is the static type of a class that is known only at run time.
      if entity.type == self { return entity }
      let name = PersistenceError.name(of: self)
      throw PersistenceError(
        .invalidModel,
        """
        \(name) inherits from the persistent class \(entity.className) and has no table of its \
        own; mark it @Persistent, too
        """,
        context: .init(className: name))
    }
  }

  /// Whether both are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The class, the key and every property with its value, inherited ones first; references show
  /// their class and key, collections their elements or, while they are not loaded, `…`.
  public var description: String {
    let properties = type(of: self)._entity.properties.map { "\($0.name): \($0.describe(self))" }
    return "\(shortDescription)(\(properties.joined(separator: ", ")))"
  }

  /// The description with the object's state and the names of its changed properties.
  public var debugDescription: String {
    let changed = changedProperties
    let note = changed.isEmpty ? "" : ": \(changed.joined(separator: ", "))"
    return "\(description) [\(state)\(note)]"
  }

  /// The names of the properties that were changed since the last save, in declaration order.
  public var changedProperties: [String] {
    guard state == .changed, let context = _object.context else { return [] }
    return context.tracker.changes(of: self).map { type(of: self)._entity.properties[$0].name }
  }

  /// Whether the object's row was deleted.
  package var isDeleted: Bool { _object.phase == .deleted }

  /// The context of the object's class in its session; nil while the object has no session.
  var entityContext: EntityContext? { _object.context }

  /// The primary key, also while the row is being inserted.
  var rowKey: Int64 { _object.pk }

  /// A text such as `Person#7`, or `Person#new`.
  var shortDescription: String {
    "\(type(of: self)._entity.className)#\(pk.map(String.init) ?? "\(state)")"
  }
}

/// The primary key of a row, with its class. It represents an object outside its session.
///
/// ```swift
/// let key = joe.key!  // a Key<Person>, which is Sendable
/// try await store.transaction { session in try session.find(key)?.age += 1 }
/// // SELECT pk, last_name, age FROM person WHERE pk = ?1
/// // UPDATE person SET age = ?2 WHERE pk = ?1
/// ```
public struct Key<Object: PersistentObject>: Hashable, Sendable, Codable {
  /// The primary key.
  public let pk: Int64

  /// Creates the key of the row with a primary key.
  public init(_ pk: Int64) { self.pk = pk }

  /// Encodes the plain number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(pk)
  }

  /// Decodes a plain number.
  public init(from decoder: any Decoder) throws {
    pk = try decoder.singleValueContainer().decode(Int64.self)
  }
}
