import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct CalendarDayTests {
  @Test func knowsWhichDaysThereAre() {
    for (year, month, day) in [
      (2023, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
      (-1, 2, 29), (1_000_000, 1, 1), (-1_000_000, 12, 31), (.max, 1, 1), (.min, .min, .min),
    ] {
      #expect(CalendarDay(year: year, month: month, day: day) == nil, "\(year)-\(month)-\(day)")
    }
    for (year, month, day) in [
      (2024, 2, 29), (2000, 2, 29), (0, 2, 29), (-4, 2, 29), (-999_999, 1, 1), (999_999, 12, 31),
    ] {
      let made = CalendarDay(year: year, month: month, day: day)
      #expect(made.map { [$0.year, $0.month, $0.day] } == [year, month, day])
    }
  }

  /// Compares the calendar with SQLite's own date functions, over all years that they support.
  @Test func countsDaysAsSQLDoes() throws {
    var random = ValueSource()
    let sql = try SQLExpression()
    let start = try #require(CalendarDay(year: 2001, month: 1, day: 1))
    for _ in 0..<2000 {
      let days = Int.random(in: -730_850..<2_921_575, using: &random)
      let text = try sql.value("date('2001-01-01', ?1)", of: .text("\(days) days"))
      let day = try #require(start.adding(days: days))
      #expect(.text(day.description) == text)
      #expect(start.days(to: day) == days)
      let weekday = try sql.value("strftime('%w', ?1)", of: .text(day.description))
      #expect(weekday == Self.week.firstIndex(of: day.weekday).map { .text("\($0)") })
    }
  }

  /// Each day's numbers follow from those of the day before. Crosses the ends of all months of
  /// several years, near and far.
  @Test func goesFromDayToDay() throws {
    for year in [-999_999, -401, -1, 0, 1, 1900, 2000, 2026, 9999, 10_000, 999_998] {
      var day = try #require(CalendarDay(year: year, month: 1, day: 1))
      for _ in 0..<366 {
        let next = try #require(day.adding(days: 1))
        let sameMonth = CalendarDay(year: day.year, month: day.month, day: day.day + 1)
        let sameYear = CalendarDay(year: day.year, month: day.month + 1, day: 1)
        let expected = sameMonth ?? sameYear ?? CalendarDay(year: day.year + 1, month: 1, day: 1)
        #expect(next == expected && day < next && next.adding(days: -1) == day)
        day = next
      }
    }
  }

  @Test func endsAtTheLastDay() {
    #expect(CalendarDay.latest.description == "+999999-12-31")
    #expect(CalendarDay.earliest.description == "-999999-01-01")
    #expect(CalendarDay.latest.adding(days: 1) == nil)
    #expect(CalendarDay.earliest.adding(days: -1) == nil)
    for days in [Int.max, .min, .max - 1] { #expect(CalendarDay.latest.adding(days: days) == nil) }
    let whole = CalendarDay.earliest.days(to: .latest)
    #expect(CalendarDay.earliest.adding(days: whole) == .latest)
    #expect(CalendarDay.latest.days(to: .earliest) == -whole)
  }

  @Test(arguments: [
    "2026-11-21", "0000-01-01", "9999-12-31", "+10000-01-01", "-0001-12-31", "-0044-03-15",
    "-9999-01-01", "-10000-01-01", "-999999-01-01", "+999999-12-31",
  ])
  func readsWhatItWrites(_ text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.description == text)
    let json = try JSONEncoder().encode([day])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == [day])
  }

  @Test(arguments: [
    "", "2026-11-1", "2026-1-011", "2026-11-31", "+2026-11-21", "-0000-01-01", "+010000-01-01",
    "-00044-03-15", "-44-03-15", "10000-01-01", "2026-11-21 ", " 2026-11-21", "2026/11/21",
    "+1000000-01-01", "２026-11-21", "2026-11-21 00:00:00", "-0044-02-30", "+-9999-01-01",
    "-012345-01-01", "+012345-01-01",
  ])
  func readsNothingElse(_ text: String) {
    #expect(CalendarDay(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay].self, from: JSONEncoder().encode([text]))
    }
  }

  private static let week: [Locale.Weekday] = [
    .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
  ]
}

