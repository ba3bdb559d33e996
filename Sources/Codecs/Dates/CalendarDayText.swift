// The stored form of a day, which sorts as the days do:
//
//   stored = usual | late | early
//   usual  = year "-" month "-" day                 years 0000 to 9999, as 2026-11-21
//   late   = "~" year6 "-" month "-" day            years from 10000, as ~012345-01-01
//   early  = "-" year6' "-" month "-" day " " plain years before 0, as -999955-03-15 -0044-03-15
//   year   = 4 digits; year6 = 6 digits; month, day = 2 digits
//   year6' = 6 digits: 999999 − the year without its sign
//   plain  = the day, for human readers only, as `CalendarDay.description` writes it
//
// "-" sorts before digits and "~" after them; the rest has a fixed width.

/// Writes and reads days, in the stored form and in the plain form.
enum CalendarDayText {
  /// The length of the longest form, in bytes.
  static let capacity = 32

  /// Writes the stored form.
  static func write(_ day: CalendarDay, to text: inout TextBytes) {
    let civil = day.civil
    let year = CalendarDay.year(of: civil)
    if usualYears.contains(year) { return writePlain(civil, to: &text) }
    let isEarly = year < 0
    text.append(isEarly ? "-" : "~")
    let digits = isEarly ? CalendarDay.years.upperBound + year : year
    Numerals.write(UInt64(digits), count: 6, to: &text)
    DateText.writeMonthAndDay(of: civil, to: &text)
    guard isEarly else { return }
    text.append(" ")
    writePlain(civil, to: &text)
  }

  /// Reads the stored form; nil for any other text.
  static func read(_ text: TextSlice) -> CalendarDay? {
    if let usual = DateText.readDay(text) { return CalendarDay(usual) }
    let plain = text.firstIndex(of: UInt8(ascii: " ")).map { text[($0 + 1)...] }
    guard let day = plain.map(readPlain) ?? readLate(text),
      TextBytes.isWritten(text, capacity: capacity, by: { write(day, to: &$0) })
    else { return nil }
    return day
  }

  /// Writes the plain text of a day that is shifted like `CalendarDay.civil`.
  static func writePlain(_ civil: CivilDay, to text: inout TextBytes) {
    let year = CalendarDay.year(of: civil)
    if !usualYears.contains(year) { text.append(year < 0 ? "-" : "+") }
    let digits = UInt128(year.magnitude)
    Numerals.write(digits, count: max(4, Numerals.count(digits)), to: &text)
    DateText.writeMonthAndDay(of: civil, to: &text)
  }

  /// Reads the plain text; nil for any other text.
  static func readPlain(_ text: TextSlice) -> CalendarDay? {
    if let usual = DateText.readDay(text) { return CalendarDay(usual) }
    let digits = text.dropFirst().dropLast(6)
    guard 4...6 ~= digits.count, let year = Numerals.readShort(digits) else { return nil }
    let isLong = year > 9999 && digits.first != UInt8(ascii: "0")
    switch text.first {
    case UInt8(ascii: "-") where year > 0 && (digits.count == 4 || isLong):
      return day(year: -Int(year), of: text)
    case UInt8(ascii: "+") where isLong: return day(year: Int(year), of: text)
    default: return nil
    }
  }

  private static let usualYears = 0...9999

  private static func readLate(_ text: TextSlice) -> CalendarDay? {
    guard text.count == 13, let year = Numerals.readShort(text.dropFirst().dropLast(6)) else {
      return nil
    }
    return day(year: Int(year), of: text)
  }

  /// Makes a day from its year and the month and day in the last 6 characters.
  private static func day(year: Int, of text: TextSlice) -> CalendarDay? {
    DateText.readMonthAndDay(text.suffix(6)).flatMap { month, day in
      CalendarDay(year: year, month: month, day: day)
    }
  }
}
