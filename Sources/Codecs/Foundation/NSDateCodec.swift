public import Foundation
import PersistentObjectsEngine

/// Stores `NSDate` as TEXT, as `Date` is. Dates outside the years 0000 to 9999 are refused.
public struct NSDateCodec: BridgedColumnCodec {
  /// Foundation's class.
  public typealias Value = NSDate
  /// `date-text 1`.
  public var base: DateCodec { DateCodec() }

  /// Makes the codec.
  public init() {}

  /// The date.
  public func value(of object: NSDate) -> Date { object as Date }
  /// The date as an object.
  public func object(of value: Date) -> NSDate {
    NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
  }
}
