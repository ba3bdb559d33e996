/// A class whose objects can be saved and found: what `@Persistent` makes of a class.
///
/// Objects are not `Sendable`: they belong to the session that made or saved them, and to its
/// isolation. What must leave a session leaves as a `snapshot` or a ``Key``. Equality and hash are
/// those of identity; in one session one row is one object.
///
/// The members with an underscore are written by the macro and are not for use elsewhere.
public protocol PersistentObject: AnyObject, SendableMetatype, Hashable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The engine's part of the object.
  var _object: _ObjectState { get }
  /// The class's description, which lives as long as the program: each find asks for it, and counting
  /// references would cost as much as all else that is done with it.
  static var _unretainedEntity: Unmanaged<EntityDescription> { get }
  /// How the class's table and columns are called where no attribute says it: in snake case, unless
  /// the class declares another strategy. A subclass names what it adds itself.
  static var naming: any NamingStrategy { get }
  /// Makes an object of a row.
  init(_loading row: inout _RowReader) throws
  /// Writes all properties to an INSERT statement.
  func _store(into row: inout _RowWriter) throws
}

extension PersistentObject {
  /// The primary key; nil before the first save and after a deletion.
  public var pk: Int64? { _object.hasKey ? _object.pk : nil }

  /// Where the object stands between memory and database.
  public var state: ObjectState { _object.state }

  /// Whether there is anything to save: new, or changed since it was last saved.
  public var needsSaving: Bool { _object.needsSaving }

  /// The key under which this object can be found in any session, or nil while it has none.
  public var key: Key<Self>? { pk.map(Key.init) }

  /// The table of this class; empty for an abstract one.
  public static var tableName: String { _entity.table }

  /// Names in snake case.
  public static var naming: any NamingStrategy { SnakeCaseNaming() }

  /// The class's description: table, properties, columns.
  public static var entity: EntityDescription { _entity }

  /// The class's description.
  public static var _entity: EntityDescription { _unretainedEntity.takeUnretainedValue() }

  /// The same for a class that is about to be used. A subclass that is not marked itself has only
  /// that of its superclass, whose rows are no objects of it.
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

  /// Such as `Person#7`, or `Person#new`.
  var shortDescription: String {
    "\(type(of: self)._entity.className)#\(pk.map(String.init) ?? "\(state)")"
  }
}

/// The primary key of a row, with the class that it belongs to: what stands for an object outside
/// of its session.
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
