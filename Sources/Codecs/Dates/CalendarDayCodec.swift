public import PersistentObjectsCodec

/// Stores `CalendarDay` as TEXT: `YYYY-MM-DD`, as in `2026-11-21`, which SQL's date functions can
/// read.
///
/// ```swift
/// var due: CalendarDay  // due TEXT: 2026-11-21
/// ```
///
/// Years outside 0000 to 9999 have a longer form, so that all texts sort as the days do;
/// `CalendarDayText.swift` has the grammar. Reading is strict: a day that does not exist, or one
/// followed by a time, is an error.
public struct CalendarDayCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `calendar-day 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("calendar-day") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the day.
  public func encode(_ value: CalendarDay, into column: inout ColumnWriter) throws {
    column.writeText(capacity: CalendarDayText.capacity) { CalendarDayText.write(value, to: &$0) }
  }

  /// Reads the day; throws if the text is not in this form.
  public func decode(from column: borrowing ColumnReader) throws -> CalendarDay {
    try column.parsed(as: "a day of the form YYYY-MM-DD", by: CalendarDayText.read)
  }
}
