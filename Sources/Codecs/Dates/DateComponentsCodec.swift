public import Foundation
public import PersistentObjectsEngine

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
// No components at all are {}.

/// Stores `DateComponents` as TEXT: a JSON object of the components that have a value, as in
/// `{"year":2026,"month":11,"day":21}`, which SQL's JSON functions read: `due ->> 'year'`.
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
    let text = try value.storedText()
    text.withUnsafeBufferPointer { column.write(utf8: $0) }
  }

  /// Reads the components; throws if the text is not in the stored form.
  public func decode(from column: borrowing ColumnReader) throws -> DateComponents {
    try column.withUTF8 { text in
      do {
        var fields = try FieldReader(text)
        let components = try DateComponents(stored: &fields)
        try fields.end()
        return components
      } catch let error as CodecError {
        throw CodecError("\(Excerpt(text)) are not date components as stored: \(error.reason)")
      }
    }
  }
}

extension DateComponents {
  fileprivate func storedText() throws -> [UInt8] {
    var fields = FieldWriter()
    if let calendar { fields.write("calendar", object: try calendar.storedText()) }
    if let timeZone { fields.write("timeZone", identifier: try timeZone.storedIdentifier()) }
    writeTime(to: &fields)
    writeWeeks(to: &fields)
    fields.write("isLeapMonth", boolean: isLeapMonth == true ? true : nil)
    fields.write("isRepeatedDay", boolean: isRepeatedDay)
    return fields.text()
  }

  private func writeTime(to fields: inout FieldWriter) {
    fields.write("era", integer: era)
    fields.write("year", integer: year)
    fields.write("month", integer: month)
    fields.write("day", integer: day)
    fields.write("hour", integer: hour)
    fields.write("minute", integer: minute)
    fields.write("second", integer: second)
    fields.write("nanosecond", integer: nanosecond)
  }

  private func writeWeeks(to fields: inout FieldWriter) {
    fields.write("weekday", integer: weekday)
    fields.write("weekdayOrdinal", integer: weekdayOrdinal)
    fields.write("quarter", integer: quarter)
    fields.write("weekOfMonth", integer: weekOfMonth)
    fields.write("weekOfYear", integer: weekOfYear)
    fields.write("yearForWeekOfYear", integer: yearForWeekOfYear)
    fields.write("dayOfYear", integer: dayOfYear)
  }

  fileprivate init(stored fields: inout FieldReader) throws {
    self.init()
    let calendar = try fields.object("calendar") { try Calendar(stored: &$0) }
    self.calendar = calendar
    timeZone = try fields.identifier("timeZone").map { try TimeZone(stored: $0) }
    // The time zone is also the calendar's, so the two cannot differ.
    guard self.calendar == calendar else {
      throw CodecError("the calendar is in another time zone")
    }
    try readTime(from: &fields)
    try readWeeks(from: &fields)
    isLeapMonth = try fields.boolean("isLeapMonth")
    if isLeapMonth == false { throw CodecError("a month that is no leap month is not stored") }
    isRepeatedDay = try fields.boolean("isRepeatedDay")
  }

  private mutating func readTime(from fields: inout FieldReader) throws {
    era = try fields.integer("era")
    year = try fields.integer("year")
    month = try fields.integer("month")
    day = try fields.integer("day")
    hour = try fields.integer("hour")
    minute = try fields.integer("minute")
    second = try fields.integer("second")
    nanosecond = try fields.integer("nanosecond")
  }

  private mutating func readWeeks(from fields: inout FieldReader) throws {
    weekday = try fields.integer("weekday")
    weekdayOrdinal = try fields.integer("weekdayOrdinal")
    quarter = try fields.integer("quarter")
    weekOfMonth = try fields.integer("weekOfMonth")
    weekOfYear = try fields.integer("weekOfYear")
    yearForWeekOfYear = try fields.integer("yearForWeekOfYear")
    dayOfYear = try fields.integer("dayOfYear")
  }
}
