import Foundation
import TestSupport
import Testing

@testable import PersistentObjectsAncestors

@Suite struct LegacyDateTests {
  private func converted(_ text: String, _ zone: String, yearsAhead: Int = 0)
    -> LegacyConvertedValue
  {
    let zone = TimeZone(identifier: zone) ?? .gmt
    return LegacyDateConversion(LegacyCalendar(timeZone: zone, yearsAhead: yearsAhead)).date(text)
  }

  /// Seconds since 1970.
  private func seconds(_ text: String, _ zone: String = "GMT", yearsAhead: Int = 0) -> Double? {
    guard case .date(let date) = converted(text, zone, yearsAhead: yearsAhead).value else {
      return nil
    }
    return Double(date.tenThousandths) / 10_000
  }

  private func doubts(_ text: String, _ zone: String) -> [LegacyDoubt.Kind] {
    converted(text, zone).doubts.map(\.kind)
  }

  @Test func readsEachDigit() {
    #expect(seconds("1970-01-01 00:00:00.0000") == 0)
    #expect(seconds("1970-01-01 00:00:00.1230") == 0.123)
    #expect(seconds("1969-12-31 23:59:58.5000") == -1.5)
    #expect(seconds("1970-01-01 00:00:00.0001") == 0.0001)
    #expect(seconds("2008-07-14 17:13:32.1230", "Europe/Berlin") == 1_216_048_412.123)
    #expect(seconds("4001-01-01 00:00:00.0000") == 64_092_211_200)
  }

  @Test func givesTheNearestDateThereIs() throws {
    guard case .date(let date) = converted("2008-07-14 17:13:32.1230", "GMT").value else {
      Issue.record("no date")
      return
    }
    #expect(date.date == Date(timeIntervalSinceReferenceDate: 237_748_412.123))
    #expect(date.text == "2008-07-14 17:13:32.1230")
  }

  @Test func countsDaysAsTheHybridCalendar() {
    #expect(seconds("1582-10-15 00:00:00.0000") == -12_219_292_800)
    #expect(seconds("1582-10-04 00:00:00.0000") == -12_219_379_200)
    #expect(seconds("0999-12-27 00:00:00.0000") == -30_610_224_000)
    #expect(seconds("0001-01-03 00:00:00.0000") == -62_135_596_800)
    #expect(seconds("1500-02-29 00:00:00.0000") == -14_825_894_400)
    #expect(seconds("1582-10-04 19:03:58.0000", "America/New_York") == -12_219_292_800)
    #expect(doubts("1582-10-10 00:00:00.0000", "GMT") == [.missingDay])
  }

  @Test func takesTheEarlierOfTwoHours() {
    let text = "2008-11-02 01:30:00.0000"
    #expect(seconds(text, "America/New_York") == 1_225_603_800)
    #expect(doubts(text, "America/New_York") == [.ambiguousHour])
    guard case .date(let date) = converted(text, "America/New_York").value else {
      Issue.record("no date")
      return
    }
    #expect(date.alternatives == [date.secondsSince2001 + 3600])
    #expect(doubts("2008-11-02 00:59:59.9990", "America/New_York").isEmpty)
    #expect(doubts("2008-11-02 02:00:00.0000", "America/New_York").isEmpty)
  }

  @Test func reportsHoursThatClocksLeftOut() {
    let text = "2008-03-30 02:30:00.0000"
    #expect(seconds(text, "Europe/Berlin") == seconds("2008-03-30 03:30:00.0000", "Europe/Berlin"))
    #expect(doubts(text, "Europe/Berlin") == [.missingHour])
    #expect(doubts("2011-12-30 12:00:00.0000", "Pacific/Apia") == [.missingHour])
    #expect(doubts("2008-03-30 01:59:59.9990", "Europe/Berlin").isEmpty)
    #expect(doubts("2008-03-30 03:00:00.0000", "Europe/Berlin").isEmpty)
  }

