/// Decimal digits of integers, written and read without a `String`.
enum Numerals {
  /// The powers of ten that fit in 128 bits.
  static let powersOfTen = Array(sequence(first: 1 as UInt128) { $0 &* 10 }.prefix(39))

  private static let tenTo19: UInt64 = 10_000_000_000_000_000_000

  /// Returns the number of digits of a number; 0 has one.
  static func count(_ number: UInt128) -> Int {
    // 1233 / 4096 is the logarithm of 2, so this is the number of digits or one less.
    let digits = (UInt128.bitWidth - (number | 1).leadingZeroBitCount) * 1233 / 4096
    return number < powersOfTen[digits] ? max(1, digits) : digits + 1
  }

  /// Writes a number, padded with zeros on the left to `count` digits.
  static func write(_ number: UInt128, count: Int, to text: inout TextBytes) {
    if count <= 19 { return write(UInt64(number), count: count, to: &text) }
    let (high, low) = number.quotientAndRemainder(dividingBy: UInt128(tenTo19))
    write(high, count: count - 19, to: &text)
    write(UInt64(low), count: 19, to: &text)
  }

  /// Writes the last `count` digits of a number, zeros included.
  static func write(_ number: UInt64, count: Int, to text: inout TextBytes) {
    let start = text.count
    text.count += count
    var rest = number
    var position = text.count
    while position > start {
      position &-= 1
      text[position] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    }
  }

  /// Reads the number with these digits; nil for no digits, for another byte, or beyond 128 bits.
  static func read(_ digits: TextSlice) -> UInt128? {
    if digits.count <= 19 { return digits.isEmpty ? nil : readShort(digits).map { UInt128($0) } }
    guard digits.count <= 39, let high = read(digits.dropLast(19)),
      let low = readShort(digits.suffix(19))
    else { return nil }
    return high.multiplied(by: tenTo19, adding: low)
  }

  /// Returns the number with these digits, at most 19; nil for another byte.
  static func readShort(_ digits: TextSlice) -> UInt64? {
    var number: UInt64 = 0
    for byte in digits {
      let digit = UInt64(byte) &- 48
      if digit > 9 { return nil }
      number = number &* 10 &+ digit
    }
    return number
  }
}

extension UInt128 {
  /// Returns the product with `factor`, plus `summand`; nil if that does not fit.
  func multiplied(by factor: UInt64, adding summand: UInt64) -> UInt128? {
    let (product, isTooLarge) = multipliedReportingOverflow(by: UInt128(factor))
    let (sum, isBeyond) = product.addingReportingOverflow(UInt128(summand))
    return isTooLarge || isBeyond ? nil : sum
  }
}
