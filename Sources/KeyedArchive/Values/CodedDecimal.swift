/// The public `Codable` form of a `Decimal`.
struct CodedDecimal: Decodable {
  let exponent: Int
  /// The number of significant words of the mantissa.
  let length: Int
  let isNegative: Bool
  let isCompact: Bool
  /// The words of the mantissa, the least significant first.
  let mantissa: [UInt16]

  /// Whether Foundation reads the number as it is. It keeps eight bits of the exponent and four of
  /// the length.
  var isValid: Bool {
    let significant = mantissa.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return (-128...127).contains(exponent) && mantissa.count == 8 && length == significant
  }
}
