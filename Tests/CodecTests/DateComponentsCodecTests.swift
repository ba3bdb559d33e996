import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DateComponentsCodecTests {
  @Test func componentsComeBackEqual() async throws {
    var samples = [DateComponents()]
    for path in Self.integers {
      for value in [0, 1, -1, Int.min, .max - 1] {
        var components = DateComponents()
        components[keyPath: path] = value
        samples.append(components)
      }
    }
    try await verifyCodec(
      DateComponentsCodec(), samples: samples, generator: { Self.components(&$0) })
  }

  @Test func storesJSONForAReaderAndForSQL() throws {
    let codec = DateComponentsCodec()
    #expect(try codec.stored(DateComponents()) == .text("{}"))
    let day = try codec.stored(DateComponents(year: 2026, month: 11, day: 21))
    #expect(day == .text(#"{"year":2026,"month":11,"day":21}"#))
    let sql = try SQLExpression()
    #expect(try sql.value("'' || (?1 ->> 'month')", of: day) == .text("11"))
  }

  @Test func storesTheCalendarAndTheTimeZone() async throws {
    var components = DateComponents(era: 1, year: 1402)
    components.isLeapMonth = true
    components.isRepeatedDay = false
    components.calendar = Calendar(identifier: .persian)
    components.timeZone = TimeZone(identifier: "Asia/Tehran")
    #expect(
      try DateComponentsCodec().stored(components)
        == .text(
          #"{"calendar":{"identifier":"persian","locale":"","timeZone":"Asia/Tehran","#
            + #""firstWeekday":1,"minimumDaysInFirstWeek":1},"timeZone":"Asia/Tehran","#
            + #""era":1,"year":1402,"isLeapMonth":true,"isRepeatedDay":false}"#))
    try await verifyCodec(DateComponentsCodec(), samples: [components])
  }

  /// Foundation considers nil and false equal, so they must have the same stored form.
  @Test func equalComponentsHaveEqualText() throws {
    let codec = DateComponentsCodec()
    var components = DateComponents(month: 4)
    components.isLeapMonth = false
    #expect(components == DateComponents(month: 4))
    let stored = try codec.stored(components)
    #expect(try stored == codec.stored(DateComponents(month: 4)))
    #expect(try codec.decoded(stored) == components)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}{}", "{} ", "{,}", #"{"year":2026,}"#, #"{ "year":2026}"#,
    #"{"year": 2026}"#, #"{"year":"2026"}"#, #"{"year":02026}"#, #"{"year":-0}"#, #"{"year":}"#,
    #"{"month":1,"year":2026}"#, #"{"year":2026,"year":2026}"#, #"{"years":2026}"#,
    #"{"year":2026.0}"#, #"{"day":9223372036854775807}"#, #"{"day":9223372036854775808}"#,
    #"{"isLeapMonth":false}"#, #"{"isLeapMonth":1}"#, #"{"timeZone":"Nowhere"}"#,
    #"{"timeZone":"UTC"}"#, #"{"timeZone":"Europe/Berlin}"#, #"{"calendar":{}}"#,
    #"{"calendar":{"identifier":"gregorian","locale":"","timeZone":"GMT","firstWeekday":1,"#
      + #""minimumDaysInFirstWeek":1},"timeZone":"Asia/Tokyo"}"#,
    #"{"year":99999999999999999999999999999999999999999}"#,
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) {
      try DateComponentsCodec().decoded(.text(text))
    }
  }

  @Test func refusesTheUsersCalendar() {
    let components = Calendar.autoupdatingCurrent.dateComponents(
      in: .autoupdatingCurrent, from: Date())
    #expect(throws: CodecError.self) {
      try DateComponentsCodec().stored(components)
    }
  }

  private static let integers: [any WritableKeyPath<DateComponents, Int?> & Sendable] = [
    \.era, \.year, \.month, \.day, \.hour, \.minute, \.second, \.nanosecond, \.weekday,
    \.weekdayOrdinal, \.quarter, \.weekOfMonth, \.weekOfYear, \.yearForWeekOfYear, \.dayOfYear,
  ]

  private static func components(_ source: inout ValueSource) -> DateComponents {
    var components = DateComponents()
    for path in integers where source.bool() {
      components[keyPath: path] = source.integer(in: -5000...5000)
    }
    if source.bool() { components.timeZone = TimeZone(identifier: "Asia/Tokyo") }
    if source.bool() { components.calendar = Calendar(identifier: .hebrew) }
    // Not false: Foundation considers it equal to nil, but gives it another hash.
    components.isLeapMonth = source.element(of: [nil, true])
    components.isRepeatedDay = source.element(of: [nil, false, true])
    return components
  }
}

