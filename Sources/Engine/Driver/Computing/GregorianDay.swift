/// A day of the proleptic Gregorian calendar. Computations count years from March, so that a leap
/// day is the last day of its year.
package struct GregorianDay {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// The number of days from 0000-03-01 to 1970-01-01, and in 400 years.
  private static let (start, era): (Int64, Int64) = (719_468, 146_097)

  package init(daysSince1970 days: Int64) {
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
  /// Returns the quotient, rounded down; the divisor must be positive.
  package func quotient(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
