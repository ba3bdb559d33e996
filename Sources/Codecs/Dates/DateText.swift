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
  /// The whole seconds, from the reference date, that the text can express: years 0 to 9999.
  static let range: Range<Int64> = -63_145_526_400..<252_423_993_600

  /// Writes 19 characters; `seconds` must be in `range`.
  static func write(_ seconds: Int64, to text: TextBytes) {
    let sum = UInt64(bitPattern: seconds &+ Int64(CivilDay.reference) &* 86_400)
    let day = CivilDay(number: UInt32(truncatingIfNeeded: sum / 86_400))
    let second = UInt32(truncatingIfNeeded: sum % 86_400)
    write(day, to: text)
    text[10] = UInt8(ascii: " ")
    put(second / 3600, at: 11, in: text)
    text[13] = UInt8(ascii: ":")
    put(second / 60 % 60, at: 14, in: text)
    text[16] = UInt8(ascii: ":")
    put(second % 60, at: 17, in: text)
  }

  /// Reads 19 characters at the start of `text`; nil if there is no such day or time.
  static func read(_ text: UnsafeRawBufferPointer) -> Int64? {
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

  /// Writes the 10 characters of a day of the years 0 to 9999.
  @inline(__always)
  static func write(_ day: CivilDay, to text: TextBytes, at start: Int = 0) {
    put(day.year / 100, at: start, in: text)
    put(day.year % 100, at: start &+ 2, in: text)
    writeMonthAndDay(of: day, to: text, at: start &+ 4)
  }

  /// Writes the 6 characters `-11-21`.
  @inline(__always)
  static func writeMonthAndDay(
    of day: CivilDay, to text: TextBytes, at index: Int
  ) {
    text[index] = UInt8(ascii: "-")
    put(day.month, at: index &+ 1, in: text)
    text[index &+ 3] = UInt8(ascii: "-")
    put(day.day, at: index &+ 4, in: text)
  }

  /// Reads the day from the first 10 characters of `text`, which must exist; nil if there is no
  /// such day.
  @inline(__always)
  static func readDay(_ text: UnsafeRawBufferPointer) -> CivilDay? {
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
    var valid = true
    let year = pair(at: 0, in: text, &valid) &* 100 &+ pair(at: 2, in: text, &valid)
    let day = CivilDay(
      year: year, month: pair(at: 5, in: text, &valid), day: pair(at: 8, in: text, &valid))
    return valid && day.exists ? day : nil
  }

  /// Reads 6 characters like `-11-21`; nil if they are not of that form.
  static func readMonthAndDay(
    _ text: UnsafeRawBufferPointer, at index: Int
  ) -> (month: Int, day: Int)? {
    var valid = text[index] == UInt8(ascii: "-") && text[index + 3] == UInt8(ascii: "-")
    let month = pair(at: index + 1, in: text, &valid)
    let day = pair(at: index + 4, in: text, &valid)
    return valid ? (Int(month), Int(day)) : nil
  }

  @inline(__always)
  private static func put(
    _ value: UInt32, at index: Int, in text: TextBytes
  ) {
    text[index] = UInt8(truncatingIfNeeded: 48 &+ value / 10)
    text[index &+ 1] = UInt8(truncatingIfNeeded: 48 &+ value % 10)
  }

  @inline(__always)
  private static func pair(
    at index: Int, in text: UnsafeRawBufferPointer, _ valid: inout Bool
  ) -> UInt32 {
    let tens = UInt32(text[index]) &- 48
    let ones = UInt32(text[index &+ 1]) &- 48
    if tens > 9 || ones > 9 { valid = false }
    return tens &* 10 &+ ones
  }
}