struct CalendarCodecTests {
  @Test func calendarsOfEveryKindComeBackEqual() async throws {
    let plain = Self.kinds.map { Calendar(identifier: $0) }
    let changed = try plain.map { calendar in
      var calendar = calendar
      calendar.locale = Locale(identifier: "de_DE")
      calendar.timeZone = try #require(TimeZone(identifier: "Asia/Kolkata"))
      calendar.firstWeekday = 4
      return calendar
    }
    var weeks = Calendar(identifier: .gregorian)
    weeks.minimumDaysInFirstWeek = 7
    try await verifyCodec(
      CalendarCodec(), samples: plain + changed + [weeks], generator: { Self.calendar(&$0) })
  }

  @Test func refusesTheUsersCalendar() {
    for calendar in [Calendar.current, .autoupdatingCurrent] {
      let error = #expect(throws: CodecError.self) {
        try CalendarCodec().stored(calendar)
      }
      #expect(error?.reason.contains("user settings") == true)
    }
  }

  /// A calendar with such a locale, when tabular Islamic, ends the process in Foundation for Linux.
  @Test func refusesALocaleThatIsNotAvailable() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "de_ZZ")
    let error = #expect(throws: CodecError.self) {
      try CalendarCodec().stored(calendar)
    }
    #expect(error?.reason.contains("Locale.availableIdentifiers") == true)
    let text =
      #"{"identifier":"islamic-tbla","locale":"de_ZZ","timeZone":"GMT","firstWeekday":1,"#
      + #""minimumDaysInFirstWeek":1}"#
    #expect(throws: CodecError.self) { try CalendarCodec().decoded(.text(text)) }
  }

  @Test func takesEveryLocaleThatIsAvailable() throws {
    let codec = CalendarCodec()
    for locale in Locale.availableIdentifiers {
      var calendar = Calendar(identifier: .islamicTabular)
      calendar.locale = Locale(identifier: locale)
      #expect(try codec.decoded(codec.stored(calendar)) == calendar)
    }
  }

  @Test(arguments: [
    "", "{}", "gregorian",
    #"{"identifier":"gregorian","locale":"","timeZone":"GMT","firstWeekday":8,"#
      + #""minimumDaysInFirstWeek":1}"#,
    #"{"identifier":"gregorian","locale":"","timeZone":"GMT","firstWeekday":0,"#
      + #""minimumDaysInFirstWeek":1}"#,
    #"{"identifier":"gregorian","locale":"","timeZone":"GMT","firstWeekday":1,"#
      + #""minimumDaysInFirstWeek":9}"#,
    #"{"identifier":"julian","locale":"","timeZone":"GMT","firstWeekday":1,"#
      + #""minimumDaysInFirstWeek":1}"#,
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) { try CalendarCodec().decoded(.text(text)) }
  }

  private static let kinds: [Calendar.Identifier] = [
    .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew,
    .iso8601, .indian, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese,
    .persian, .republicOfChina, .bangla, .dangi, .gujarati, .kannada, .malayalam, .marathi,
    .odia, .tamil, .telugu, .vikram, .vietnamese,
  ]

  private static func calendar(_ source: inout ValueSource) -> Calendar {
    var calendar = Calendar(identifier: source.element(of: kinds))
    if source.bool() { calendar.locale = Locale(identifier: source.element(of: ["de_DE", "ja"])) }
    calendar.timeZone = TimeZone(secondsFromGMT: 60 * source.integer(in: -1080...1080)) ?? .gmt
    calendar.firstWeekday = source.integer(in: 1...7)
    calendar.minimumDaysInFirstWeek = source.integer(in: 1...7)
    return calendar
  }
}
