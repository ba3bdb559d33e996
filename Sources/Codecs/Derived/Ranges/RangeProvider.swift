public import PersistentObjectsEngine

/// Provides the codecs of the five kinds of ranges, for bounds that have a codec.
public struct RangeProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// Returns the codec, or nil if the type is not a range or its bounds have no codec.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    (type as? any RangeType.Type)?.codec(in: registry) as? any ColumnCodec<Value>
  }
}

/// A range without its type parameter.
private protocol RangeType {
  associatedtype Bound: Comparable
  /// The codec of ranges whose bounds `base` stores.
  static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec
}

extension RangeType {
  fileprivate static func codec(in registry: CodecRegistry) -> (any ColumnCodec)? {
    registry.codec(for: Bound.self).map { codec(over: $0) }
  }
}

extension Range: RangeType {
  fileprivate static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec {
    RangeCodec(base)
  }
}

extension ClosedRange: RangeType {
  fileprivate static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec {
    ClosedRangeCodec(base)
  }
}

extension PartialRangeFrom: RangeType {
  fileprivate static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec {
    PartialRangeFromCodec(base)
  }
}

extension PartialRangeThrough: RangeType {
  fileprivate static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec {
    PartialRangeThroughCodec(base)
  }
}

extension PartialRangeUpTo: RangeType {
  fileprivate static func codec(over base: some ColumnCodec<Bound>) -> any ColumnCodec {
    PartialRangeUpToCodec(base)
  }
}
