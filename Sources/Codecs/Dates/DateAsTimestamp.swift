public import Foundation
public import PersistentObjectsCodec

/// Stores `Date` to the nearest microsecond, in the database's own type for moments if it has one:
/// `timestamp with time zone` on PostgreSQL. Otherwise the column is INTEGER: microseconds since
/// 1970-01-01 00:00:00 UTC.
///
/// ```swift
/// @Column(codec: DateAsTimestamp()) var made: Date  // made INTEGER: 1795219200000000
/// ```
///
/// Use it for tables that other programs read, if microseconds are precise enough for their dates.
/// `Date()` is more precise: dates of today have steps of an eighth of a microsecond, so most of
/// them come back up to half a microsecond earlier or later. A date that has been read is stored
/// unchanged from then on. ``DateCodec`` keeps every date as it is, and ``DateAsMicroseconds``
/// refuses the dates that it would have to round.
///
/// A date before 4713 BC or after the year 294246 is an error: no `timestamp` holds it.
public struct DateAsTimestamp: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-timestamp 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-timestamp") }
  /// INTEGER.
  public var base: Int64Codec { Int64Codec() }
  /// A moment, in the database's own type for moments.
  public var meaning: StoredMeaning? { .timestamp }

  /// Returns the date that is read back after a date is stored; nil if the date cannot be stored.
  public static func rounded(_ date: Date) -> Date? {
    (try? Self().baseValue(of: date)).map(DateAsMicroseconds.date)
  }

  /// Returns the nearest number of microseconds since 1970.
  public func baseValue(of date: Date) throws -> Int64 {
    let count = DateAsMicroseconds.microseconds(nearestTo: date)
    guard let count, Self.range.contains(count) else {
      throw CodecError("the date is outside the range of a timestamp, the years 4713 BC to 294246")
    }
    return count
  }

  /// Returns the date nearest to a number of microseconds.
  public func value(of count: Int64) throws -> Date {
    guard Self.range.contains(count) else {
      throw CodecError("\(count) microseconds from 1970 are not between 4713 BC and 294246")
    }
    return DateAsMicroseconds.date(count)
  }

  /// The range from the beginning of 4713 BC, in PostgreSQL's calendar, to the beginning of 294247.
  private static let range: Range<Int64> = -210_863_520_000_000_000..<9_223_371_244_800_000_000
}
