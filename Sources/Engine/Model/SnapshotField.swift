/// One property of a snapshot whose type the macro could not see: a value, or the keys of the
/// objects that the property referred to.
///
/// It is always `Sendable`; what it holds can be asked for where it is safe: a reference gives
/// `key()`, a collection of references `keys()`, any other `Sendable` type `value`.
public struct SnapshotField<Value>: Sendable {
  /// A `Value` where that is Sendable, the keys where it refers to objects, else nothing.
  private let content: Content

  private enum Content: Sendable {
    case value(any Sendable)
    case keys([Int64?])
    case nothing
  }

  fileprivate init(_ content: some Sendable) { self.content = .value(content) }
  fileprivate init(keys: [Int64?]) { content = .keys(keys) }
  fileprivate init() { content = .nothing }

  fileprivate var pks: [Int64?] {
    if case .keys(let keys) = content { keys } else { [] }
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
  public func key() -> Key<Value>? { pks.first.flatMap { $0 }.map(Key.init) }
}

extension SnapshotField {
  /// The key of the object referred to; nil for nil and while that was not saved.
  public func key<Target: PersistentObject>() -> Key<Target>? where Value == Target? {
    pks.first.flatMap { $0 }.map(Key.init)
  }

  /// The keys of the objects in the array; objects not yet saved are left out.
  public func keys<Target: PersistentObject>() -> [Key<Target>] where Value == [Target] {
    pks.compactMap { $0 }.map(Key.init)
  }
}

/// Keeps a value that cannot leave its isolation: the field is empty.
public func _snapshotField<Value>(_ value: Value) -> SnapshotField<Value> { SnapshotField() }

/// Keeps a value.
public func _snapshotField<Value: Sendable>(_ value: Value) -> SnapshotField<Value> {
  SnapshotField(value)
}

/// Keeps the key of an object.
public func _snapshotField<Target: PersistentObject>(_ value: Target) -> SnapshotField<Target> {
  SnapshotField(keys: [value.pk])
}

/// Keeps the key of an object, or nothing.
public func _snapshotField<Target: PersistentObject>(_ value: Target?) -> SnapshotField<Target?> {
  SnapshotField(keys: [value?.pk])
}

/// Keeps the keys of objects.
public func _snapshotField<Target: PersistentObject>(_ value: [Target]) -> SnapshotField<[Target]> {
  SnapshotField(keys: value.map(\.pk))
}

/// Keeps the keys of objects, in no order.
public func _snapshotField<Target: PersistentObject>(
  _ value: Set<Target>
) -> SnapshotField<Set<Target>> {
  SnapshotField(keys: value.map(\.pk))
}
