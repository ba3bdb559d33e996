// How generated snapshots are encoded and decoded: each property under its name, one that is nil not at
// all. A synthesized conformance does the same, and costs the compiler more than the rest of a snapshot.

/// Encodes the properties of a snapshot; the macro calls this.
public struct _SnapshotEncoder {
  private var container: KeyedEncodingContainer<SnapshotKey>

  /// Begins to encode.
  public init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: SnapshotKey.self)
  }

  /// Encodes a property.
  public mutating func encode<Value: Encodable>(_ value: Value, as name: String) throws {
    try container.encode(value, forKey: SnapshotKey(name))
  }

  /// Encodes a property unless it is nil.
  public mutating func encode<Value: Encodable>(optional value: Value?, as name: String) throws {
    try container.encodeIfPresent(value, forKey: SnapshotKey(name))
  }
}

/// Decodes the properties of a snapshot; the macro calls this.
public struct _SnapshotDecoder {
  private let container: KeyedDecodingContainer<SnapshotKey>

  /// Begins to decode.
  public init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: SnapshotKey.self)
  }

  /// Decodes a property.
  public func value<Value: Decodable>(_ name: String) throws -> Value {
    try container.decode(Value.self, forKey: SnapshotKey(name))
  }

  /// Decodes a property that is nil where there is nothing.
  public func optional<Value: Decodable>(_ name: String) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: SnapshotKey(name))
  }
}

/// The name of a property.
private struct SnapshotKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
