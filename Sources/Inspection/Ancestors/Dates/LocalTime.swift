/// A wall clock time in old files.
///
/// Grammar:
/// ```
/// time     = year "-" month "-" day " " hour ":" minute ":" second fraction? offset?
/// fraction = "." 1 to 4 digits          the original: milliseconds, then a 0
/// offset   = " " sign hours minutes     not in the original's form, but in a date's description
/// ```
struct LocalTime: Equatable {
  let day: HybridDay
  /// Ten-thousandths of a second since midnight.
  let ticks: Int64
  /// The number of seconds that the clock was ahead of GMT; nil if the text does not say.
  let offset: Int64?
  /// Whether the digits are those of another script.
  let hasForeignDigits: Bool

  static let ticksInSecond: Int64 = 10_000

  /// Parses a time; nil if the text is not in this form, or if no such time exists.
  ///
  /// - Parameter yearOffset: the number of years that the writer's calendar was ahead of the
  ///   Gregorian one.
  init?(_ text: String, yearOffset: Int = 0) {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4...5), reader.skip("-"),
      let month = reader.number(digits: 2...2), reader.skip("-"),
      let dayOfMonth = reader.number(digits: 2...2), reader.skip(" "),
      let hour = reader.number(digits: 2...2), reader.skip(":"), hour < 24,
      let minute = reader.number(digits: 2...2), reader.skip(":"), minute < 60,
      let second = reader.number(digits: 2...2), second < 60,
      let fraction = reader.fraction()
    else { return nil }
    if reader.skip(" ") {
      guard let seconds = reader.offset() else { return nil }
      offset = seconds
    } else {
      offset = nil
    }
    day = HybridDay(year: year - yearOffset, month: month, day: dayOfMonth)
    guard reader.isAtEnd, day.exists else { return nil }
    ticks = Int64((hour * 60 + minute) * 60 + second) * Self.ticksInSecond + fraction
    hasForeignDigits = reader.hasForeignDigits
  }

  /// The ten-thousandths of a second since 1970-01-01 00:00 on the same clock.
  var ticksSince1970: Int64 { Int64(day.daysSince1970) * 86_400 * Self.ticksInSecond + ticks }

  /// Whether the year looks like that of another era: the calendar of the user's region leaked into
  /// some files.
  var hasUnusualYear: Bool { day.year < 200 || (2400...2700).contains(day.year) }
}

/// Reads numbers, written in the digits of any script.
private struct DigitReader {
  private var rest: Substring.UnicodeScalarView
  private(set) var hasForeignDigits = false

  init(_ text: String) { rest = text[...].unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var (number, count) = (0, 0)
    while count < digits.upperBound, let digit = rest.first.flatMap(value) {
      number = number * 10 + digit
      count += 1
      hasForeignDigits = hasForeignDigits || rest.first.map { !$0.isASCII } ?? false
      rest.removeFirst()
    }
    return digits.contains(count) ? number : nil
  }

  /// Reads a fraction, in ten-thousandths; 0 if there is none.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var (fraction, count): (Int64, Int) = (0, 0)
    while count < 4, let digit = number(digits: 1...1) {
      fraction = fraction * 10 + Int64(digit)
      count += 1
    }
    for _ in count..<4 { fraction *= 10 }
    return count == 0 ? nil : fraction
  }

  /// Reads an offset after its blank, in seconds; nil if it is not complete.
  mutating func offset() -> Int64? {
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2...2),
      let minutes = number(digits: 2...2), hours < 24, minutes < 60
    else { return nil }
    let seconds = Int64((hours * 60 + minutes) * 60)
    return isWest ? -seconds : seconds
  }

  private func value(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII {
      return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil
    }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Int(exactly: value)
  }
}
