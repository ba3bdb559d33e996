public import PersistentObjectsCodec

/// Stores an enum, an option set or any other `RawRepresentable` type in the form of its raw value.
///
/// ```swift
/// enum Suit: String { case hearts, spades }
/// var suit: Suit  // suit TEXT: hearts
/// ```
///
/// The stored form has the same name as that of the raw value, so a property can change from `Int`
/// to an enum of `Int`s without rewriting its column. SQL compares and sorts raw values, even if
/// the type has a `<` of its own. A raw value that is nil cannot be stored.
public struct RawRepresentableCodec<Value: RawRepresentable, Base: ColumnCodec>: DerivedColumnCodec
where Base.Value == Value.RawValue {
  /// The codec of the raw value.
  public let base: Base

  /// Makes a codec that stores `Value` as `base` stores its raw value.
  public init(_ type: Value.Type = Value.self, base: Base) { self.base = base }

  /// Returns the raw value.
  public func baseValue(of value: Value) -> Value.RawValue { value.rawValue }

  /// Returns the value that has a raw value; throws if there is none.
  public func value(of rawValue: Value.RawValue) throws -> Value {
    guard let value = Value(rawValue: rawValue) else {
      throw CodecError("\(Excerpt("\(rawValue)")) is not the raw value of any \(Value.self)")
    }
    return value
  }
}

/// Provides the codec of every `RawRepresentable` type whose raw value has a codec.
///
/// See ``RawRepresentableCodec``.
public struct RawRepresentableProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// Returns the codec, or nil if the type is not `RawRepresentable` or its raw value has no codec.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return codec(of: type, in: registry) as? any ColumnCodec<Value>
  }

  private func codec<Value: RawRepresentable>(
    of type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec)? {
    func codec(base: some ColumnCodec<Value.RawValue>) -> any ColumnCodec {
      RawRepresentableCodec(type, base: base)
    }
    return registry.codec(for: Value.RawValue.self).map { codec(base: $0) }
  }
}
