import PersistentObjectsCodec

/// One property of a snapshot whose type the macro could not see: a value, or the keys of the
/// objects that the property referred to.
///
/// ```swift
/// let snapshot = order.snapshot
/// let customer = snapshot.customer.key()  // a Key<Customer>?
/// let lines = snapshot.lines.keys()       // a [Key<Line>]
/// let status = snapshot.status.value      // an enum, or nil
/// ```
///
/// It is always `Sendable`. Its contents can be read where that is safe: `key()` for a reference,
/// `keys()` for a collection of references, `keyOfAnyClass()` and `keysOfAnyClass()` if the objects
/// may be of subclasses, `anyKey` for a reference to any class, `value` for any other `Sendable`
/// type.
public struct SnapshotField<Value>: Sendable {
  let content: SnapshotContent

  init(_ content: SnapshotContent) { self.content = content }

  fileprivate var storedKeys: [SnapshotReference] {
    if case .keys(let keys, _) = content { keys } else { [] }
  }

  fileprivate var storedKey: SnapshotReference? {
    if case .key(let key) = content { key } else { nil }
  }
}

/// The contents of a field of a snapshot.
///
/// `@unchecked Sendable` is safe: a value comes from a `Sendable` type or was just decoded, and is
/// returned only if its type is `Sendable`.
enum SnapshotContent: @unchecked Sendable {
  case value(Any)
  case key(SnapshotReference?)
  /// The object referred to was not saved, so it has no key.
  case unsaved
  /// The keys of the objects in a collection: of all of them, or only of those that were saved.
  case keys([SnapshotReference], areAll: Bool)
  /// The value could not leave its isolation.
  case nothing

  /// Returns the contents for a reference to an object with a key, or to one that was not saved.
  fileprivate static func reference(_ key: SnapshotReference?) -> SnapshotContent {
    key == nil ? .unsaved : .key(key)
  }

  /// Whether objects of a collection are missing.
  var isPartial: Bool {
    if case .keys(_, areAll: false) = self { true } else { false }
  }
}

extension SnapshotField: CustomStringConvertible {
  /// The value or the keys; `…` if the snapshot lacks the property.
  public var description: String {
    switch content {
    case .value(let value): shortText(of: value)
    case .key(let key): key?.description ?? "nil"
    case .unsaved: "#new"
    case .keys(let keys, _): shortList(of: keys.map(\.description))
    case .nothing: "…"
    }
  }
}

/// A field of a snapshot whose type is not known.
protocol AnySnapshotField {
  var content: SnapshotContent { get }
  /// The field of a property that the snapshot lacks; nil if it cannot lack one of this type.
  static var absent: Self? { get }
  /// Returns the field from the stored form of its value; nil if the field is decoded otherwise.
  static func field(
    of property: PropertyDescription, from container: KeyedDecodingContainer<SnapshotKey>,
    at key: SnapshotKey
  ) throws -> Self?
}

extension SnapshotField: AnySnapshotField {
  static var absent: SnapshotField? {
    if Value.self == Character?.self { return SnapshotField(.value(Character?.none as Any)) }
    guard let type = decodableType else { return SnapshotField(.nothing) }
    return none(of: type).map { SnapshotField($0) }
  }

  /// The type whose values the field has. Nil for objects, which are keys here even if their
  /// classes are `Decodable`: a cast cannot tell whether a type is `Sendable`.
  fileprivate static var decodableType: (any (Decodable & Sendable).Type)? {
    refersToObjects(Value.self) ? nil : Value.self as? any (Decodable & Sendable).Type
  }

  static func refersToObjects(_ type: Any.Type) -> Bool {
    if type is any PersistentObject.Type { return true }
    if let optional = type as? any OptionalType.Type { return refersToObjects(optional.wrapped) }
    guard let collection = type as? any _ColumnCollection.Type else { return false }
    return refersToObjects(elementType(of: collection))
  }

  private static func elementType<Whole: _ColumnCollection>(of type: Whole.Type) -> Any.Type {
    Whole._Element.self
  }

  private static func none<Wanted: Sendable>(of type: Wanted.Type) -> SnapshotContent? {
    ((type as? any OptionalType.Type)?.none() as? Wanted).map { .value($0) }
  }
}

/// The key of an object that a property referred to.
struct SnapshotReference: Sendable {
  let pk: Int64
  /// The table of the object's class; nil if that is the class that the property declares.
  let table: String?

  /// Makes the key of an object that a property of a declared class refers to; nil if the object
  /// was not saved.
  init?<Target: PersistentObject>(_ object: Target) {
    guard let pk = object.pk else { return nil }
    self.pk = pk
    let entity = type(of: object)._entity
    table = entity === Target._entity ? nil : entity.table
  }

  init?(_ key: AnyKey?) {
    guard let key else { return nil }
    (pk, table) = (key.pk, key.table)
  }

  var anyKey: AnyKey? { table.map { AnyKey(table: $0, pk: pk) } }

  var description: String { "\(table ?? "")#\(pk)" }

  /// Returns the class and key.
  ///
  /// - Parameter type: the class that the property declares.
  fileprivate func anyKey<Target: PersistentObject>(of type: Target.Type) -> AnyKey {
    AnyKey(table: table ?? type._entity.table, pk: pk)
  }

  /// Returns the key of an object of the declared class; nil for one of a subclass.
  fileprivate func key<Target>() -> Key<Target>? { table == nil ? Key(pk) : nil }
}