  @Test(arguments: [
    "2008-02-30 00:00:00.0000", "2008-13-01 00:00:00.0000", "2008-01-01 24:00:00.0000",
    "2008-01-01 00:60:00.0000", "2008-01-01 00:00:60.0000", "0000-01-01 00:00:00.0000",
    "2008-01-01", "2008-01-01T00:00:00.0000", "2008-01-01 00:00:00.00000", "",
    "2008-01-01 05:13:32 PM.1230", "2007-02-29 00:00:00.0000", " 2008-01-01 00:00:00.0000",
    "1900-02-29 00:00:00.0000", "2008-01-01 00:00:00.", "-2008-01-01 00:00:00.0000",
    "99999999999999999999-01-01 00:00:00.0000", "2008-01-01 00:00:00.0000x",
    "2008-01-01 00:00:00 ", "2008-01-01 00:00:00 -", "2008-01-01 00:00:00 +05",
    "2008-01-01 00:00:00 +0560", "2008-01-01 00:00:00 0500",
  ])
  func keepsWhatIsNoDateAsText(text: String) {
    let converted = converted(text, "Europe/Berlin")
    #expect(converted.value == .text(text))
    #expect(converted.doubts.map(\.kind) == [.unreadableDate])
  }

  @Test func readsForeignDigitsAndCalendars() {
    #expect(seconds("٢٠٠٨-٠٧-١٤ ١٧:١٣:٣٢.١٢٣٠") == 1_216_055_612.123)
    #expect(doubts("٢٠٠٨-٠٧-١٤ ١٧:١٣:٣٢.١٢٣٠", "GMT") == [.foreignCalendar])
    #expect(doubts("2551-07-14 17:13:32.1230", "GMT") == [.foreignCalendar])
    #expect(
      seconds("2551-02-29 17:13:32.1230", yearsAhead: 543) == seconds("2008-02-29 17:13:32.1230"))
    #expect(seconds("2551-02-29 17:13:32.1230", yearsAhead: .max) == nil)
  }

  @Test func readsDescriptionsOfDates() {
    #expect(seconds("2008-07-14 17:13:32 +0200", "America/New_York") == 1_216_048_412)
    #expect(seconds("2008-07-14 17:13:32 -0430") == 1_216_071_812)
    #expect(seconds("2008-07-14 17:13:32") == 1_216_055_612)
  }

  /// GNUstep's formatter truncates to milliseconds, and starts from a time that may be slightly too
  /// low.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Apia"])
  func findsTheInstantsThatGNUstepWrote(zone: String) throws {
    let name = zone.split(separator: "/").last ?? ""
    let file = Fixture.folder.appendingPathComponent("gnustep-dates/\(name).txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for line in lines {
      let parts = line.split(separator: "|")
      guard let first = parts.first, let last = parts.last, let milliseconds = Int64(first),
        case .date(let date) = converted(String(last), zone).value
      else {
        Issue.record("\(line) is no date")
        continue
      }
      let others = date.alternatives.map { Int64((($0 + 978_307_200) * 1000).rounded()) }
      let found = [date.tenThousandths / 10] + others
      #expect(found.contains { (0...1).contains(milliseconds - $0) }, "\(line)")
    }
    #expect(lines.count == 400)
  }

  /// The original wrote with Foundation's formatter.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Africa/Casablanca",
    "Australia/Lord_Howe", "Asia/Tehran", "GMT", "America/St_Johns",
  ])
  func findsTheInstantsThatAFormatterWrote(zone: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: zone)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    var random = RandomNumbers.printed("LegacyDateTests \(zone)")
    for _ in 0..<500 {
      let range: ClosedRange<Int64> =
        Bool.random(using: &random) ? -62_000_000_000...64_000_000_000 : 0...2_000_000_000
      let second = Int64.random(in: range, using: &random)
      let fraction = Int64.random(in: 0...999, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      let full = text + String(format: ".%03d0", Int(fraction))
      guard case .date(let date) = converted(full, zone).value else {
        Issue.record("\(full) is no date")
        continue
      }
      let ticks = second * 10_000 + fraction * 10
      let others = date.alternatives.map { Int64((($0 + 978_307_200) * 10_000).rounded()) }
      #expect(date.tenThousandths == ticks || others.contains(ticks), "\(full)")
    }
  }
}
