public import Foundation

/// The time zone and the calendar of the writer.
///
/// See ``LegacyStore``.
public struct LegacyCalendar: Sendable, Equatable {
  /// The time zone of the program that wrote the file. The file's dates are local times without an
  /// offset.
  public var timeZone: TimeZone
  /// The number of years that the writer's calendar was ahead of the Gregorian one. It is 543 for
  /// the Buddhist calendar, which user settings could bring into files, and otherwise 0.
  public var yearsAhead: Int

  /// Makes a calendar for a time zone.
  public init(timeZone: TimeZone, yearsAhead: Int = 0) {
    self.timeZone = timeZone
    self.yearsAhead = yearsAhead
  }
}

/// Converts texts to dates.
final class LegacyDateConversion {
  private let clock: LocalClock
  private let yearOffset: Int

  init(_ calendar: LegacyCalendar) {
    clock = LocalClock(timeZone: calendar.timeZone)
    yearOffset = max(-100_000, min(100_000, calendar.yearsAhead))
  }

  /// Returns the date of a text, or the text itself with a doubt if it is not a date.
  func date(_ text: String) -> LegacyConvertedValue {
    guard let time = LocalTime(text, yearOffset: yearOffset) else {
      return LegacyConvertedValue(
        .text(text), .unreadableDate, "a text is stored in place of a date; it is kept as a text")
    }
    let instant = clock.instant(of: time)
    var converted = LegacyConvertedValue(.date(LegacyDate(text: text, instant)))
    converted.doubts = doubts(time, instant)
    return converted
  }

  private func doubts(
    _ time: LocalTime, _ instant: LocalClock.Instant
  ) -> [(kind: LegacyDoubt.Kind, words: String)] {
    let zone = clock.timeZone.identifier
    var doubts: [(kind: LegacyDoubt.Kind, words: String)] = []
    if !instant.others.isEmpty {
      doubts.append(
        (.ambiguousHour, "clocks in \(zone) showed the time twice; the earlier instant is assumed"))
    }
    if instant.isLeftOut {
      doubts.append(
        (
          .missingHour,
          "clocks in \(zone) never showed the time; was the file written in another zone?"
        ))
    }
    if time.day.isLeftOut {
      doubts.append((.missingDay, "calendars left the day out; it is assumed to be a Julian one"))
    }
    if time.hasForeignDigits || time.hasUnusualYear {
      doubts.append(
        (
          .foreignCalendar,
          "the digits or the year suggest another calendar; if so, give the number of years by which it is ahead"
        ))
    }
    return doubts
  }
}
