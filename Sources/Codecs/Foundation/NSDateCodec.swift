public import Foundation
import PersistentObjectsEngine

/// Stores `NSDate` as TEXT, as `Date` is. Dates outside the years 0000 to 9999 are refused.
public struct NSDateCodec: DerivedColumnCodec {
  /// `date-text 1`.
  public var base: DateCodec { DateCodec() }

  /// Makes the codec.
  public init() {}

  /// The date.
  public func baseValue(of object: NSDate) -> Date { object as Date }
  /// The date as an object.
  public func value(of base: Date) -> NSDate {
    NSDate(timeIntervalSinceReferenceDate: base.timeIntervalSinceReferenceDate)
  }
}
