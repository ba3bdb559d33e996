import Foundation

/// The magnitude of a `Decimal` as its digits times a power of ten, and as plain text.
struct DecimalDigits {
  /// The digits, without zeros at either end, except for the number 0.
  private let digits: String
  private let exponent: Int

  init(_ value: Decimal) {
    var digits = Self.digits(of: value.significand.magnitude)
    let count = digits.utf8.count
    while digits.utf8.count > 1, digits.utf8.last == Self.zero { digits.removeLast() }
    exponent = digits == "0" ? 0 : value.exponent + count - digits.utf8.count
    self.digits = digits
  }

  /// The number of digits before the point; 1 if there is only a zero.
  var countBeforePoint: Int { max(1, digits.utf8.count + exponent) }

  /// Writes the plain number.
  func write(to text: inout TextBytes) {
    let point = digits.utf8.count + exponent
    if point <= 0 {
      text.append("0.")
      for _ in 0..<(-point) { text.append("0") }
    }
    for (index, digit) in digits.utf8.enumerated() {
      if index == point, point > 0 { text.append(".") }
      text.append(digit)
    }
    for _ in 0..<max(0, exponent) { text.append("0") }
  }

  /// Reads a plain number; nil for any other text. Accepts more than `write` produces.
  static func read(_ text: TextSlice) -> Decimal? {
    var plain = text
    let isNegative = plain.take("-")
    guard plain.allSatisfy({ 48...57 ~= $0 || $0 == point }) else { return nil }
    if plain.count <= 18 { return readShort(plain, isNegative: isNegative) }
    let value = Decimal(string: String(decoding: text, as: UTF8.self), locale: nil)
    return value?.isNaN == true ? nil : value
  }

  private static func readShort(_ plain: TextSlice, isNegative: Bool) -> Decimal {
    let number = plain.reduce(Int64(0)) { $1 == point ? $0 : $0 * 10 + Int64($1 - zero) }
    let end = plain.firstIndex(of: point) ?? plain.endIndex
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: min(0, end + 1 - plain.endIndex),
      significand: Decimal(number))
  }

  private static let zero = UInt8(ascii: "0")
  private static let point = UInt8(ascii: ".")

  /// Returns the digits of a whole number. `Decimal.description` is correct but slow, so numbers
  /// that fit in 64 bits, as nearly all do, are converted to an integer first.
  private static func digits(of significand: Decimal) -> String {
    let number = NSDecimalNumber(decimal: significand).int64Value
    return Decimal(number) == significand ? String(number) : significand.description
  }
}
