public import Foundation
public import PersistentObjectsEngine

/// Stores `Date` as REAL: seconds since 2001-01-01 00:00:00 UTC, the very `Double` that a date
/// holds.
///
/// Exact and ordered for every date, infinitely distant ones included. SQL reads it with
/// `datetime(born + 978307200, 'unixepoch')`. Seconds since 1970 would be handier but not exact:
/// adding 31 years rounds two dates out of three. Only a date of NaN seconds is refused. −0
/// seconds, the same moment as 0, is stored as 0.
public struct DateAsReal: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-real 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-real") }
  /// REAL.
  public var base: DoubleCodec { DoubleCodec() }
  /// A moment.
  public var meaning: StoredMeaning? { .instant }

  /// The seconds; throws for NaN.
  public func baseValue(of date: Date) throws -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isNaN { throw CodecError("a date of NaN seconds is at no time and has no order") }
    return seconds + 0
  }

  /// The date; an integer, as a person may have entered it, is read too.
  public func value(of seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}
