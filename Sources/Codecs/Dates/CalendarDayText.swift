// The stored form of a day, which sorts as the days do:
//
//   stored = usual | late | early
//   usual  = year "-" month "-" day                 years 0000 to 9999, as 2026-11-21
//   late   = "~" year6 "-" month "-" day            years from 10000, as ~012345-01-01
//   early  = "-" year6' "-" month "-" day " " plain years before 0, as -999955-03-15 -0044-03-15
//   year   = 4 digits; year6 = 6 digits; month, day = 2 digits
//   year6' = 6 digits: 999999 − the year without its sign
//   plain  = the day for the reader alone, as `CalendarDay.description` writes it
//
// "-" sorts before digits and "~" after them; the rest has a fixed width.

/// Writes and reads days, in the stored form and in the plain one.
enum CalendarDayText {
  /// The length of the longest form, in bytes.
  static let capacity = 32

  /// Writes the stored form and returns its length.
  static func write(_ day: CalendarDay, to text: TextBytes) -> Int {
    var civil = day.civil
    if usualYears.contains(civil.year) { return writeUsual(&civil, to: text, at: 0) }
    let isEarly = civil.year < year0
    text[0] = UInt8(ascii: isEarly ? "-" : "~")
    let year = isEarly ? largest - (year0 - civil.year) : civil.year - year0
    Numerals.write(UInt64(year), count: 6, to: text, at: 1)
    DateText.writeMonthAndDay(of: civil, to: text, at: 7)
    guard isEarly else { return 13 }
    text[13] = UInt8(ascii: " ")
    return writePlain(day, to: text, at: 14)
  }

  /// Reads the stored form; nil for any other text.
  static func read(_ text: UnsafeRawBufferPointer) -> CalendarDay? {
    if text.count == 10 { return readUsual(text) }
    let plain = text.firstIndex(of: UInt8(ascii: " ")).map { $0 + 1 }
    let day =
      plain.map { readPlain(UnsafeRawBufferPointer(rebasing: text[$0...])) } ?? readLate(text)
    guard let day else { return nil }
    let isStored = TextBytes.isWritten(text, capacity: capacity) { write(day, to: $0) }
    return isStored ? day : nil
  }

  /// Writes the text for people and returns its length.
  static func writePlain(
    _ day: CalendarDay, to text: TextBytes, at start: Int
  ) -> Int {
    var civil = day.civil
    if usualYears.contains(civil.year) { return writeUsual(&civil, to: text, at: start) }
    let isEarly = civil.year < year0
    text[start] = UInt8(ascii: isEarly ? "-" : "+")
    let year = UInt64(isEarly ? year0 - civil.year : civil.year - year0)
    let end = Numerals.write(year, count: max(4, Numerals.count(year)), to: text, at: start + 1)
    DateText.writeMonthAndDay(of: civil, to: text, at: end)
    return end + 6
  }

  /// Reads the text for people; nil for any other text.
  static func readPlain(_ text: UnsafeRawBufferPointer) -> CalendarDay? {
    if text.count == 10 { return readUsual(text) }
    guard (11...13).contains(text.count) else { return nil }
    let digits = text[1..<(text.count - 6)]
    guard let year = Numerals.readShort(digits) else { return nil }
    switch text[0] {
    case UInt8(ascii: "-") where year > 0 && (digits.count == 4 || year > 9999):
      return self.day(year: -Int(year), of: text)
    case UInt8(ascii: "+") where year > 9999 && digits.first != UInt8(ascii: "0"):
      return self.day(year: Int(year), of: text)
    default: return nil
    }
  }

  /// The shift of years in `CalendarDay.civil`.
  private static let year0: UInt32 = 1_000_000
  private static let usualYears = year0..<(year0 + 10_000)
  private static let largest: UInt32 = 999_999

  private static func writeUsual(
    _ civil: inout CivilDay, to text: TextBytes, at start: Int
  ) -> Int {
    civil.year -= year0
    DateText.write(civil, to: text, at: start)
    return start + 10
  }

  private static func readUsual(_ text: UnsafeRawBufferPointer) -> CalendarDay? {
    DateText.readDay(text).map { CalendarDay($0) }
  }

  private static func readLate(_ text: UnsafeRawBufferPointer) -> CalendarDay? {
    guard text.count == 13, let year = Numerals.readShort(text[1..<7]) else { return nil }
    return day(year: Int(year), of: text)
  }

  /// Makes a day from its year and the month and day in the last 6 characters.
  private static func day(year: Int, of text: UnsafeRawBufferPointer) -> CalendarDay? {
    DateText.readMonthAndDay(text, at: text.count - 6).flatMap { month, day in
      CalendarDay(year: year, month: month, day: day)
    }
  }
}
