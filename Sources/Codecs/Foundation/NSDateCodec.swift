public import Foundation
import PersistentObjectsCodec

/// Stores `NSDate` as TEXT, like `Date`. Dates outside the years 0000 to 9999 are refused.
///
/// ```swift
/// var born: NSDate  // born TEXT: 2026-11-21 00:00:00.25
/// ```
public struct NSDateCodec: DerivedColumnCodec {
  /// `date-text 1`.
  public var base: DateCodec { DateCodec() }

  /// Makes the codec.
  public init() {}

  /// Returns the date.
  public func baseValue(of object: NSDate) -> Date { object as Date }
  /// Returns the date as an object.
  public func value(of base: Date) -> NSDate {
    NSDate(timeIntervalSinceReferenceDate: base.timeIntervalSinceReferenceDate)
  }
}
