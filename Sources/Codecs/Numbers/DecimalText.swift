import Foundation

// The stored form of a decimal, and of an Int128 and a Duration's seconds: the number as people
// write it, after a key that makes the bytes sort as the numbers do.
//
//   stored   = positive | negative
//   positive = count " " plain                    12.5 is 002 12.5
//   negative = "-" count' " " plain' "~ -" plain  −12.5 is -997 87.4~ -12.5
//   plain    = digits [ "." digits ]   no zeros at the end of the fraction; 0 is "0"
//   count    = 3 digits                the number of digits before the point
//   count'   = 999 − count
//   plain'   = plain with 9 − d for each digit d
//
// It sorts correctly: of two positive numbers, the one with more digits before the point is larger;
// if they have equally many, they compare digit by digit, and a number sorts before those that
// continue it. Negative numbers reverse each of these rules: by complements, and by "~", which
// sorts after digits and point. "-" sorts before digits. The text after "~" is only for human
// readers.

/// Writes and reads the stored form of a `Decimal`.
enum DecimalText {
  /// The length of the longest form in bytes: a negative number with 166 digits before the point,
  /// twice.
  static let capacity = 400

  /// Writes the stored form of a number other than NaN.
  static func write(_ value: Decimal, to text: inout TextBytes) {
    let digits = DecimalDigits(value)
    write(
      countBeforePoint: digits.countBeforePoint, isNegative: value < 0, to: &text,
      plain: digits.write)
  }

  /// Writes the stored form of a number whose magnitude `plain` writes.
  static func write(
    countBeforePoint count: Int, isNegative: Bool, to text: inout TextBytes,
    plain: (inout TextBytes) -> Void
  ) {
    if isNegative { text.append("-") }
    Numerals.write(UInt64(isNegative ? 999 - count : count), count: 3, to: &text)
    text.append(" ")
    let start = text.count
    plain(&text)
    guard isNegative else { return }
    for index in start..<text.count where text[index] != UInt8(ascii: ".") {
      text[index] = 48 + (57 - text[index])
    }
    text.append("~ -")
    plain(&text)
  }

  /// Reads a number in its stored form; nil for any other text.
  ///
  /// The number is written again and must produce the same bytes. This proves that the key is
  /// right, the number is in its shortest form, and it has no more digits than a `Decimal` holds.
  static func read(_ text: TextSlice) -> Decimal? {
    guard text.count <= capacity, let value = plain(of: text).flatMap(DecimalDigits.read),
      TextBytes.isWritten(text, capacity: capacity, by: { write(value, to: &$0) })
    else { return nil }
    return value
  }

  /// Returns the number as people write it, with its sign: the text after the last space.
  static func plain(of text: TextSlice) -> TextSlice? {
    text.lastIndex(of: UInt8(ascii: " ")).map { text[($0 + 1)...] }
  }
}
