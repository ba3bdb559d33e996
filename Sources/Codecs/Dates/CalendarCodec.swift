public import Foundation
public import PersistentObjectsCodec
import PersistentObjectsKeyedArchive

// The stored form of a calendar, a JSON object in the grammar of `FieldWriter.swift`, always with
// all fields:
//
//   {"identifier":"gregorian","locale":"de_DE","timeZone":"Europe/Berlin",
//    "firstWeekday":2,"minimumDaysInFirstWeek":4}
//
// without the line break. Foundation compares calendars by these fields. Defaults are written too,
// since they depend on the process and on the version of its tables.

/// Stores `Calendar` as TEXT: a JSON object of its identifier, locale, time zone, first weekday and
/// minimum number of days in the first week, which SQL's JSON functions can read.
///
/// ```swift
/// var calendar: Calendar  // calendar TEXT: {"identifier":"gregorian",…}
/// ```
///
/// `Calendar.current` and `Calendar.autoupdatingCurrent` are refused, since their locale is the
/// user's: see ``LocaleCodec``. Save `Calendar(identifier:)` with a locale and a time zone set. The
/// locale must be the empty one or one of `Locale.availableIdentifiers`.
public struct CalendarCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `calendar 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("calendar") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the fields; throws if they do not restore the same calendar.
  public func encode(_ value: Calendar, into column: inout ColumnWriter) throws {
    column.write(try value.storedText())
  }

  /// Reads the calendar; throws if the text is not in the stored form.
  public func decode(from column: borrowing ColumnReader) throws -> Calendar {
    try column.fields(otherwise: "is not a calendar in its stored form") {
      try Calendar(stored: &$0)
    }
  }
}

extension Calendar {
  /// Returns the stored form; throws if it does not restore the same calendar.
  func storedText() throws -> String {
    guard let name = CalendarName.texts[identifier] else {
      throw CodecError("calendars of the kind \(identifier) cannot be stored")
    }
    let locale = try storedLocale()
    var fields = FieldWriter()
    fields.write("identifier", identifier: name)
    fields.write("locale", identifier: locale)
    fields.write("timeZone", identifier: try timeZone.storedIdentifier())
    fields.write("firstWeekday", value: firstWeekday)
    fields.write("minimumDaysInFirstWeek", value: minimumDaysInFirstWeek)
    return fields.end()
  }

  /// Makes a calendar from its stored fields.
  init(stored fields: inout FieldReader) throws {
    guard let name = try fields.identifier("identifier"),
      let locale = try fields.identifier("locale"),
      let timeZone = try fields.identifier("timeZone"),
      let firstWeekday = try fields.integer("firstWeekday"),
      let minimumDays = try fields.integer("minimumDaysInFirstWeek")
    else { throw FieldReader.malformed }
    guard let identifier = CalendarName.identifiers[name], 1...7 ~= firstWeekday,
      1...7 ~= minimumDays
    else { throw CodecError("there is no such calendar") }
    guard LocaleName.isSafe(locale) else { throw Self.unknown(locale: locale) }
    self.init(identifier: identifier)
    self.locale = Locale(identifier: locale)
    self.timeZone = try TimeZone(stored: timeZone)
    self.firstWeekday = firstWeekday
    self.minimumDaysInFirstWeek = minimumDays
  }

  private func storedLocale() throws -> String {
    do {
      let locale = try (locale ?? Locale(identifier: "")).storedIdentifier()
      guard LocaleName.isSafe(locale) else { throw Self.unknown(locale: locale) }
      return locale
    } catch let error as CodecError {
      throw CodecError("the calendar cannot be stored, because of its locale: \(error.reason)")
    }
  }

  private static func unknown(locale: String) -> CodecError {
    CodecError("\(Excerpt(locale)) is not one of Locale.availableIdentifiers")
  }
}
