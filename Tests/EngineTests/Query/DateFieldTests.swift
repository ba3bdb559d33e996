import Foundation
import PersistentObjects
import PersistentObjectsDriver
import TestSupport
import Testing

@Persistent final class Event {
  var number: Int
  var time: Date
  var end: Date?
  @Column(codec: DateAsReal()) var other: Date
  @Column(codec: DateAsMicroseconds()) var third: Date = Date(timeIntervalSinceReferenceDate: 0)
  @Transient var life = Lifetime()
}

@Suite struct DateFieldTests {
  static let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia",
    "Etc/UTC", "Etc/GMT-3",
  ]

  private static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  /// Dates around changes of clocks, days and years, and from long ago.
  private static func dates(_ n: inout RandomNumbers) -> [Date] {
    let seconds = (0..<60).map { _ in
      Double(Int.random(in: -12_000_000_000...8_000_000_000, using: &n)) + n.one([0, 0.25, 0.999])
    }
    let edges: [Double] = [0, -1, 0.5, 951_782_399, 951_868_800, 1_698_541_200, 1_711_846_799]
    return (seconds + edges).map { Date(timeIntervalSince1970: $0) }
  }

  @Test(arguments: zones) func meanWhatCalendarsMean(zone: String) throws {
    var n = RandomNumbers(seed: 5)
    let dates = Self.dates(&n)
    let (timeZone, calendar) = (TimeZone(identifier: zone) ?? .gmt, Self.calendar(zone))
    try TemporaryStore.run { _, session in
      try session.save(
        contentsOf: dates.enumerated().map { Event(number: $0, time: $1, other: $1) })
      let rows = try Event.query.order(by: \.number).select {
        (
          $0.time.year(in: timeZone), $0.time.month(in: timeZone), $0.time.day(in: timeZone),
          $0.time.weekday(in: timeZone), $0.time.hour(in: timeZone),
          $0.time.minute(in: timeZone), $0.time.second(in: timeZone),
          $0.time.dayOfYear(in: timeZone)
        )
      }.find(in: session)
      #expect(rows.count == dates.count)
      for (row, date) in zip(rows, dates) {
        let parts = calendar.dateComponents(
          [.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
        #expect(
          [row.0, row.1, row.2, row.3, row.4, row.5, row.6] == [
            parts.year, parts.month, parts.day, parts.weekday, parts.hour, parts.minute,
            parts.second,
          ], "\(date)")
        #expect(row.7 == calendar.ordinality(of: .day, in: .year, for: date))
      }
    }
  }

  @Test(arguments: [
    "2001x13x45 99:99:99", "2001-00-01 00:00:00", "2001-13-01 00:00:00", "2001-01-00 00:00:00",
    "2001-04-31 00:00:00", "1900-02-29 00:00:00", "2001-01-01 24:00:00", "2001-01-01 00:60:00",
    "2001-01-01 00:00:60", "2001-01-01T00:00:00", "2001-01-01 00:00:00,5", "2001-01-01 00:00:00.",
    "2001-01-01 00:00:00Z", "2001-01-01 00-00:00", "2001-01-01", "",
  ])
  func areNotReadFromOtherTexts(text: String) {
    #expect(Moment(text: text) == nil)
  }

  @Test(arguments: ["2000-02-29 23:59:59", "0000-12-31 00:00:00.5", "9999-12-31 23:59:59.125"])
  func areReadFromTheirStoredForm(text: String) throws {
    let moment = try #require(Moment(text: text))
    #expect(moment.field(.day, in: "UTC") == Int64(text.dropFirst(8).prefix(2)))
  }

  @Test(.notOnPostgreSQL("Its columns hold nothing but dates."))
  func areAnErrorInADamagedRow() throws {
    try TemporaryStore.run { _, session in
      let start = Date(timeIntervalSinceReferenceDate: 0)
      try session.given(Event(number: 1, time: start, other: start))
      try session.execute("UPDATE event SET time = '2001x13x45 99:99:99'")
      let error = failure { _ = try Event.find(in: session) { $0.time.year() == 2002 } }
      #expect(error != nil)
    }
  }

  /// Foundation stops the process on Linux for some names that begin like an offset.
  @Test(arguments: ["GMT+12:x7", "UTC+1:", "GMT+0100", "GMT+", "Mars/Olympus"])
  func haveNoValueInWhatIsNoZone(name: String) throws {
    let moment = try #require(Moment(text: "2001-01-01 00:00:00"))
    #expect(moment.field(.hour, in: name) == nil)
    #expect(moment.startOfDay(in: name) == nil)
    #expect(moment.field(.year, in: "UTC") == 2001)
  }

  /// PostgreSQL takes them for abbreviations of a fixed offset.
  @Test(arguments: ["CET", "EET", "MET", "WET"])
  func refuseZonesThatAreAbbreviations(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Event.self)
      let field = failure { _ = try Event.find(in: session) { $0.time.hour(in: zone) == 14 } }
      let start = failure {
        _ = try Event.query.order { $0.other.startOfDay(in: zone) }.find(in: session)
      }
      #expect([field?.code, start?.code] == [.invalidQuery, .invalidQuery])
    }
  }

  @Test func groupAndCompare() throws {
    try TemporaryStore.run { _, session in
      let start = Date(timeIntervalSinceReferenceDate: 0)
      try session.given(
        Event(number: 1, time: start, end: start, other: start),
        Event(number: 2, time: start.addingTimeInterval(40 * 86_400), other: start),
        Event(number: 3, time: .distantPast, other: start))
      let years = try Event.query.grouped { $0.time.year() }.values(.count(), in: session)
      #expect(years.map(\.1) == [1, 2] && years.last?.key == 2001)
      let second = try Event.find(in: session) { $0.time.month() == 2 && $0.end.quarter() == nil }
      #expect(second.map(\.number) == [2])
      let other = failure { _ = try Event.find(in: session) { $0.third.year() == 2001 } }
      #expect(other?.code == .notSearchable)
      let sameYear = try Event.find(in: session) { $0.other.year() == $0.time.year() }
      #expect(sameYear.map(\.number) == [1, 2])
      let zone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      let unknown = failure { _ = try Event.find(in: session) { $0.time.year(in: zone) == 2001 } }
      #expect(unknown?.code == .invalidQuery)
    }
  }
}
