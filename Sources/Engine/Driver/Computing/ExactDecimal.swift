// The stored form of decimal numbers, and of the seconds of durations. It sorts as the numbers do.
// The codecs `decimal-text` and `duration-text` write it:
//
//   stored   = positive | negative
//   positive = count " " plain                    12.5 is 002 12.5
//   negative = "-" count' " " plain' "~ -" plain  −12.5 is -997 87.4~ -12.5
//   plain    = digits [ "." digits ]   no zeros at the end of the fraction; 0 is "0"
//   count    = 3 digits                the number of digits before the point
//   count'   = 999 − count
//   plain'   = plain with 9 − d for each digit d

/// A decimal number with which drivers compute for databases without a decimal type: a whole number
/// of 128 bits times a power of ten. A result that would have to be rounded is nil, except that
/// quotients are truncated.
///
/// ```swift
/// let sum = ExactDecimal(text: "002 12.5")?.result(of: .add, ExactDecimal(1), .decimal)
/// print(sum?.text ?? "")  // 002 13.5
/// ```
public struct ExactDecimal: Equatable, Sendable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// The digits as a whole number, without trailing zeros; 0 for zero.
  public let significand: UInt128
  /// The power of ten; 0 for zero.
  public let exponent: Int

  /// Makes a number; trailing zeros of the significand move to the exponent.
  public init(isNegative: Bool = false, significand: UInt128, exponent: Int = 0) {
    var (significand, exponent) = (significand, exponent)
    while significand != 0, significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    self.isNegative = isNegative && significand != 0
    self.significand = significand
    self.exponent = significand == 0 ? 0 : exponent
  }

  /// Makes a whole number.
  public init(_ value: Int64) {
    self.init(isNegative: value < 0, significand: UInt128(value.magnitude))
  }

  /// Whether a kind of numbers can hold this one.
  public func isOne(of kind: NumberKind) -> Bool {
    switch kind {
    case .decimal: exponent >= -128 && scaled(to: min(exponent, 127)) != nil
    case .duration: exponent >= -18 && scaled(to: -18).map { $0 <= Int128.max.magnitude } ?? false
    case .integer, .real: false
    }
  }

  /// Returns the significand for a smaller exponent; nil if it has more than 128 bits.
  private func scaled(to smaller: Int) -> UInt128? {
    guard exponent - smaller <= 38 else { return significand == 0 ? 0 : nil }
    let (product, overflow) = significand.multipliedReportingOverflow(
      by: Self.power(of: exponent - smaller))
    return overflow ? nil : product
  }

  private static func power(of exponent: Int) -> UInt128 {
    (0..<max(0, exponent)).reduce(1) { power, _ in power * 10 }
  }
}

// MARK: Computing

extension ExactDecimal {
  /// The number with the opposite sign.
  public var negated: ExactDecimal {
    ExactDecimal(isNegative: !isNegative, significand: significand, exponent: exponent)
  }

  /// Returns the result of an operation; nil if the kind cannot hold it. A quotient of decimals is
  /// truncated to about 38 digits, and one of durations to attoseconds. Divisions by zero and
  /// remainders return nil.
  public func result(
    of operation: ArithmeticOperator, _ other: ExactDecimal, _ kind: NumberKind
  ) -> ExactDecimal? {
    let value: ExactDecimal? =
      switch operation {
      case .add: sum(with: other)
      case .subtract: sum(with: other.negated)
      case .multiply: product(with: other)
      case .divide: kind == .decimal ? quotient(by: other) : share(of: other)
      case .remainder: nil
      }
    return value.flatMap { $0.isOne(of: kind) ? $0 : nil }
  }

  private func sum(with other: ExactDecimal) -> ExactDecimal? {
    if significand == 0 { return other }
    if other.significand == 0 { return self }
    let smaller = min(exponent, other.exponent)
    guard let left = scaled(to: smaller), let right = other.scaled(to: smaller) else { return nil }
    if isNegative != other.isNegative {
      let isLess = left < right
      return ExactDecimal(
        isNegative: isLess != isNegative, significand: isLess ? right - left : left - right,
        exponent: smaller)
    }
    let (sum, overflow) = left.addingReportingOverflow(right)
    if !overflow {
      return ExactDecimal(isNegative: isNegative, significand: sum, exponent: smaller)
    }
    // 2^128 + sum: a multiple of ten may fit.
    let (quotient, rest) = UInt128(10).dividingFullWidth((1, sum))
    return rest == 0
      ? ExactDecimal(isNegative: isNegative, significand: quotient, exponent: smaller + 1) : nil
  }

  private func product(with other: ExactDecimal) -> ExactDecimal? {
    var (high, low) = significand.multipliedFullWidth(by: other.significand)
    var exponent = exponent + other.exponent
    while high != 0 {
      let top = high.quotientAndRemainder(dividingBy: 10)
      let (quotient, rest) = UInt128(10).dividingFullWidth((top.remainder, low))
      guard rest == 0 else { return nil }
      (high, low, exponent) = (top.quotient, quotient, exponent + 1)
    }
    return ExactDecimal(
      isNegative: isNegative != other.isNegative, significand: low, exponent: exponent)
  }

