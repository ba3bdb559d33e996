import Foundation

// The stored form of a decimal: the number as people write it, after a key that makes the bytes
// sort as the numbers do.
//
//   stored   = positive | negative
//   positive = count " " plain                  12.5   is  002 12.5
//   negative = "-" count' " " plain' "~ -" plain  −12.5  is  -997 87.4~ -12.5
//   plain    = digits [ "." digits ]            no zeros at the end of the fraction; 0 is "0"
//   count    = 3 digits                         how many digits stand before the point, 001 for 0
//   count'   = 999 − count
//   plain'   = plain with 9 − d for each digit d
//
// Why it sorts: of two positive numbers the one with more digits before the point is larger; with
// equally many, digit by digit decides, and a number sorts before those that continue it. For
// negative numbers each of these is turned round: the complements, and "~", which sorts after
// digits and point. "-" sorts before digits. What follows "~" is for the reader alone.

/// Writes and reads the stored form of a `Decimal`.
enum DecimalText {
  /// The stored form of a number, which is not NaN.
  static func stored(_ value: Decimal) -> String {
    let plain = plain(value.magnitude)
    let count = plain.prefix { $0 != "." }.utf8.count
    guard value < 0 else { return "\(threeDigits(count)) \(plain)" }
    return "-\(threeDigits(999 - count)) \(complement(plain))~ -\(plain)"
  }

  /// The number with this stored form; nil for any other text.
  ///
  /// Whatever is read is written again and must give the same text: so the key is right, the
  /// number is in its shortest form, and it has no more digits than a `Decimal` holds.
  static func value(_ text: String) -> Decimal? {
    guard text.utf8.count <= 800, let space = text.lastIndex(of: " ") else { return nil }
    let plain = text[text.index(after: space)...]
    guard plain.utf8.allSatisfy(isNumeric), let value = Decimal(string: String(plain), locale: nil),
      !value.isNaN, stored(value) == text
    else { return nil }
    return value
  }

  /// `Decimal`'s description has no exponent, but may end in zeros.
  private static func plain(_ value: Decimal) -> String {
    var digits = value.description
    guard digits.contains(".") else { return digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits
  }

  private static func complement(_ plain: String) -> String {
    String(
      decoding: plain.utf8.map { $0 == UInt8(ascii: ".") ? $0 : 48 + (57 - $0) }, as: UTF8.self)
  }

  private static func threeDigits(_ number: Int) -> String {
    String(String(number + 1000).dropFirst())
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    48...57 ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
