/// One property of a snapshot whose type the macro could not see: a value, or the keys of the
/// objects that the property referred to.
///
/// It is always `Sendable`. Its contents can be read where that is safe: `key()` for a reference,
/// `anyKey` for one to an object of any class, `keys()` for a collection of references, `value` for
/// any other `Sendable` type.
public struct SnapshotField<Value>: Sendable {
  private let content: Content

  fileprivate enum Content: Sendable {
    case value(any Sendable)
    case key(Int64?)
    case keys([Int64])
    case anyKey(AnyKey?)
    /// The value could not leave its isolation.
    case nothing
  }

  fileprivate init(_ content: Content) { self.content = content }

  fileprivate var pk: Int64? {
    if case .key(let key) = content { key } else { nil }
  }

  fileprivate var storedKey: AnyKey? {
    if case .anyKey(let key) = content { key } else { nil }
  }
}

extension SnapshotField where Value: Sendable {
  /// The value of the property.
  public var value: Value? {
    if case .value(let value) = content { value as? Value } else { nil }
  }
}

extension SnapshotField where Value: PersistentObject {
  /// The key of the object referred to; nil while that was not saved.
  public func key() -> Key<Value>? { pk.map(Key.init) }
}

extension SnapshotField {
  /// The key of the target; nil for nil and for a target that was not saved.
  public func key<Target: PersistentObject>() -> Key<Target>? where Value == Target? {
    pk.map(Key.init)
  }

  /// The keys of the objects in the array; objects not yet saved are left out.
  public func keys<Target: PersistentObject>() -> [Key<Target>] where Value == [Target] {
    if case .keys(let keys) = content { keys.map(Key.init) } else { [] }
  }
}

extension SnapshotField where Value == any PersistentObject {
  /// The class and key of the object referred to; nil while that was not saved.
  public var anyKey: AnyKey? { storedKey }
}

extension SnapshotField where Value == (any PersistentObject)? {
  /// The class and key of the target; nil for nil and for a target that was not saved.
  public var anyKey: AnyKey? { storedKey }
}

/// A field is coded as its value, or as the primary keys in it; a reference to an object of any
/// class with its table.
extension SnapshotField: Codable {
  /// Encodes the value or the keys. Throws `EncodingError` for a value that is not `Encodable`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .key(let key): try container.encode(key)
    case .keys(let keys): try container.encode(keys)
    case .anyKey(let key): try container.encode(key)
    case .value(let value as any Encodable): try container.encode(value)
    case .value(let value as Character): try container.encode(String(value))
    default:
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: encoder.codingPath, debugDescription: "\(Value.self) is not Encodable"))
    }
  }

  /// Decodes a value, or keys where `Value` is no `Decodable` type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let type = Value.self as? any (Decodable & Sendable).Type {
      content = .value(try container.decode(type))
    } else if Value.self == Character.self, let text = try? container.decode(String.self),
      text.count == 1
    {
      content = .value(Character(text))
    } else if Value.self == (any PersistentObject).self
      || Value.self == (any PersistentObject)?.self
    {
      content = .anyKey(container.decodeNil() ? nil : try container.decode(AnyKey.self))
    } else if container.decodeNil() {
      content = .key(nil)
    } else if let key = try? container.decode(Int64.self) {
      content = .key(key)
    } else {
      content = .keys(try container.decode([Int64].self))
    }
  }
}

/// Keeps a value that cannot leave its isolation: the field is empty.
public func _snapshotField<Value>(_ value: Value) -> SnapshotField<Value> {
  SnapshotField(.nothing)
}

/// Keeps a value.
public func _snapshotField<Value: Sendable>(_ value: Value) -> SnapshotField<Value> {
  SnapshotField(.value(value))
}

/// Keeps the key of an object.
public func _snapshotField<Target: PersistentObject>(_ value: Target) -> SnapshotField<Target> {
  SnapshotField(.key(value.pk))
}

/// Keeps the key of an object, or nothing.
public func _snapshotField<Target: PersistentObject>(_ value: Target?) -> SnapshotField<Target?> {
  SnapshotField(.key(value?.pk))
}

/// Keeps the class and key of an object of any class.
public func _snapshotField(_ value: any PersistentObject) -> SnapshotField<any PersistentObject> {
  SnapshotField(.anyKey(value.anyKey))
}

/// Keeps the class and key of an object of any class, or nothing.
public func _snapshotField(
  _ value: (any PersistentObject)?
) -> SnapshotField<(any PersistentObject)?> {
  SnapshotField(.anyKey(value?.anyKey))
}

/// Keeps the keys of the objects in an array, or in a set, in no order.
public func _snapshotField<Targets: Collection>(_ value: Targets) -> SnapshotField<Targets>
where Targets.Element: PersistentObject { SnapshotField(.keys(value.compactMap(\.pk))) }