  /// Returns the quotient with 38 more digits than the dividend has, truncated to 128 bits.
  /// Foundation does the same, but its number of digits also depends on how a `Decimal` was
  /// computed.
  private func quotient(by other: ExactDecimal) -> ExactDecimal? {
    let divisor = other.significand
    if divisor == 0 { return nil }
    let dividend = significand.multipliedFullWidth(by: Self.power(of: 38))
    var (high, rest) = dividend.high.quotientAndRemainder(dividingBy: divisor)
    var low = divisor.dividingFullWidth((rest, dividend.low)).quotient
    var exponent = exponent - other.exponent - 38
    while high != 0 {
      (high, rest) = high.quotientAndRemainder(dividingBy: 10)
      low = UInt128(10).dividingFullWidth((rest, low)).quotient
      exponent += 1
    }
    return ExactDecimal(
      isNegative: isNegative != other.isNegative, significand: low, exponent: exponent)
  }

  /// Returns the quotient of a duration and a whole number.
  private func share(of parts: ExactDecimal) -> ExactDecimal? {
    guard let attoseconds = scaled(to: -18), let count = parts.scaled(to: 0), count != 0 else {
      return nil
    }
    return ExactDecimal(
      isNegative: isNegative != parts.isNegative, significand: attoseconds / count, exponent: -18)
  }

  /// Returns the number rounded to at most `digits` digits after the point.
  public func rounded(_ rule: FloatingPointRoundingRule, digits: Int) -> ExactDecimal {
    // Nothing is cut off; zero has no digits to cut.
    guard significand != 0, exponent < -digits else { return self }
    let cut = -digits - exponent
    // All its digits are cut: the rest is below a half.
    let unit = cut > 38 ? nil : Self.power(of: cut)
    let (whole, rest) = unit.map { significand.quotientAndRemainder(dividingBy: $0) } ?? (0, 1)
    let half = unit.map { $0 / 2 } ?? 2
    let isUp =
      switch rule {
      case .up: !isNegative
      case .down: isNegative
      case .towardZero: false
      case .awayFromZero: true
      case .toNearestOrEven: rest > half || (rest == half && !whole.isMultiple(of: 2))
      default: rest >= half
      }
    return ExactDecimal(
      isNegative: isNegative, significand: whole + (isUp ? 1 : 0), exponent: -digits)
  }

  /// The integer part; nil if it does not fit.
  public var integer: Int64? {
    rounded(.towardZero, digits: 0).scaled(to: 0).flatMap {
      isNegative ? $0 <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- $0) : nil : Int64(exactly: $0)
    }
  }

  /// The nearest double.
  public var double: Double { Double("\(isNegative ? "-" : "")\(significand)e\(exponent)") ?? .nan }
}

// MARK: Stored form

extension ExactDecimal {
  /// Creates a number from its stored form; nil for any other text, and for more than 128 bits.
  public init?(text: String) {
    guard let start = text.utf8.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    self.init(plain: text.utf8[text.utf8.index(after: start)...])
    guard self.text == text else { return nil }
  }

  private init?(plain: Substring.UTF8View) {
    let isNegative = plain.first == UInt8(ascii: "-")
    let parts = plain.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    var digits = parts.reduce(into: [UInt8]()) { $0 += $1 }
    var exponent = parts.count > 1 ? -parts[1].count : 0
    while digits.count > 1, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard digits.allSatisfy({ 48...57 ~= $0 }),
      let significand = UInt128(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.init(isNegative: isNegative, significand: significand, exponent: exponent)
  }

  /// The stored form.
  public var text: String {
    let (plain, count) = plain
    if !isNegative { return "\(Self.padded(count)) \(plain)" }
    let complement = plain.utf8.map { $0 == UInt8(ascii: ".") ? $0 : 105 - $0 }
    return "-\(Self.padded(999 - count)) \(String(decoding: complement, as: UTF8.self))~ -\(plain)"
  }

  private static func padded(_ count: Int) -> String {
    String(repeating: "0", count: max(0, 3 - String(count).utf8.count)) + String(count)
  }

  /// The magnitude in decimal notation, and the number of digits before the point.
  private var plain: (text: String, count: Int) {
    let digits = String(significand)
    if exponent >= 0 {
      return (digits + String(repeating: "0", count: exponent), digits.utf8.count + exponent)
    }
    let count = digits.utf8.count + exponent
    if count <= 0 { return ("0." + String(repeating: "0", count: -count) + digits, 1) }
    return ("\(digits.prefix(count)).\(digits.dropFirst(count))", count)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number in decimal notation.
  public var description: String { (isNegative ? "-" : "") + plain.text }
}

extension ExactDecimal {
  /// The attoseconds in this number of seconds; nil if they have more than 128 bits.
  package var attoseconds: Int128? {
    guard isOne(of: .duration), let count = scaled(to: -18) else { return nil }
    return isNegative ? 0 - Int128(count) : Int128(count)
  }
}
