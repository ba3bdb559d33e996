public import Foundation
public import PersistentObjectsCodec

/// Provides the codec of `Measurement` for every class of units except `Unit` and `Dimension`
/// themselves: a symbol alone does not show to which class a unit belongs.
///
/// See ``MeasurementCodec``.
public struct MeasurementProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// Returns the codec, or nil if the type is not a measurement in the units of a subclass of
  /// `Dimension`.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    (type as? any MeasurementType.Type)?.codec as? any ColumnCodec<Value>
  }
}

/// A `Measurement` without its type parameter.
private protocol MeasurementType {
  static var codec: (any ColumnCodec)? { get }
}

extension Measurement: MeasurementType where UnitType: Dimension {
  fileprivate static var codec: (any ColumnCodec)? {
    UnitType.self == Dimension.self ? nil : MeasurementCodec<UnitType>()
  }
}
