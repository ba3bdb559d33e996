/// A day of the proleptic Gregorian calendar, as in SQL's date functions: today's leap year rules
/// apply to all of the past. Dates use the years from 0, a leap year, to 9999; the arithmetic is
/// correct up to the year 2,000,000, which `CalendarDay` relies on.
///
/// Days are counted from 1 March of the year −400, so that no number is negative and a leap day is
/// the last day of its year. The arithmetic is Howard Hinnant's ("chrono-Compatible Low-Level Date
/// Algorithms").
struct CivilDay: Equatable {
  var year: UInt32
  var month: UInt32
  var day: UInt32

  /// The number of 2001-01-01, the reference date.
  static let reference: UInt32 = 876_888

  init(year: UInt32, month: UInt32, day: UInt32) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the day with a number, which must not be before 1 January of year 0.
  @inline(__always)
  init(number: UInt32) {
    let cycle = number / 146_097
    let dayOfCycle = number % 146_097
    let leapDays = dayOfCycle / 1460 &- dayOfCycle / 36_524 &+ dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle &- leapDays) / 365
    let dayOfYear =
      dayOfCycle &- (365 &* yearOfCycle &+ yearOfCycle / 4 &- yearOfCycle / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    day = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
    month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
    year = yearOfCycle &+ 400 &* cycle &+ (month <= 2 ? 1 : 0) &- 400
  }

  /// The number of the day, which must exist.
  @inline(__always)
  var number: UInt32 {
    let years = month <= 2 ? year &+ 399 : year &+ 400
    let monthFromMarch = month <= 2 ? month &+ 9 : month &- 3
    return 365 &* years &+ years / 4 &- years / 100 &+ years / 400
      &+ (153 &* monthFromMarch &+ 2) / 5 &+ day &- 1
  }

  /// Whether the calendar has this day.
  @inline(__always)
  var exists: Bool {
    guard 1...12 ~= month, day >= 1 else { return false }
    if day <= 28 { return true }
    if month == 2 { return day == 29 && isLeapYear }
    let isShort = month == 4 || month == 6 || month == 9 || month == 11
    return day <= (isShort ? 30 : 31)
  }

  private var isLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
