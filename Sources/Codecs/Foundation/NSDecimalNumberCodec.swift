public import Foundation
import PersistentObjectsEngine

/// Stores `NSDecimalNumber` as TEXT, as `Decimal` is. NaN is refused.
public struct NSDecimalNumberCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSDecimalNumber
  /// `decimal-text 1`.
  public var base: DecimalCodec { DecimalCodec() }

  /// Makes the codec.
  public init() {}

  /// The number.
  public func value(of object: NSDecimalNumber) -> Decimal { object.decimalValue }
  /// The number as an object.
  public func object(of value: Decimal) -> NSDecimalNumber { NSDecimalNumber(decimal: value) }
}
