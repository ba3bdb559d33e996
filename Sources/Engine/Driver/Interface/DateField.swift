import Foundation

// A moment in a column, as databases and the engine read its fields:
//
//   moment = year "-" month "-" day " " hour ":" minute ":" second [ "." digit… ]    in UTC
//
// with four digits for the year, from 0000 on, and two for the others. Days are those of the proleptic
// Gregorian calendar.

/// A field of a date in a time zone.
public enum DateField: String, Sendable, CaseIterable {
  /// The year.
  case year
  /// The quarter of the year, from 1 to 4.
  case quarter
  /// The month, from 1 to 12.
  case month
  /// The day of the month, from 1.
  case day
  /// The day of the year, from 1.
  case dayOfYear
  /// The day of the week: 1 is Sunday, 7 is Saturday.
  case weekday
  /// The hour, from 0 to 23.
  case hour
  /// The minute, from 0 to 59.
  case minute
  /// The second, from 0 to 59.
  case second
}

extension DateField {
  /// The field of a moment, for drivers of databases that have no time zones; nil for what is no moment in
  /// its stored form, and for an unknown zone.
  public func value(of text: String, in zone: String) -> Int64? {
    guard let moment = Moment(text), let zone = TimeZone(identifier: zone) else { return nil }
    let local = moment.seconds + Int64(zone.secondsFromGMT(for: moment.date))
    let days = local.quotient(by: 86_400)
    let second = local - days * 86_400
    let day = GregorianDay(daysSince1970: days)
    return switch self {
    case .year: day.year
    case .quarter: (day.month + 2) / 3
    case .month: day.month
    case .day: day.day
    case .dayOfYear: days - GregorianDay.daysSince1970(day.year, 1, 1) + 1
    // 1 January 1970 was a Thursday.
    case .weekday: (days + 4) - (days + 4).quotient(by: 7) * 7 + 1
    case .hour: second / 3600
    case .minute: second / 60 % 60
    case .second: second % 60
    }
  }
}

/// A moment in its stored form, to the second below.
private struct Moment {
  /// Seconds since 1970.
  let seconds: Int64

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      range.reduce(0) { value, index in
        guard let value, 48...57 ~= bytes[index] else { return nil }
        return value * 10 + Int64(bytes[index] - 48)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    seconds =
      GregorianDay.daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

/// A day of the proleptic Gregorian calendar. Years are counted from March on, so that a leap day is the last
/// of its year.
private struct GregorianDay {
  let year: Int64
  let month: Int64
  let day: Int64

  /// The days from 0000-03-01 to 1970-01-01, and in 400 years.
  private static let (start, era): (Int64, Int64) = (719_468, 146_097)

  init(daysSince1970 days: Int64) {
    let number = days + Self.start
    let era = number.quotient(by: Self.era)
    let inEra = number - era * Self.era
    let yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * inYear + 2) / 153
    day = inYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.quotient(by: 400)
    let inEra = year - era * 400
    let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.era + inEra * 365 + inEra / 4 - inEra / 100 + inYear - start
  }
}

extension Int64 {
  /// The quotient, rounded down; the divisor is positive.
  fileprivate func quotient(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