struct CalendarDayAndDateTests {
  @Test func dependsOnTheTimeZone() throws {
    let moment = try #require(ISO8601DateFormatter().date(from: "2026-11-21T23:30:00Z"))
    #expect(CalendarDay(moment, in: .gmt) == CalendarDay("2026-11-21"))
    #expect(CalendarDay(moment, in: try Self.zone("Asia/Tokyo")) == CalendarDay("2026-11-22"))
    var calendar = Calendar(identifier: .buddhist)
    calendar.timeZone = try Self.zone("America/New_York")
    #expect(CalendarDay(moment, in: calendar) == CalendarDay("2026-11-21"))
    #expect(CalendarDay(Date(timeIntervalSinceReferenceDate: -0.001), in: .gmt)?.year == 2000)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 3.2e13, -3.2e13, 3.99e13])
  func hasNoDayTooFarAway(_ seconds: Double) {
    #expect(CalendarDay(Date(timeIntervalSinceReferenceDate: seconds), in: .gmt) == nil)
  }

  @Test(arguments: ["GMT", "Europe/Berlin", "America/Sao_Paulo", "Asia/Tehran", "Pacific/Apia"])
  func startsWhereTheDayBeforeEnds(_ identifier: String) throws {
    var random = ValueSource(identifier)
    let zone = try Self.zone(identifier)
    let first = try #require(CalendarDay("1900-01-01"))
    for _ in 0..<2000 {
      let days = Int.random(in: 0..<50_000, using: &random)
      let day = try #require(first.adding(days: days))
      if day.description == "2011-12-30" { continue }  // not in Apia
      let start = day.start(in: zone)
      #expect(CalendarDay(start, in: zone) == day, "\(day)")
      let before = CalendarDay(start.addingTimeInterval(-1), in: zone)
      #expect(before.map { $0 < day } == true, "\(day)")
    }
  }

  /// Days on which clocks change at midnight, are set back across midnight, or skip a day.
  @Test(arguments: [
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),  // 00:00 became 01:00
    ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z"),  // 00:00 became 23:00
    ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z"),  // 00:01 became 23:01
    ("America/St_Johns", "2010-03-14", "2010-03-14T03:30:00Z"),  // 00:01 became 01:01
    ("America/Havana", "2020-11-01", "2020-11-01T04:00:00Z"),  // 01:00 became 00:00
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),  // not a day there
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
    ("Pacific/Kiritimati", "2020-01-01", "2019-12-31T10:00:00Z"),
  ])
  func findsTheFirstMoment(_ zone: String, _ day: String, _ start: String) throws {
    let day = try #require(CalendarDay(day))
    #expect(
      try day.start(in: Self.zone(zone)) == #require(ISO8601DateFormatter().date(from: start)))
  }

  @Test func agreesWithISO8601Calendars() throws {
    var random = ValueSource()
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try Self.zone("Europe/Berlin")
    for _ in 0..<500 {
      let date = Date(
        timeIntervalSinceReferenceDate: Double.random(in: -13e9...60e9, using: &random))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let day = try #require(CalendarDay(date, in: calendar))
      #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
      #expect(day.start(in: calendar) == calendar.startOfDay(for: date))
    }
  }

  private static func zone(_ identifier: String) throws -> TimeZone {
    try #require(TimeZone(identifier: identifier))
  }
}

struct CalendarDayCodecTests {
  @Test func daysAreExactAndOrdered() async throws {
    let edges = [
      "2026-11-21", "0000-01-01", "-0001-12-31", "9999-12-31", "+10000-01-01", "-9999-01-01",
      "-10000-12-31", "0001-01-01", "2000-02-29", "-0004-02-29", "-0044-03-15", "+99999-12-31",
    ].compactMap { CalendarDay($0) }
    let whole = CalendarDay.earliest.days(to: .latest)
    let birthOfYears = CalendarDay.earliest.days(to: edges[1])
    try await verifyCodec(
      CalendarDayCodec(), samples: edges + [.earliest, .latest],
      generator: { source in
        let days =
          source.bool()
          ? source.integer(in: 0...whole)
          : birthOfYears + source.integer(in: -10_000...20_000)
        return CalendarDay.earliest.adding(days: days) ?? .earliest
      })
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-21"), ("0000-01-01", "0000-01-01"), ("+12345-01-01", "~012345-01-01"),
    ("-0044-03-15", "-999955-03-15 -0044-03-15"), ("-999999-01-01", "-000000-01-01 -999999-01-01"),
  ])
  func storesADay(_ day: String, _ text: String) throws {
    #expect(try CalendarDay(day).map(CalendarDayCodec().stored) == .text(text))
  }

  @Test(arguments: [
    "", "2026-11-31", "2026-11-21 00:00:00", "2026-11-21 ", "~002026-11-21", "+12345-01-01",
    "-999955-03-15", "-999955-03-15 -0045-03-15", "-0044-03-15", "~12345-01-01", "~012345-01-01 ",
    "~1000000-01-01", "x 2026-11-21",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) {
      try CalendarDayCodec().decoded(.text(text))
    }
  }

  @Test func isStandard() {
    #expect(CodecRegistry.standard.codec(for: CalendarDay?.self) is OptionalCodec<CalendarDayCodec>)
  }
}
