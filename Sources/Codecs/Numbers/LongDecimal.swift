import Foundation

/// A decimal number of 128 bits before the point and 18 digits after it, in the stored form of
/// decimals: see `DecimalText`.
struct LongDecimal {
  var isNegative: Bool
  /// The magnitude before the point.
  var whole: UInt128
  /// The digits after the point as a number, counted in units of 10^−18.
  var fraction: UInt64

  /// The number one in units of `fraction`.
  static let unit: UInt64 = 1_000_000_000_000_000_000
  static let fractionDigits = 18
  /// The length of the longest stored form in bytes: the key and two numbers of 39 + 1 + 18
  /// characters.
  static let capacity = 130

  init(isNegative: Bool, whole: UInt128, fraction: UInt64 = 0) {
    self.isNegative = isNegative
    self.whole = whole
    self.fraction = fraction
  }

  /// Reads a stored form; nil for any other text. Like `DecimalText` it checks by writing again.
  init?(stored text: UnsafeRawBufferPointer) {
    guard text.count <= Self.capacity, let plain = DecimalText.plain(of: text) else { return nil }
    isNegative = plain.first == UInt8(ascii: "-")
    let digits = isNegative ? plain.dropFirst() : plain
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    guard let whole = Numerals.read(digits[..<point]),
      let fraction = Self.fraction(digits[point...].dropFirst())
    else { return nil }
    self.whole = whole
    self.fraction = fraction
    guard isStored(as: text) else { return nil }
  }

  /// Writes the stored form and returns its length.
  func write(to text: TextBytes) -> Int {
    let start = DecimalText.start(isNegative: isNegative)
    let point = Numerals.write(whole, to: text, at: start)
    let end = fraction == 0 ? point : writeFraction(to: text, at: point)
    return DecimalText.finish(
      start..<end, countBeforePoint: point - start, isNegative: isNegative, in: text)
  }

  /// Writes the fraction and returns the end of its last digit that is not zero.
  private func writeFraction(to text: TextBytes, at point: Int) -> Int {
    text[point] = UInt8(ascii: ".")
    var end = Numerals.write(fraction, count: Self.fractionDigits, to: text, at: point + 1)
    while text[end - 1] == UInt8(ascii: "0") { end -= 1 }
    return end
  }

  private static func fraction(_ digits: some TextSlice) -> UInt64? {
    guard digits.count <= fractionDigits, let number = Numerals.readShort(digits) else {
      return nil
    }
    return (digits.count..<fractionDigits).reduce(number) { number, _ in number &* 10 }
  }

  private func isStored(as text: UnsafeRawBufferPointer) -> Bool {
    TextBytes.isWritten(text, capacity: Self.capacity) { write(to: $0) }
  }
}
