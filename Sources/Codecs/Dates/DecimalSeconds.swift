/// Seconds as a whole number, rounded down, and a decimal fraction, as people write times.
///
/// A `Double` of seconds is converted to the fewest digits that read back as the same `Double`,
/// with integer arithmetic alone. Two doubles never have the same digits, and their digits never
/// swap order, since the digits of each double lie nearer to it than to any other.
struct DecimalSeconds {
  /// The whole seconds, rounded down: −1 for −0.25.
  var whole: Int64
  /// The digits of the fraction as a number: 75 for 0.75.
  var fraction: UInt64
  /// The number of digits: 2 for 0.75.
  var digitCount = 0
  /// 10 to the power of the number of digits: 100 for 0.75.
  var scale: UInt64

  /// Makes a number from the digits after its point; `scale` says how many digits there are.
  init(whole: Int64, fraction: UInt64 = 0, scale: UInt64 = 1) {
    self.whole = whole
    self.fraction = fraction
    self.scale = scale
  }

  /// Makes the digits of a double of less than 2^52; nil between −1 and 1, except for zero. Doubles
  /// near zero are so dense that they may need hundreds of digits: `LongFraction` handles those.
  init?(_ seconds: Double) {
    let magnitude = seconds.magnitude
    guard magnitude >= 1 else {
      guard magnitude == 0 else { return nil }
      self.init(whole: 0)
      return
    }
    let bits = seconds.significandBitPattern | 1 << 52
    let point = UInt64(52 - (Int(seconds.exponentBitPattern) - 1023))
    let rest = bits & (1 << point - 1)
    self.init(whole: Int64(bits >> point))
    if rest != 0 { findDigits(of: rest, point: point) }
    if seconds < 0 { negate() }
  }

  /// The nearest double, ties to even.
  var double: Double {
    var magnitude = self
    if whole < 0 { magnitude.negate() }
    let value = magnitude.nonNegativeDouble
    return whole < 0 ? -value : value
  }

  /// Changes the sign and rounds the whole seconds down again.
  private mutating func negate() {
    whole = fraction == 0 ? -whole : -whole - 1
    if fraction != 0 { fraction = scale - fraction }
  }
}

extension DecimalSeconds {
  /// Finds the shortest decimal digits within half a unit of `rest / 2^point`.
  ///
  /// Both are counted in halves of the last bit, so the margin is the scale: both start at 1.
  /// `point` is at most 52, so ten times a remainder fits in 64 bits.
  private mutating func findDigits(of rest: UInt64, point: UInt64) {
    let bits = point &+ 1
    let one = UInt64(1) &<< bits
    var rest = rest &<< 1
    var isDone = false
    repeat {
      rest &*= 10
      scale &*= 10
      fraction = fraction &* 10 &+ rest &>> bits
      rest &= one &- 1
      digitCount &+= 1
      isDone = rest < scale || one &- rest < scale
    } while !isDone
    if one &- rest < rest { fraction &+= 1 }
  }

  private var nonNegativeDouble: Double {
    guard fraction != 0 else { return Double(whole) }
    let seconds = UInt64(whole)
    guard seconds != 0 else { return LongFraction.double(fraction, scale: scale) }
    let point = UInt64(seconds.leadingZeroBitCount - 11)
    let bits = seconds << point &+ Self.rounded(fraction, over: scale, point: point)
    return Double(bits) * Double(bitPattern: (1023 &- point) << 52)
  }

  /// Returns `fraction / scale × 2^point`, rounded to the nearest integer. `fraction` is below
  /// `scale`, so the quotient fits.
  private static func rounded(_ fraction: UInt64, over scale: UInt64, point: UInt64) -> UInt64 {
    let high = fraction >> (64 &- point)
    let (quotient, remainder) =
      high == 0
      ? (fraction << point).quotientAndRemainder(dividingBy: scale)
      : scale.dividingFullWidth((high, fraction << point))
    let isUp = remainder > scale - remainder
    let isTie = remainder == scale - remainder
    return quotient &+ (isUp || (isTie && quotient & 1 == 1) ? 1 : 0)
  }
}
