import Foundation
import PersistentObjectsEngine

/// Gives `Measurement` its codec, for every class of units but `Unit` and `Dimension` themselves:
/// a symbol alone does not tell to which class a unit belongs.
public struct MeasurementProvider: CodecProvider {
  /// Makes the provider.
  public init() {}

  /// The codec, or nil if the type is no measurement in units of a class of dimensions.
  public func codec<Value>(
    for type: Value.Type, in registry: CodecRegistry
  ) -> (any ColumnCodec<Value>)? {
    (type as? any MeasurementType.Type)?.codec as? any ColumnCodec<Value>
  }
}

/// `Measurement`, seen without its parameter.
private protocol MeasurementType {
  static var codec: (any ColumnCodec)? { get }
}

extension Measurement: MeasurementType where UnitType: Dimension {
  fileprivate static var codec: (any ColumnCodec)? {
    UnitType.self == Dimension.self ? nil : MeasurementCodec<UnitType>()
  }
}
