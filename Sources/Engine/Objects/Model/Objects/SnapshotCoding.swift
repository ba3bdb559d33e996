// The coding of generated snapshots: each property is encoded under its name, and a property that
// is nil is left out. A synthesized conformance would do the same, but would cost the compiler more
// than the rest of a snapshot.

import PersistentObjectsCodec

/// Decodes the fields of a class's snapshot: the primary key or the superclass's snapshot, then the
/// properties that the class itself stores, in their order. The macro calls this.
///
/// The type parameter is the class, not its snapshot, so that the type of an unused snapshot need
/// not be compiled.
public func _snapshotFields<Object: PersistentObject, each Value: Decodable>(
  of type: Object.Type, from decoder: any Decoder
) throws -> (repeat each Value) {
  let container = try decoder.container(keyedBy: SnapshotKey.self)
  var keys = SnapshotKeys(of: type._entity)
  return (repeat try container.decodeField((each Value).self, forKey: keys.next()))
}

extension KeyedDecodingContainer<SnapshotKey> {
  /// Decodes a field, which may be absent if it is optional, or of a type that snapshots lack.
  fileprivate func decodeField<Value: Decodable>(
    _ type: Value.Type, forKey key: SnapshotKey
  ) throws -> Value {
    if !contains(key) {
      if let none = (type as? any OptionalType.Type)?.none() as? Value { return none }
      if let none = (type as? any AnySnapshotField.Type)?.absent as? Value { return none }
    }
    return try decode(type, forKey: key)
  }
}

extension OptionalType {
  static func none() -> Self { nil }
}

/// An encoder of a snapshot's fields, in the same order; the macro uses it. Only `finish` throws,
/// since each call that can throw makes the calling function longer.
public struct _SnapshotEncoder {
  private var container: KeyedEncodingContainer<SnapshotKey>
  private var keys: SnapshotKeys
  private var failure: (any Error)?

  /// Begins to encode the snapshot of a class.
  public init<Object: PersistentObject>(of type: Object.Type, to encoder: any Encoder) {
    container = encoder.container(keyedBy: SnapshotKey.self)
    keys = SnapshotKeys(of: type._entity)
  }

  /// Encodes the next field.
  public mutating func encode<Value: Encodable>(_ value: Value) {
    encode(value, forKey: keys.next())
  }

  /// Encodes the next field unless the snapshot lacks the property.
  public mutating func encode<Value>(_ field: SnapshotField<Value>) {
    let key = keys.next()
    if case .nothing = field.content { return }
    encode(field, forKey: key)
  }

  /// Encodes the next field unless it is nil.
  public mutating func encode<Value: Encodable>(optional value: Value?) {
    let key = keys.next()
    if let value { encode(value, forKey: key) }
  }

  private mutating func encode<Value: Encodable>(_ value: Value, forKey key: SnapshotKey) {
    if failure != nil { return }
    do { try container.encode(value, forKey: key) } catch { failure = error }
  }

  /// Throws the error of the first field that could not be encoded.
  public func finish() throws { if let failure { throw failure } }
}

/// The names of a snapshot's fields, one after another.
private struct SnapshotKeys {
  private let entity: EntityDescription
  /// The position of the class's first own property.
  private let first: Int
  private var position: Int

  init(of entity: EntityDescription) {
    self.entity = entity
    first = entity.superclass?.properties.count ?? 0
    position = first - 1
  }

  mutating func next() -> SnapshotKey {
    defer { position += 1 }
    if position < first { return SnapshotKey(entity.superclass == nil ? "pk" : "inherited") }
    while entity.properties[position].derived != nil { position += 1 }
    return SnapshotKey(entity.properties[position].name)
  }
}

/// The name of a field.
private struct SnapshotKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
