/// Decimal digits of integers, written and read without a `String`.
enum Numerals {
  /// The number of digits of a number; 0 has one.
  static func count(_ number: UInt64) -> Int {
    var count = 1
    var power: UInt64 = 10
    while number >= power, count < 19 {
      power &*= 10
      count += 1
    }
    return number >= power ? 20 : count
  }

  /// Writes a number without leading zeros and returns its end.
  static func write(
    _ number: UInt128, to text: TextBytes, at start: Int
  ) -> Int {
    if let small = UInt64(exactly: number) {
      return write(small, count: count(small), to: text, at: start)
    }
    let (high, low) = number.quotientAndRemainder(dividingBy: UInt128(tenTo19))
    let middle = write(high, to: text, at: start)
    return write(UInt64(low), count: 19, to: text, at: middle)
  }

  /// The number of digits of the largest 128-bit number.
  static let widest = 39

  /// Writes a number with zeros before it to make `widest` digits.
  static func writePadded(_ number: UInt128, to text: TextBytes) {
    let (rest, low) = number.quotientAndRemainder(dividingBy: UInt128(tenTo19))
    let (high, middle) = rest.quotientAndRemainder(dividingBy: UInt128(tenTo19))
    write(UInt64(high), count: 1, to: text, at: 0)
    write(UInt64(middle), count: 19, to: text, at: 1)
    write(UInt64(low), count: 19, to: text, at: 20)
  }

  /// Writes the last `count` digits of a number, zeros included, and returns their end.
  @discardableResult
  static func write(
    _ number: UInt64, count: Int, to text: TextBytes, at start: Int
  ) -> Int {
    let end = start + count
    var position = end
    var number = number
    while position > start {
      position &-= 1
      text[position] = UInt8(truncatingIfNeeded: 48 &+ number % 10)
      number /= 10
    }
    return end
  }

  /// Reads the number with these digits; nil for no digits, for another byte, or beyond 128 bits.
  static func read(_ digits: some TextSlice) -> UInt128? {
    guard 1...widest ~= digits.count, let low = readShort(digits.suffix(19)) else { return nil }
    let rest = digits.dropLast(19)
    if rest.isEmpty { return UInt128(low) }
    guard let middle = readShort(rest.suffix(19)), let high = readShort(rest.dropLast(19)) else {
      return nil
    }
    let number = UInt128(middle.multipliedFullWidth(by: tenTo19)) + UInt128(low)
    if high == 0 { return number }
    let (top, isTooLarge) = UInt128(high).multipliedReportingOverflow(by: tenTo38)
    let (sum, isBeyond) = top.addingReportingOverflow(number)
    return isTooLarge || isBeyond ? nil : sum
  }

  /// The number with these digits, at most 19; nil for another byte.
  static func readShort(_ digits: some Sequence<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for byte in digits {
      let digit = UInt64(byte) &- 48
      if digit > 9 { return nil }
      number = number &* 10 &+ digit
    }
    return number
  }

  private static let tenTo19: UInt64 = 10_000_000_000_000_000_000
  private static let tenTo38 = UInt128(tenTo19.multipliedFullWidth(by: tenTo19))
}

extension UInt128 {
  /// A product of two numbers of 64 bits.
  init(_ product: (high: UInt64, low: UInt64)) {
    self = UInt128(product.high) << 64 | UInt128(product.low)
  }
}
