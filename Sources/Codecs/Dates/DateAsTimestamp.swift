public import Foundation
public import PersistentObjectsEngine

/// Stores `Date` to the nearest microsecond, in the database's own type for moments where it has one:
/// `timestamp with time zone` on PostgreSQL, else INTEGER: microseconds since 1970-01-01 00:00:00 UTC.
///
/// Use it for tables that other programs read, whose dates need be no finer. `Date()` is: a date of today has steps
/// of an eighth of a microsecond, so that most come back up to half a microsecond earlier or later than they were. A
/// date that has been read is stored as it is from then on. ``DateCodec`` keeps every date as it is, and
/// ``DateAsMicroseconds`` refuses what it would round.
///
/// A date before 4713 BC or after the year 294246 is an error: no `timestamp` holds it.
public struct DateAsTimestamp: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-timestamp 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-timestamp") }
  /// INTEGER.
  public var base: Int64Codec { Int64Codec() }
  /// A moment in the time of a database's clock.
  public var meaning: StoredMeaning? { .timestamp }

  /// The date that comes back for another one; nil where that is an error.
  public static func rounded(_ date: Date) -> Date? {
    (try? Self().baseValue(of: date)).map(DateAsMicroseconds.date)
  }

  /// The nearest microseconds.
  public func baseValue(of date: Date) throws -> Int64 {
    let count = DateAsMicroseconds.microseconds(nearestTo: date)
    guard let count, Self.range.contains(count) else {
      throw CodecError("the date is not between the years 4713 BC and 294246, as a timestamp is")
    }
    return count
  }

  /// The date nearest to microseconds.
  public func value(of count: Int64) throws -> Date {
    guard Self.range.contains(count) else {
      throw CodecError("\(count) microseconds from 1970 are not between 4713 BC and 294246")
    }
    return DateAsMicroseconds.date(count)
  }

  /// The beginning of 4713 BC, by the calendar that PostgreSQL uses, and that of 294247.
  private static let range: Range<Int64> = -210_863_520_000_000_000..<9_223_371_244_800_000_000
}
