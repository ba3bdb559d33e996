// How generated snapshots are encoded and decoded: each property under its name, one that is nil not at
// all. A synthesized conformance does the same, and costs the compiler more than the rest of a snapshot.
// Only `finish` throws: after each call that can throw the properties so far would have to be destroyed.

/// Encodes the properties of a snapshot; the macro calls this.
public struct _SnapshotEncoder {
  private var container: KeyedEncodingContainer<SnapshotKey>
  private var failure: (any Error)?

  /// Begins to encode.
  public init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: SnapshotKey.self)
  }

  /// Encodes a property.
  public mutating func encode<Value: Encodable>(_ value: Value, as name: String) {
    if failure != nil { return }
    do { try container.encode(value, forKey: SnapshotKey(name)) } catch { failure = error }
  }

  /// Encodes a property unless it is nil.
  public mutating func encode<Value: Encodable>(optional value: Value?, as name: String) {
    if let value { encode(value, as: name) }
  }

  /// Throws the error of the first property that could not be encoded.
  public func finish() throws { if let failure { throw failure } }
}

/// Decodes the properties of a snapshot; the macro calls this: first for each property, then, if all of them
/// could be decoded, for their values in the same order.
public struct _SnapshotDecoder {
  private let container: KeyedDecodingContainer<SnapshotKey>
  /// The values, the next one last once all are there.
  private var values: [GivenValue] = []
  private var failure: (any Error)?

  /// Begins to decode.
  public init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: SnapshotKey.self)
  }

  /// Decodes a property.
  public mutating func decode<Value: Decodable>(_ type: Value.Type, _ name: String) {
    attempt { try $0.decode(type, forKey: SnapshotKey(name)) }
  }

  /// Decodes a property that is nil where there is nothing.
  public mutating func decode<Value: Decodable>(optional type: Value?.Type, _ name: String) {
    attempt { try $0.decodeIfPresent(Value.self, forKey: SnapshotKey(name)) }
  }

  private mutating func attempt<Value>(
    _ body: (KeyedDecodingContainer<SnapshotKey>) throws -> Value
  ) {
    if failure != nil { return }
    do { values.append(TypedValue(try body(container))) } catch { failure = error }
  }

  /// Throws the error of the first property that could not be decoded.
  public mutating func finish() throws {
    if let failure { throw failure }
    values.reverse()
  }

  /// Returns the value of the next property.
  public mutating func next<Value>() -> Value {
    guard let value = values.popLast() as? TypedValue<Value> else {
      preconditionFailure("a snapshot's next value is no \(Value.self)")
    }
    return value.value
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
