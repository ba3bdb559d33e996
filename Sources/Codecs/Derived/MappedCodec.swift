public import PersistentObjectsEngine

/// Stores a value by way of another value that has a codec.
///
/// ```swift
/// let codec = StringCodec().map(
///   CodecIdentifier("hex-color"), to: { try Color(hex: $0) }, from: { $0.hex })
/// ```
public struct MappedCodec<Base: ColumnCodec, Value>: DerivedColumnCodec {
  /// The codec of the value in between.
  public let base: Base
  /// The name of this stored form. It is not the base's, since the same text may mean different
  /// things.
  public let identifier: CodecIdentifier
  /// Whether the values in between compare as the values do.
  public let isSearchable: Bool
  fileprivate let toValue: @Sendable (Base.Value) throws -> Value
  fileprivate let fromValue: @Sendable (Value) throws -> Base.Value

  /// The value in between.
  public func baseValue(of value: Value) throws -> Base.Value { try fromValue(value) }
  /// The value that one in between stands for.
  public func value(of base: Base.Value) throws -> Value { try toValue(base) }
}

extension ColumnCodec {
  /// Returns a codec for `NewValue` that stores the result of `from` and reads with `to`.
  ///
  /// Finders and orders are correct only if `from` maps equal values to equal values and keeps
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
