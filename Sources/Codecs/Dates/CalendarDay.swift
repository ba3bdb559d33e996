public import Foundation

/// A day of the calendar, without a time and without a time zone: a birthday, a due date.
///
/// ```swift
/// let day = CalendarDay(year: 2026, month: 11, day: 21)
/// let inAWeek = day?.adding(days: 7)  // 2026-11-28
/// ```
///
/// Days are those of the proleptic Gregorian calendar, as in ISO 8601 and SQL's date functions:
/// today's leap year rules apply to all of the past, and year 0, the year before year 1, is a leap
/// year. Years go from −999,999 to 999,999. Days sort by time.
public struct CalendarDay: Hashable, Sendable {
  /// The number of days since 2001-01-01.
  let number: Int32

  /// The range of supported years.
  public static let years = -999_999...999_999
  /// The first supported day, 1 January of the year −999,999.
  public static let earliest = CalendarDay(
    CivilDay(year: 1, month: 1, day: 1), cycles: shiftOfCycles)
  /// The last supported day, 31 December of the year 999,999.
  public static let latest = CalendarDay(
    CivilDay(year: 1_999_999, month: 12, day: 31), cycles: shiftOfCycles)

  /// Makes the day of a year and month; nil if there is no such day, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), 1...12 ~= month, 1...31 ~= day else { return nil }
    let civil = CivilDay(
      year: UInt32(year + Self.shiftOfYears), month: UInt32(month), day: UInt32(day))
    guard civil.exists else { return nil }
    self.init(civil, cycles: Self.shiftOfCycles)
  }

  /// The year; 0 for the year before year 1.
  public var year: Int { Self.year(of: civil) }
  /// The month, from 1.
  public var month: Int { Int(civil.month) }
  /// The day of the month, from 1.
  public var day: Int { Int(civil.day) }

  /// The day of the week.
  public var weekday: Locale.Weekday {
    let remainder = Int(number) % 7
    return Self.weekFrom2001[remainder < 0 ? remainder + 7 : remainder]
  }

  /// Returns the day `days` later, or earlier if `days` is negative; nil if it is out of range.
  public func adding(days: Int) -> CalendarDay? {
    let (sum, isTooFar) = Int(number).addingReportingOverflow(days)
    return isTooFar ? nil : CalendarDay(daysSince2001: sum)
  }

  /// Returns the number of days from this day to `other`; negative if `other` is earlier.
  public func days(to other: CalendarDay) -> Int { Int(other.number) - Int(number) }
}

extension CalendarDay: Comparable {
  /// Whether a day is before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.number < right.number
  }
}

extension CalendarDay {
  /// The days of a week from 2001-01-01, which was a Monday.
  private static let weekFrom2001: [Locale.Weekday] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  /// The number of 400-year cycles by which days are shifted. The calendar repeats after 400 years,
  /// so this lets `CivilDay`, which has no negative years, count days before year 0.
  private static let shiftOfCycles: UInt32 = 2500
  private static let shiftOfYears = 1_000_000
  private static let daysOfCycle: UInt32 = 146_097

  /// Makes the day that lies `cycles` 400-year cycles before a given one.
  init(_ civil: CivilDay, cycles: UInt32 = 0) {
    let shift = CivilDay.reference &+ cycles &* Self.daysOfCycle
    number = Int32(truncatingIfNeeded: Int64(civil.number) &- Int64(shift))
  }

  /// Makes the day that lies `days` days after 2001-01-01; nil if it is out of range.
  init?(daysSince2001 days: Int) {
    guard days >= Int(Self.earliest.number), days <= Int(Self.latest.number) else { return nil }
    number = Int32(days)
  }

  /// Returns the actual year of a day that is shifted like ``civil``.
  static func year(of civil: CivilDay) -> Int { Int(civil.year) - shiftOfYears }

  /// The same day 1,000,000 years later.
  var civil: CivilDay {
    let shift = Int64(CivilDay.reference) &+ Int64(Self.shiftOfCycles &* Self.daysOfCycle)
    return CivilDay(number: UInt32(truncatingIfNeeded: Int64(number) &+ shift))
  }
}
