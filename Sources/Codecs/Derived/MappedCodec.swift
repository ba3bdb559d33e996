public import PersistentObjectsCodec

/// A codec that stores a value as another value, which has a codec.
///
/// ```swift
/// let codec = StringCodec().map(
///   CodecIdentifier("hex-color"), to: { try Color(hex: $0) }, from: { $0.hex })
/// ```
public struct MappedCodec<Base: ColumnCodec, Value>: DerivedColumnCodec {
  /// The codec of the intermediate value.
  public let base: Base
  /// The name of this stored form. It is not the base's name, since the same text may mean
  /// something else.
  public let identifier: CodecIdentifier
  /// Whether the intermediate values compare as the values do.
  public let isSearchable: Bool
  fileprivate let toValue: @Sendable (Base.Value) throws -> Value
  fileprivate let fromValue: @Sendable (Value) throws -> Base.Value

  /// Returns the intermediate value.
  public func baseValue(of value: Value) throws -> Base.Value { try fromValue(value) }
  /// Returns the value that an intermediate value stands for.
  public func value(of base: Base.Value) throws -> Value { try toValue(base) }
}

extension ColumnCodec {
  /// Returns a codec for `NewValue` that stores the result of `from` and reads with `to`.
  ///
  /// Finders and sort orders are correct only if `from` maps equal values to equal values and keeps
  /// their order; pass `isSearchable: false` otherwise.
  public func map<NewValue>(
    _ identifier: CodecIdentifier, isSearchable: Bool = true,
    to toValue: @escaping @Sendable (Value) throws -> NewValue,
    from fromValue: @escaping @Sendable (NewValue) throws -> Value
  ) -> MappedCodec<Self, NewValue> {
    MappedCodec(
      base: self, identifier: identifier, isSearchable: isSearchable && self.isSearchable,
      toValue: toValue, fromValue: fromValue)
  }
}
