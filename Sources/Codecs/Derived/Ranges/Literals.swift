import PersistentObjectsEngine

// A codec's stored form as a readable literal, similar to SQL's:
//
// literal = integer | real | text | blob integer = the digits of a signed 64-bit integer −5 is -5
// real = the fewest digits that read back as the very same Double, always with a "." or "e":
//             5.0, 1e-07; "inf", "-inf"; −0 is written as 0.0, which equals it
//   text    = "'" UTF-8, each "'" doubled "'"
//   blob    = "x'" two hexadecimal digits in upper case for each byte "'"

/// Writes and reads literals.
enum Literal {
  private static let quote = UInt8(ascii: "'")
  private static let blobMark = UInt8(ascii: "x")
  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Appends what a cell holds as a literal; nothing for NULL.
  static func append(_ cell: Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .null: break
    case .integer(let value): bytes += "\(value)".utf8
    case .real(let value): bytes += "\(value == 0 ? 0 : value)".utf8
    case .text(let utf8):
      utf8.withMemoryRebound(to: UInt8.self) { QuotedText.append($0, quote: quote, to: &bytes) }
    case .bytes(let blob):
      bytes += [blobMark, quote]
      for byte in blob { bytes += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]] }
      bytes.append(quote)
    }
  }

  /// Moves a literal from the start of `bytes` to the end of `literals`. Returns false if none is
  /// there in its only form.
  static func take(
    from bytes: inout some TextSlice, into literals: inout [StoredValue]
  ) -> Bool {
    let literal =
      switch bytes.first {
      case quote: takeText(from: &bytes)
      case blobMark: takeBlob(from: &bytes)
      default: takeNumber(from: &bytes)
      }
    if let literal { literals.append(literal) }
    return literal != nil
  }

  private static func takeText(from bytes: inout some TextSlice) -> StoredValue? {
    QuotedText.take(from: &bytes, quote: quote)
      .flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
  }

  private static func takeBlob(from bytes: inout some TextSlice) -> StoredValue? {
    bytes = bytes.dropFirst()
    guard let digits = QuotedText.take(from: &bytes, quote: quote), digits.count % 2 == 0 else {
      return nil
    }
    let nibbles = digits.compactMap { hexDigits.firstIndex(of: $0) }
    guard nibbles.count == digits.count else { return nil }
    return .bytes(
      stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) })
  }

  /// Takes a number off the start. Numbers have no quotes; they end before the first byte that is
  /// not a digit, sign, point or letter.
  private static func takeNumber(from bytes: inout some TextSlice) -> StoredValue? {
    let digits = bytes.prefix(while: isNumeric)
    bytes = bytes[digits.endIndex...]
    return integer(digits).map { .integer($0) } ?? real(digits).map { .real($0) }
  }

  private static func integer(_ digits: some TextSlice) -> Int64? {
    let isNegative = digits.first == UInt8(ascii: "-")
    let magnitude = isNegative ? digits.dropFirst() : digits
    // Numbers are not written with a leading zero, or as −0.
    guard magnitude.count == 1 && !isNegative || magnitude.first != UInt8(ascii: "0"),
      magnitude.allSatisfy({ $0 &- 48 < 10 })
    else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  private static func real(_ digits: some TextSlice) -> Double? {
    let text = String(decoding: digits, as: UTF8.self)
    guard let real = Double(text), !real.isNaN, "\(real)" == text, text != "-0.0" else {
      return nil
    }
    return real
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
