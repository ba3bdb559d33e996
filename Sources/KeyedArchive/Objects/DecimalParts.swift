import Foundation

/// The parts of a decimal number that `NSDecimalNumber` archives. Its value is (−1)^isNegative ×
/// mantissa × 10^exponent; it is not a number if it is negative and has no length.
struct DecimalParts {
  let exponent: Int
  /// The number of significant 16-bit words of the mantissa.
  let length: Int
  let isNegative: Bool
  let isCompact: Bool
  let mantissa: UInt128

  /// `NSHostByteOrder`'s little-endian; the other is big-endian.
  static let littleEndian = 1
  static let bigEndian = 2

  /// Makes the parts of a number from its public `Codable` form.
  init(_ number: Decimal) throws {
    let options = KeyedArchiveOptions()
    let archive = try ValueEncodingSession.archive(number, options: options)
    let parts = try archive.bytes.withUnsafeBytes {
      try ValueDecodingSession.unarchive(CodedDecimal.self, from: $0, options: options)
    }
    exponent = parts.exponent
    length = parts.length
    isNegative = parts.isNegative
    isCompact = parts.isCompact
    mantissa = parts.mantissa.reversed().reduce(0) { $0 << 16 | UInt128($1) }
  }

  init(exponent: Int, length: Int, isNegative: Bool, mantissaBytes: [UInt8], order: Int) {
    self.exponent = exponent
    self.length = length
    self.isNegative = isNegative
    isCompact = true
    // The words are in the order of their weight, whatever the byte order within them is.
    let words = stride(from: 0, to: min(length * 2, mantissaBytes.count - 1), by: 2).map {
      let (first, second) = (UInt128(mantissaBytes[$0]), UInt128(mantissaBytes[$0 + 1]))
      return order == Self.bigEndian ? first << 8 | second : second << 8 | first
    }
    mantissa = words.reversed().reduce(0) { $0 << 16 | $1 }
  }

  /// The words of the mantissa, the least significant first, each little-endian.
  var mantissaBytes: [UInt8] { withUnsafeBytes(of: mantissa.littleEndian) { Array($0) } }

  /// The number; nil if the parts do not form one.
  var number: Decimal? {
    if length == 0, isNegative { return .nan }
    guard (-128...127).contains(exponent) else { return nil }
    return Decimal(string: "\(isNegative ? "-" : "")\(mantissa)e\(exponent)", locale: nil)
  }
}
