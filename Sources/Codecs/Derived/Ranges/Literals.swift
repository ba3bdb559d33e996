import PersistentObjectsCodec
import PersistentObjectsDriver

// A codec's stored form as a readable literal, similar to SQL's:
//
//   literal = integer | real | text | blob
//   integer = the digits of a signed 64-bit integer: −5 is -5
//   real    = the fewest digits that read back as the very same Double, always with a "." or "e":
//             5.0, 1e-07; "inf", "-inf"; −0 is written as 0.0, which equals it
//   text    = "'" UTF-8, each "'" doubled "'"
//   blob    = "x'" two hexadecimal digits in upper case for each byte "'"

/// Writes and reads literals.
enum Literal {
  private static let quote = UInt8(ascii: "'")
  private static let blobMark = UInt8(ascii: "x")
  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Appends the value of a cell as a literal; appends nothing for NULL.
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

  /// Removes a literal from the start of `bytes` and returns its value; nil unless it has its
  /// canonical form.
  static func take(from bytes: inout TextSlice) -> StoredValue? {
    switch bytes.first {
    case quote: takeText(from: &bytes)
    case blobMark: takeBlob(from: &bytes)
    default: takeNumber(from: &bytes)
    }
  }

  private static func takeText(from bytes: inout TextSlice) -> StoredValue? {
    QuotedText.take(from: &bytes, quote: quote)
      .flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
  }

  private static func takeBlob(from bytes: inout TextSlice) -> StoredValue? {
    bytes = bytes.dropFirst()
    guard let digits = QuotedText.take(from: &bytes, quote: quote), digits.count % 2 == 0 else {
      return nil
    }
    let nibbles = digits.compactMap { hexDigits.firstIndex(of: $0) }
    guard nibbles.count == digits.count else { return nil }
    return .bytes(
      stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) })
  }

  /// Removes a number from the start. Numbers have no quotes; they end before the first byte that
  /// is not a digit, sign, point or letter.
  private static func takeNumber(from bytes: inout TextSlice) -> StoredValue? {
    let text = String(decoding: bytes.take(while: isNumeric), as: UTF8.self)
    if let integer = Int64(text), String(integer) == text { return .integer(integer) }
    guard let real = Double(text), !real.isNaN, real.description == text, text != "-0.0" else {
      return nil
    }
    return .real(real)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "a"..."z", ".", "-", "+": true
    default: false
    }
  }
}
