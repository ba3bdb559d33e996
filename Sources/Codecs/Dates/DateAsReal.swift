public import Foundation
public import PersistentObjectsEngine

/// Stores `Date` as REAL: seconds since 2001-01-01 00:00:00 UTC, the very `Double` that a date
/// holds.
///
/// Exact and ordered for every date, infinitely distant ones included. SQL reads it with
/// `datetime(born + 978307200, 'unixepoch')`. Seconds since 1970 would be handier but not exact:
/// adding 31 years rounds two dates out of three. Only a date of NaN seconds is refused. −0
/// seconds, the same moment as 0, is stored as 0.
public struct DateAsReal: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-real 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-real") }
  /// REAL.
  public var storage: StorageClass { .real }
  /// A moment.
  public var meaning: StoredMeaning? { .instant }

  /// Writes the seconds; throws for NaN.
  public func encode(_ date: Date, into column: inout ColumnWriter) throws {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isNaN { throw CodecError("a date of NaN seconds is at no time and has no order") }
    try column.write(seconds + 0)
  }

  /// Reads the seconds; an integer, as a person may have entered it, is read too.
  public func decode(from column: borrowing ColumnReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try DoubleCodec().decode(from: column))
  }
}
