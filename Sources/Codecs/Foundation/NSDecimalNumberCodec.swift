public import Foundation
import PersistentObjectsEngine

/// Stores `NSDecimalNumber` as TEXT, as `Decimal` is. NaN is refused.
public struct NSDecimalNumberCodec: DerivedColumnCodec {
  /// `decimal-text 1`.
  public var base: DecimalCodec { DecimalCodec() }

  /// Makes the codec.
  public init() {}

  /// The number.
  public func baseValue(of object: NSDecimalNumber) -> Decimal { object.decimalValue }
  /// The number as an object.
  public func value(of base: Decimal) -> NSDecimalNumber { NSDecimalNumber(decimal: base) }
}
