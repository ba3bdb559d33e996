/// A day in Foundation's calendars, which are Julian until 4 October 1582, and Gregorian from the
/// next day on, 15 October 1582.
struct HybridDay: Equatable {
  let year: Int
  let month: Int
  let day: Int

  private var isGregorian: Bool { (year, month, day) >= (1582, 10, 15) }

  /// Whether the calendar skipped the day, which is one from 5 to 14 October 1582. Foundation
  /// counts such days as Julian.
  var isLeftOut: Bool { year == 1582 && month == 10 && (5...14).contains(day) }

  /// Whether the month has such a day.
  var exists: Bool {
    guard (1...99_999).contains(year), (1...12).contains(month), day >= 1 else { return false }
    return day <= lengthOfMonth
  }

  private var lengthOfMonth: Int {
    switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private var isLeapYear: Bool {
    year % 4 == 0 && (!isGregorian || year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days since 1970-01-01. The day must exist.
  var daysSince1970: Int {
    // Years are counted from 1 March, so that the leap day is the last of its year.
    let years = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leapDays = isGregorian ? years / 4 - years / 100 + years / 400 : years / 4 - 2
    return 365 * years + leapDays + dayOfYear - 719_468
  }
}
