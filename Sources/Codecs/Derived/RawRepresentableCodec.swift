import PersistentObjectsEngine

/// Stores an enum, an option set or any other `RawRepresentable` type as its raw value is stored.
///
/// The stored form keeps the raw value's name, so a property may change from `Int` to an enum of
/// `Int`s without rewriting its column. It sorts as the raw values do.
public struct RawRepresentableCodec<Value: RawRepresentable, Base: ColumnCodec>: ColumnCodec
where Base.Value == Value.RawValue {
  /// The codec of the raw value.
  public let base: Base

  /// Stores `Value` as `base` stores its raw value.
  public init(_ type: Value.Type = Value.self, base: Base) { self.base = base }

  /// The base's.
  public var identifier: CodecIdentifier { base.identifier }
  /// The base's.
  public var storage: StorageClass { base.storage }
  /// The base's.
  public var isSearchable: Bool { base.isSearchable }

  /// Writes the raw value.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try base.encode(value.rawValue, into: &column)
  }

  /// Reads the raw value; throws if it belongs to no value.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let rawValue = try base.decode(from: column)
    guard let value = Value(rawValue: rawValue) else {
      throw CodecError("\(Excerpt("\(rawValue)")) is not the raw value of any \(Value.self)")
    }
    return value
  }

  /// What the base can read.
  public func canRead(version: Int) -> Bool { base.canRead(version: version) }
}

/// Gives every `RawRepresentable` type whose raw value has a codec the codec for it.
public struct RawRepresentableProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// The codec, or nil if the type is not `RawRepresentable` or its raw value has no codec.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return codec(of: type, in: registry) as? any ColumnCodec<Value>
  }

  private func codec<Value: RawRepresentable>(
    of type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec)? {
    guard let base = registry.codec(for: Value.RawValue.self) else { return nil }
    return codec(of: type, base: base)
  }

  private func codec<Value: RawRepresentable, Base: ColumnCodec<Value.RawValue>>(
    of type: Value.Type, base: Base
  ) -> any ColumnCodec {
    RawRepresentableCodec(type, base: base)
  }
}
