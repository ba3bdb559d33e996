import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DateComponentsCodecTests {
  @Test func componentsComeBackEqual() throws {
    var random = CodecRandom()
    var samples = [DateComponents()] + random.values(100) { Self.components(&$0) }
    for path in Self.integers {
      for value in [0, 1, -1, Int.min, .max - 1] {
        var components = DateComponents()
        components[keyPath: path] = value
        samples.append(components)
      }
    }
    try CodecLaws(DateComponentsCodec(), samples).check(random: random)
  }

  @Test func storesJSONForAReaderAndForSQL() throws {
    let laws = CodecLaws(DateComponentsCodec(), [])
    #expect(try laws.stored(DateComponents()) == .text("{}"))
    let day = try laws.stored(DateComponents(year: 2026, month: 11, day: 21))
    #expect(day == .text(#"{"year":2026,"month":11,"day":21}"#))
    let table = try CodecTable(.text)
    #expect(try table.text("'' || (?1 ->> 'month')", of: day) == "11")
  }

  @Test func storesTheCalendarAndTheTimeZone() throws {
    var components = DateComponents(era: 1, year: 1402)
    components.isLeapMonth = true
    components.isRepeatedDay = false
    components.calendar = Calendar(identifier: .persian)
    components.timeZone = TimeZone(identifier: "Asia/Tehran")
    let laws = CodecLaws(DateComponentsCodec(), [components])
    #expect(
      try laws.stored(components)
        == .text(
          #"{"calendar":{"identifier":"persian","locale":"","timeZone":"Asia/Tehran","#
            + #""firstWeekday":1,"minimumDaysInFirstWeek":1},"timeZone":"Asia/Tehran","#
            + #""era":1,"year":1402,"isLeapMonth":true,"isRepeatedDay":false}"#))
    try laws.check(random: CodecRandom())
  }

  /// In Foundation nil and false are equal, so they must have one stored form.
  @Test func equalComponentsHaveEqualText() throws {
    let laws = CodecLaws(DateComponentsCodec(), [])
    var components = DateComponents(month: 4)
    components.isLeapMonth = false
    #expect(components == DateComponents(month: 4))
    #expect(try laws.stored(components) == laws.stored(DateComponents(month: 4)))
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
      try CodecLaws(DateComponentsCodec(), []).decode(.text(text))
    }
  }

  @Test func refusesTheUsersCalendar() {
    let components = Calendar.autoupdatingCurrent.dateComponents(
      in: .autoupdatingCurrent, from: Date())
    #expect(throws: CodecError.self) {
      try CodecLaws(DateComponentsCodec(), []).stored(components)
    }
  }

  private static let integers: [WritableKeyPath<DateComponents, Int?> & Sendable] = [
    \.era, \.year, \.month, \.day, \.hour, \.minute, \.second, \.nanosecond, \.weekday,
    \.weekdayOrdinal, \.quarter, \.weekOfMonth, \.weekOfYear, \.yearForWeekOfYear, \.dayOfYear,
  ]

  private static func components(_ random: inout CodecRandom) -> DateComponents {
    var components = DateComponents()
    for path in integers where Bool.random(using: &random) {
      components[keyPath: path] = Int.random(in: -5000...5000, using: &random)
    }
    if Bool.random(using: &random) { components.timeZone = TimeZone(identifier: "Asia/Tokyo") }
    if Bool.random(using: &random) { components.calendar = Calendar(identifier: .hebrew) }
    components.isLeapMonth = [nil, false, true].randomElement(using: &random) ?? nil
    components.isRepeatedDay = [nil, false, true].randomElement(using: &random) ?? nil
    return components
  }
}

struct CalendarCodecTests {
  @Test func calendarsOfEveryKindComeBackEqual() throws {
    let kinds: [Calendar.Identifier] = [
      .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew,
      .iso8601, .indian, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese,
      .persian, .republicOfChina, .bangla, .dangi, .gujarati, .kannada, .malayalam, .marathi,
      .odia, .tamil, .telugu, .vikram, .vietnamese,
    ]
    let plain = kinds.map { Calendar(identifier: $0) }
    let changed = try plain.map { calendar in
      var calendar = calendar
      calendar.locale = Locale(identifier: "de_DE")
      calendar.timeZone = try #require(TimeZone(identifier: "Asia/Kolkata"))
      calendar.firstWeekday = 4
      return calendar
    }
    var weeks = Calendar(identifier: .gregorian)
    weeks.minimumDaysInFirstWeek = 7
    try CodecLaws(CalendarCodec(), plain + changed + [weeks]).check(random: CodecRandom())
  }

  @Test func refusesTheUsersCalendar() {
    for calendar in [Calendar.current, .autoupdatingCurrent] {
      let error = #expect(throws: CodecError.self) {
        try CodecLaws(CalendarCodec(), []).stored(calendar)
      }
      #expect(error?.reason.contains("settings of the user") == true)
    }
  }

  /// In Foundation for Linux a tabular Islamic calendar with such a locale ends the process.
  @Test func refusesALocaleThatIsNotAvailable() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "de_ZZ")
    let error = #expect(throws: CodecError.self) {
      try CodecLaws(CalendarCodec(), []).stored(calendar)
    }
    #expect(error?.reason.contains("Locale.availableIdentifiers") == true)
    let text =
      #"{"identifier":"islamic-tbla","locale":"de_ZZ","timeZone":"GMT","firstWeekday":1,"#
      + #""minimumDaysInFirstWeek":1}"#
    #expect(throws: CodecError.self) { try CodecLaws(CalendarCodec(), []).decode(.text(text)) }
  }

  @Test func takesEveryLocaleThatIsAvailable() throws {
    let laws = CodecLaws(CalendarCodec(), [])
    for locale in Locale.availableIdentifiers {
      var calendar = Calendar(identifier: .islamicTabular)
      calendar.locale = Locale(identifier: locale)
      #expect(try laws.decode(laws.stored(calendar)) == calendar)
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
    #expect(throws: CodecError.self) { try CodecLaws(CalendarCodec(), []).decode(.text(text)) }
  }
}
