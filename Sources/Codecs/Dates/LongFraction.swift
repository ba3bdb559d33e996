/// A fraction with more digits than a 64-bit integer holds: that of a date within a second of the
/// reference date but not on it. Such dates are rare, so this may be slow: it uses the standard
/// library's shortest digits and its exact parser.
enum LongFraction {
  /// Returns the digits after the point of `seconds`, measured from the next lower whole number:
  /// "25" for 0.25, "75" for −0.25. `seconds` lies between −1 and 1 and is not zero.
  static func digits(of seconds: Double) -> [UInt8] {
    let digits = digits(below1: seconds.magnitude)
    return seconds < 0 ? complement(digits) : digits
  }

  /// Returns the double nearest to `whole` plus the fraction with these digits.
  static func double(whole: Int64, digits: some Sequence<UInt8>) -> Double {
    var digits = Array(digits)
    while digits.last == zero { digits.removeLast() }
    if digits.isEmpty { return Double(whole) }
    guard whole < 0 else { return double(magnitude: whole, digits) }
    return -double(magnitude: -(whole + 1), complement(digits))
  }

  /// Returns the double nearest to `fraction / scale`, where `scale` is a power of ten.
  static func double(_ fraction: UInt64, scale: UInt64) -> Double {
    let digits = String(fraction)
    let zeros = String(scale).utf8.count - 1 - digits.utf8.count
    return double(whole: 0, digits: (String(repeating: "0", count: zeros) + digits).utf8)
  }

  private static let zero = UInt8(ascii: "0")
  private static let nine = UInt8(ascii: "9")

  private static func double(magnitude: Int64, _ digits: [UInt8]) -> Double {
    Double("\(magnitude).\(String(decoding: digits, as: UTF8.self))") ?? 0
  }

  /// Returns the digits of 1 − 0.digits; the last digit is not zero.
  private static func complement(_ digits: [UInt8]) -> [UInt8] {
    var complement = digits.map { zero + (nine - $0) }
    if let last = complement.indices.last { complement[last] += 1 }
    return complement
  }

  /// Returns the shortest digits after the point, taken from "0.25" or "2.5e-07".
  private static func digits(below1 value: Double) -> [UInt8] {
    let parts = "\(value)".split(separator: "e")
    let mantissa = parts[0].utf8.filter { $0 != UInt8(ascii: ".") }
    let exponent = parts.count > 1 ? -(Int(parts[1]) ?? 0) : 0
    guard exponent > 0 else { return Array(mantissa.dropFirst()) }
    return Array(repeating: zero, count: exponent - 1) + mantissa
  }
}
