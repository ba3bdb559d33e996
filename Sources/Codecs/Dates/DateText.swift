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
  /// The whole seconds, from the reference date, that the text can say: years 0 to 9999.
  static let range: Range<Int64> = -63_145_526_400..<252_423_993_600

  /// Writes 19 characters; `seconds` must be in `range`.
  static func write(_ seconds: Int64, to text: UnsafeMutableBufferPointer<UInt8>) {
    let sum = UInt64(bitPattern: seconds &+ Int64(CivilDay.reference) &* 86_400)
    let day = CivilDay(number: UInt32(truncatingIfNeeded: sum / 86_400))
    let second = UInt32(truncatingIfNeeded: sum % 86_400)
    put(day.year / 100, at: 0, in: text)
    put(day.year % 100, at: 2, in: text)
    text[4] = UInt8(ascii: "-")
    put(day.month, at: 5, in: text)
    text[7] = UInt8(ascii: "-")
    put(day.day, at: 8, in: text)
    text[10] = UInt8(ascii: " ")
    put(second / 3600, at: 11, in: text)
    text[13] = UInt8(ascii: ":")
    put(second / 60 % 60, at: 14, in: text)
    text[16] = UInt8(ascii: ":")
    put(second % 60, at: 17, in: text)
  }

  /// Reads 19 characters at the start of `text`; nil if there is no such day or time.
  static func read(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.count >= length, hasSeparators(text) else { return nil }
    var valid = true
    let year = pair(at: 0, in: text, &valid) &* 100 &+ pair(at: 2, in: text, &valid)
    let day = CivilDay(
      year: year, month: pair(at: 5, in: text, &valid), day: pair(at: 8, in: text, &valid))
    let hour = pair(at: 11, in: text, &valid)
    let minute = pair(at: 14, in: text, &valid)
    let second = pair(at: 17, in: text, &valid)
    guard valid, day.exists, hour < 24, minute < 60, second < 60 else { return nil }
    let days = Int64(day.number) &- Int64(CivilDay.reference)
    return days &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second)
  }

  private static func hasSeparators(_ text: UnsafeRawBufferPointer) -> Bool {
    text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-") && text[10] == UInt8(ascii: " ")
      && text[13] == UInt8(ascii: ":") && text[16] == UInt8(ascii: ":")
  }

  @inline(__always)
  private static func put(
    _ value: UInt32, at index: Int, in text: UnsafeMutableBufferPointer<UInt8>
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