extension SnapshotField where Value: Sendable {
  /// The value of the property.
  public var value: Value? {
    if case .value(let value) = content { value as? Value } else { nil }
  }
}

extension SnapshotField where Value: PersistentObject {
  /// Returns the key of the target; nil for a target that was not saved, and for an object of a
  /// subclass, which has another table.
  public func key() -> Key<Value>? { storedKey?.key() }

  /// Returns the class and key of the target; nil for a target that was not saved.
  public func keyOfAnyClass() -> AnyKey? { storedKey?.anyKey(of: Value.self) }
}

extension SnapshotField {
  /// Returns the key of the target; nil for nil, for a target that was not saved, and for an object
  /// of a subclass, which has another table.
  public func key<Target: PersistentObject>() -> Key<Target>? where Value == Target? {
    storedKey?.key()
  }

  /// Returns the class and key of the target; nil for nil and for a target that was not saved.
  public func keyOfAnyClass<Target: PersistentObject>() -> AnyKey? where Value == Target? {
    storedKey?.anyKey(of: Target.self)
  }

  /// Returns the keys of the objects in the array, or of those in the set, in no order. Objects
  /// that were not saved are left out, and so are those of subclasses, which have other tables.
  public func keys<Target: PersistentObject>() -> [Key<Target>]
  where Value: Collection, Value.Element == Target { storedKeys.compactMap { $0.key() } }

  /// Returns the classes and keys of the objects in the array, or of those in the set, in no order.
  /// Objects that were not saved are left out.
  public func keysOfAnyClass<Target: PersistentObject>() -> [AnyKey]
  where Value: Collection, Value.Element == Target {
    storedKeys.map { $0.anyKey(of: Target.self) }
  }
}

extension SnapshotField where Value == any PersistentObject {
  /// The class and key of the target; nil for a target that was not saved.
  public var anyKey: AnyKey? { storedKey?.anyKey }
}

extension SnapshotField where Value == (any PersistentObject)? {
  /// The class and key of the target; nil for nil and for a target that was not saved.
  public var anyKey: AnyKey? { storedKey?.anyKey }
}

// MARK: Coding

/// A reference is coded as its primary key, together with the table of its class if that is not the
/// property's class.
extension SnapshotReference: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let pk = try? container.decode(Int64.self) {
      (self.pk, table) = (pk, nil)
    } else {
      let key = try container.decode(AnyKey.self)
      (pk, table) = (key.pk, key.table)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let anyKey { try container.encode(anyKey) } else { try container.encode(pk) }
  }
}

/// A field is coded as its value, or as the keys in it.
extension SnapshotField: Codable {
  /// Encodes the value or the keys. Throws `EncodingError` for a value that is not `Encodable`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .key(let key): try container.encode(key)
    case .unsaved: try container.encodeNil()
    case .keys(let keys, _): try container.encode(keys)
    case .value(let value as any Encodable): try container.encode(value)
    case .value(let value as Character?): try container.encode(value.map { String($0) })
    default:
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: encoder.codingPath, debugDescription: "\(Value.self) is not Encodable"))
    }
  }

  /// Decodes a value, or keys if `Value` is not `Decodable`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let type = Self.decodableType {
      content = .value(try container.decode(type))
    } else if Value.self == Character?.self, container.decodeNil() {
      content = .value(Character?.none as Any)
    } else if Value.self == Character.self || Value.self == Character?.self,
      let text = try? container.decode(String.self), text.count == 1
    {
      content = .value(Character(text))
    } else if container.decodeNil() {
      content = .key(nil)
    } else if let keys = try? container.decode([SnapshotReference].self) {
      content = .keys(keys, areAll: true)
    } else {
      content = .key(try container.decode(SnapshotReference.self))
    }
  }
}

// MARK: Fields by type

/// Returns an empty field for a value that cannot leave its isolation.
public func _snapshotField<Value>(_ value: Value) -> SnapshotField<Value> {
  SnapshotField(.nothing)
}

/// Returns a field with a value.
public func _snapshotField<Value: Sendable>(_ value: Value) -> SnapshotField<Value> {
  SnapshotField(.value(value))
}

/// Returns a field with the key of an object.
public func _snapshotField<Target: PersistentObject>(_ value: Target) -> SnapshotField<Target> {
  SnapshotField(.reference(SnapshotReference(value)))
}

/// Returns a field with the key of an object, or without a key for nil.
public func _snapshotField<Target: PersistentObject>(_ value: Target?) -> SnapshotField<Target?> {
  SnapshotField(value.map { SnapshotContent.reference(SnapshotReference($0)) } ?? .key(nil))
}

/// Returns a field with the class and key of an object of any class.
public func _snapshotField(_ value: any PersistentObject) -> SnapshotField<any PersistentObject> {
  SnapshotField(.reference(SnapshotReference(value.anyKey)))
}

/// Returns a field with the class and key of an object of any class, or without a key for nil.
public func _snapshotField(
  _ value: (any PersistentObject)?
) -> SnapshotField<(any PersistentObject)?> {
  SnapshotField(value.map { SnapshotContent.reference(SnapshotReference($0.anyKey)) } ?? .key(nil))
}

/// Returns a field with the keys of the objects in an array, or of those in a set, in no order.
public func _snapshotField<Targets: Collection>(_ value: Targets) -> SnapshotField<Targets>
where Targets.Element: PersistentObject {
  let keys = value.compactMap { SnapshotReference($0) }
  return SnapshotField(.keys(keys, areAll: keys.count == value.count))
}
