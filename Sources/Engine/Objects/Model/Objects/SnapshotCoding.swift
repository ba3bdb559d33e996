// The coding of generated snapshots: each property is encoded under its name, and a property that
// is nil is left out. A value that is not `Codable` is encoded in its stored form, if the property
// or the type has a codec. A synthesized conformance would cost the compiler more than the rest of
// a snapshot.

import Foundation
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
  return (repeat try container.decodeField((each Value).self, keys.next()))
}

extension KeyedDecodingContainer<SnapshotKey> {
  /// Decodes a field, which may be absent if it is optional, or of a type that snapshots lack.
  fileprivate func decodeField<Value: Decodable>(
    _ type: Value.Type, _ place: SnapshotPlace
  ) throws -> Value {
    let field = type as? any AnySnapshotField.Type
    if !contains(place.key) {
      if let none = (type as? any OptionalType.Type)?.none() as? Value { return none }
      if let none = field?.absent as? Value { return none }
      if let made = place.property?.placeholder(Value.self) { return made }
    }
    if let property = place.property,
      let stored = try field?.field(of: property, from: self, at: place.key),
      let value = stored as? Value
    {
      return value
    }
    return try decode(type, forKey: place.key)
  }
}

extension OptionalType {
  static func none() -> Self { nil }
}

extension PropertyDescription {
  /// Returns the value that a new object has until the engine sets its time or version; nil for any
  /// other property.
  fileprivate func placeholder<Value>(_ type: Value.Type) -> Value? {
    if declaration.timestamp != nil { return Date() as? Value }
    return declaration.isVersion ? (type as? any BinaryInteger.Type)?.zero as? Value : nil
  }
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
    encode(value, forKey: keys.next().key)
  }

  /// Encodes the next field unless the snapshot lacks the property.
  public mutating func encode<Value>(_ field: SnapshotField<Value>) {
    let place = keys.next()
    if case .nothing = field.content { return }
    do {
      guard let stored = try place.property.flatMap(field.form) else {
        return encode(field, forKey: place.key)
      }
      encode(stored, forKey: place.key)
    } catch {
      failure = failure ?? error
    }
  }

  /// Encodes the next field unless it is nil.
  public mutating func encode<Value: Encodable>(optional value: Value?) {
    let key = keys.next().key
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

  mutating func next() -> SnapshotPlace {
    defer { position += 1 }
    if position < first {
      return SnapshotPlace(key: SnapshotKey(entity.superclass == nil ? "pk" : "inherited"))
    }
    while entity.properties[position].derived != nil { position += 1 }
    let property = entity.properties[position]
    return SnapshotPlace(key: SnapshotKey(property.name), property: property)
  }
}

/// The name of a field, with its property.
private struct SnapshotPlace {
  let key: SnapshotKey
  var property: PropertyDescription?
}

/// The name of a field.
struct SnapshotKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
