public import Foundation
import PersistentObjectsCodec

/// Stores `NSDecimalNumber` as TEXT, like `Decimal`. NaN is refused.
///
/// ```swift
/// var price: NSDecimalNumber  // price TEXT: 002 12.5
/// ```
public struct NSDecimalNumberCodec: DerivedColumnCodec {
  /// `decimal-text 1`.
  public var base: DecimalCodec { DecimalCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the number.
  public func baseValue(of object: NSDecimalNumber) -> Decimal { object.decimalValue }
  /// Returns the number as an object.
  public func value(of base: Decimal) -> NSDecimalNumber { NSDecimalNumber(decimal: base) }
}
