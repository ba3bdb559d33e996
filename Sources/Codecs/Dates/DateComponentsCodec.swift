public import Foundation
public import PersistentObjectsCodec

// The stored form of date components, a JSON object in the grammar of `FieldWriter.swift`. Fields
// without a value are left out; the others have this order:
//
//   calendar                                      an object, see `CalendarCodec.swift`
//   timeZone                                      an identifier, see `TimeZoneCodec`
//   era year month day hour minute second nanosecond
//   weekday weekdayOrdinal quarter weekOfMonth weekOfYear yearForWeekOfYear dayOfYear
//   isLeapMonth                                   true; false and nil are equal in Foundation
//   isRepeatedDay                                 true | false
//
// The text for no components at all is {}.

/// Stores `DateComponents` as TEXT: a JSON object of the components that have a value, as in
/// `{"year":2026,"month":11,"day":21}`, which SQL's JSON functions can read: `due ->> 'year'`.
///
/// ```swift
/// var due: DateComponents  // due TEXT: {"year":2026,"month":11,"day":21}
/// ```
///
/// Equal components have equal text. `isLeapMonth` of false comes back as nil, which equals it.
/// ``CalendarCodec`` and ``TimeZoneCodec`` must accept the calendar and the time zone; they refuse
/// `Calendar.current`. `DateComponents` has no order.
public struct DateComponentsCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-components 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-components") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the components; throws if a calendar or time zone cannot be stored.
  public func encode(_ value: DateComponents, into column: inout ColumnWriter) throws {
    column.write(try value.storedText())
  }

  /// Reads the components; throws if the text is not in the stored form.
  public func decode(from column: borrowing ColumnReader) throws -> DateComponents {
    try column.fields(otherwise: "are not date components in their stored form") {
      try DateComponents(stored: &$0)
    }
  }
}

extension DateComponents {
  fileprivate func storedText() throws -> String {
    var fields = FieldWriter()
    fields.write("calendar", value: try calendar?.storedText())
    fields.write("timeZone", identifier: try timeZone?.storedIdentifier())
    var components = self
    components.forEachInteger { fields.write($0, value: $1) }
    fields.write("isLeapMonth", value: isLeapMonth == true ? true : nil)
    fields.write("isRepeatedDay", value: isRepeatedDay)
    return fields.end()
  }

  fileprivate init(stored fields: inout FieldReader) throws {
    self.init()
    let calendar = try fields.object("calendar") { try Calendar(stored: &$0) }
    self.calendar = calendar
    timeZone = try fields.identifier("timeZone").map { try TimeZone(stored: $0) }
    // The time zone is also the calendar's, so the two must not differ.
    guard self.calendar == calendar else {
      throw CodecError("the calendar is in another time zone")
    }
    try forEachInteger { $1 = try fields.integer($0) }
    isLeapMonth = try fields.boolean("isLeapMonth")
    if isLeapMonth == false { throw CodecError("isLeapMonth is stored only if it is true") }
    isRepeatedDay = try fields.boolean("isRepeatedDay")
  }

  /// Calls `body` with the name and the value of each integer, in the order of the stored form.
  private mutating func forEachInteger(
    _ body: (_ name: StaticString, _ value: inout Int?) throws -> Void
  ) rethrows {
    try body("era", &era)
    try body("year", &year)
    try body("month", &month)
    try body("day", &day)
    try body("hour", &hour)
    try body("minute", &minute)
    try body("second", &second)
    try body("nanosecond", &nanosecond)
    try body("weekday", &weekday)
    try body("weekdayOrdinal", &weekdayOrdinal)
    try body("quarter", &quarter)
    try body("weekOfMonth", &weekOfMonth)
    try body("weekOfYear", &weekOfYear)
    try body("yearForWeekOfYear", &yearForWeekOfYear)
    try body("dayOfYear", &dayOfYear)
  }
}
