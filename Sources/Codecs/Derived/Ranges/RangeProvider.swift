public import PersistentObjectsCodec

/// Provides the codecs of the five kinds of ranges, for bounds that have a codec.
///
/// See ``RangeTextCodec``.
public struct RangeProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// Returns the codec, or nil if the type is not a range or its bounds have no codec.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    guard let type = type as? any StorableRange.Type else { return nil }
    return codec(of: type, in: registry) as? any ColumnCodec<Value>
  }

  private func codec<Value: StorableRange>(
    of type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec)? {
    func codec<Base: ColumnCodec<Value.Bound>>(base: Base) -> any ColumnCodec {
      RangeTextCodec<Value, Base>(base)
    }
    return registry.codec(for: Value.Bound.self).map { codec(base: $0) }
  }
}
