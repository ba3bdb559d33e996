import PersistentObjectsCodec

/// A decimal number of 128 bits before the point and 18 digits after it, in the stored form of
/// decimals: see `DecimalText`.
struct LongDecimal {
  var isNegative: Bool
  /// The magnitude before the point.
  var whole: UInt128
  /// The digits after the point as a number, counted in units of 10^−18.
  var fraction: UInt64 = 0

  /// The number one in units of `fraction`.
  static let unit: UInt64 = 1_000_000_000_000_000_000
  static let fractionDigits = 18
  /// The length of the longest stored form in bytes: the key and two numbers of 39 + 1 + 18
  /// characters.
  static let capacity = 130
}

extension LongDecimal {
  /// Reads a stored form; nil for any other text. Like `DecimalText`, it checks the text by writing
  /// it again.
  init?(stored text: TextSlice) {
    guard text.count <= Self.capacity, var digits = DecimalText.plain(of: text) else { return nil }
    isNegative = digits.take("-")
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    guard let whole = Numerals.read(digits[..<point]),
      let fraction = Self.fraction(digits[point...].dropFirst())
    else { return nil }
    self.whole = whole
    self.fraction = fraction
    // A zero with a sign would be written again with it.
    if isNegative, whole == 0, fraction == 0 { return nil }
    guard TextBytes.isWritten(text, capacity: Self.capacity, by: write) else { return nil }
  }

  private static func fraction(_ digits: TextSlice) -> UInt64? {
    guard digits.count <= fractionDigits else { return nil }
    let scale = UInt64(Numerals.powersOfTen[fractionDigits - digits.count])
    return Numerals.readShort(digits).map { $0 * scale }
  }

  /// Writes the stored form.
  func write(to text: inout TextBytes) {
    let count = Numerals.count(whole)
    DecimalText.write(countBeforePoint: count, isNegative: isNegative, to: &text) { text in
      Numerals.write(whole, count: count, to: &text)
      guard fraction != 0 else { return }
      text.append(".")
      Numerals.write(fraction, count: Self.fractionDigits, to: &text)
      while text[text.count - 1] == UInt8(ascii: "0") { text.count -= 1 }
    }
  }
}

extension ColumnWriter {
  /// Writes the stored form of a decimal.
  mutating func write(_ decimal: LongDecimal) {
    writeText(capacity: LongDecimal.capacity, decimal.write)
  }
}
