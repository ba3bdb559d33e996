// The text of a date, written and read without a formatter.
//
//   date     = day " " time [ "." digit… ]
//   day      = 4 digits "-" 2 digits "-" 2 digits     year 0000 to 9999, month, day
//   time     = 2 digits ":" 2 digits ":" 2 digits     to 23:59:59; there are no leap seconds
//   fraction = as many digits as the exact value needs, the last not zero; none if it is zero
//
// All fields but the last have a fixed width and a fraction sorts before any that continues it,
// so the order of the bytes is the order of the dates.

/// The first 19 characters of a date's text: day and time, in UTC.
enum DateText {
  static let length = 19
  /// The range of whole seconds since the reference date that the text can express: years 0 to
  /// 9999.
  static let range: Range<Int64> = -63_145_526_400..<252_423_993_600

  /// Writes 19 characters; `seconds` must be in `range`.
  static func write(_ seconds: Int64, to text: inout TextBytes) {
    let sum = UInt64(bitPattern: seconds &+ Int64(CivilDay.reference) &* 86_400)
    let day = CivilDay(number: UInt32(truncatingIfNeeded: sum / 86_400))
    let second = UInt32(truncatingIfNeeded: sum % 86_400)
    text.append(pair: day.year / 100)
    text.append(pair: day.year % 100)
    writeMonthAndDay(of: day, to: &text)
    text.append(" ")
    text.append(pair: second / 3600)
    text.append(":")
    text.append(pair: second / 60 % 60)
    text.append(":")
    text.append(pair: second % 60)
  }

  /// Reads 19 characters at the start of `text`; nil if there is no such day or time.
  static func read(_ text: TextSlice) -> Int64? {
    guard text.count >= length,
      let start = TextPairs<UInt64>(text, at: 0, form: "0000-00-"),
      let middle = TextPairs<UInt64>(text, at: 8, form: "00 00:00"),
      let end = TextPairs<UInt32>(text, at: 15, form: "0:00")
    else { return nil }
    let day = CivilDay(
      year: start[0] &* 100 &+ start[2], month: start[5], day: middle[0])
    let (hour, minute, second) = (middle[3], middle[6], end[2])
    guard day.exists, hour < 24, minute < 60, second < 60 else { return nil }
    let days = Int64(day.number) &- Int64(CivilDay.reference)
    return days &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second)
  }

  /// Writes the 6 characters `-11-21`.
  @inline(__always)
  static func writeMonthAndDay(of day: CivilDay, to text: inout TextBytes) {
    text.append("-")
    text.append(pair: day.month)
    text.append("-")
    text.append(pair: day.day)
  }

  /// Reads a day of the years 0 to 9999; nil unless `text` is the 10 characters of one.
  static func readDay(_ text: TextSlice) -> CivilDay? {
    guard text.count == 10, let start = TextPairs<UInt64>(text, at: 0, form: "0000-00-"),
      let end = TextPairs<UInt16>(text, at: 8, form: "00")
    else { return nil }
    let day = CivilDay(year: start[0] &* 100 &+ start[2], month: start[5], day: end[0])
    return day.exists ? day : nil
  }

  /// Reads 6 characters such as `-11-21`; nil if they do not have that form.
  static func readMonthAndDay(_ text: TextSlice) -> (month: Int, day: Int)? {
    guard let start = TextPairs<UInt32>(text, at: 0, form: "-00-"),
      let end = TextPairs<UInt16>(text, at: 4, form: "00")
    else { return nil }
    return (Int(start[1]), Int(end[0]))
  }
}

extension TextBytes {
  /// Writes a number as two digits.
  @inline(__always)
  fileprivate mutating func append(pair number: UInt32) {
    append(UInt8(truncatingIfNeeded: 48 &+ number / 10))
    append(UInt8(truncatingIfNeeded: 48 &+ number % 10))
  }
}
