public import Foundation
public import PersistentObjectsCodec

/// Stores `Date` as REAL: seconds since 2001-01-01 00:00:00 UTC, the exact `Double` that a date
/// holds.
///
/// ```swift
/// @Column(codec: DateAsReal()) var born: Date?  // born REAL: 816912000.0
/// ```
///
/// This form is exact and ordered for every date, including infinitely distant ones. SQL reads it
/// with `datetime(born + 978307200, 'unixepoch')`. Seconds since 1970 would be more convenient, but
/// not exact: adding 31 years rounds two dates out of three. Only a date of NaN seconds is refused.
/// −0 seconds, the same moment as 0, is stored as 0.
public struct DateAsReal: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-real 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-real") }
  /// REAL.
  public var base: DoubleCodec { DoubleCodec() }
  /// A moment.
  public var meaning: StoredMeaning? { .instant }

  /// Returns the seconds; throws for NaN.
  public func baseValue(of date: Date) throws -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isNaN {
      throw CodecError("a date of NaN seconds is not a point in time and cannot be ordered")
    }
    return seconds + 0
  }

  /// Returns the date. An integer, which a person may have entered, is read too.
  public func value(of seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}
