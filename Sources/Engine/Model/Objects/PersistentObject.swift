/// A class whose objects can be saved and found; `@Persistent` adds the conformance.
///
/// Objects are not `Sendable`: they belong to the session that made or saved them, and to its
/// isolation. Use a `snapshot` or a ``Key`` to pass data out of a session. Equality and hash are by
/// identity; in one session one row is one object.
///
/// The members with an underscore are written by the macro and are not for other uses.
public protocol PersistentObject: AnyObject, SendableMetatype, Hashable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The engine's part of the object.
  var _object: _ObjectState { get }
  /// The class's description, which lives as long as the program. Each find reads it, and counting
  /// references would cost as much as all the rest of a find.
  static var _unretainedEntity: Unmanaged<EntityDescription> { get }
  /// The strategy for the names of the class's table and columns that no attribute states. The
  /// default is snake case. A subclass names its own additions.
  static var naming: any NamingStrategy { get }
  /// Makes an object of a row.
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

  /// The key by which this object can be found in any session, or nil while it has none.
  public var key: Key<Self>? { pk.map(Key.init) }

  /// The table of this class; empty for an abstract one.
  public static var tableName: String { _entity.table }

  /// Names in snake case.
  public static var naming: any NamingStrategy { SnakeCaseNaming() }

  /// The class's description: table, properties, columns.
  public static var entity: EntityDescription { _entity }

  /// The class's description.
  public static var _entity: EntityDescription { _unretainedEntity.takeUnretainedValue() }

  /// The description for a class that is about to be used. A subclass that is not marked with the
  /// macro has only that of its superclass, whose rows are not its objects.
  static var ownEntity: EntityDescription {
    get throws {
      let entity = _entity
      if entity.type == Self.self { return entity }
      let name = PersistenceError.name(of: Self.self)
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
    return context.owner.changedIndices(of: self).map { type(of: self)._entity.properties[$0].name }
  }

  /// Whether its row was deleted.
  package var isDeleted: Bool { _object.phase == .deleted }

  /// The object's class in its session; nil while it has no session.
  var entityContext: EntityContext? { _object.context }

  /// The primary key, also while the row is being inserted.
  var rowKey: Int64 { _object.pk }

  /// A text such as `Person#7`, or `Person#new`.
  var shortDescription: String {
    "\(type(of: self)._entity.className)#\(pk.map(String.init) ?? "\(state)")"
  }
}

/// The primary key of a row, with its class. It represents an object outside its session.
public struct Key<Object: PersistentObject>: Hashable, Sendable, Codable {
  /// The primary key.
  public let pk: Int64

  /// Names the row with a primary key.
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
