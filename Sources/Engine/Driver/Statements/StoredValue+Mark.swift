// A value to be bound can be part of a piece of SQL that is a string. It stands between two NUL
// characters, which SQL itself never contains:
//
//   mark  = NUL kind text NUL
//   kind  = "n" | "i" | "r" | "t" | "b"    NULL, an integer, a double, a text, bytes
//   text  = the integer, the bits of the double as an integer, or the bytes in hexadecimal digits
//
// So dialects can write text around it, and it can be repeated and compared, as column names can.
// `SQLText` turns it into a placeholder.

extension StoredValue {
  /// The value as a mark.
  var mark: String {
    switch self {
    case .null: "\0n\0"
    case .integer(let value): "\0i\(value)\0"
    case .real(let value): "\0r\(value.bitPattern)\0"
    case .text(let value): "\0t\(Self.digits(of: value.utf8))\0"
    case .bytes(let value): "\0b\(Self.digits(of: value))\0"
    }
  }

  private static func digits(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func bytes(of digits: Substring.UTF8View) -> [UInt8]? {
    let values = digits.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count.isMultiple(of: 2), !values.contains(nil) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map {
      UInt8(truncatingIfNeeded: (values[$0] ?? 0) << 4 | (values[$0 + 1] ?? 0))
    }
  }

  /// Reads the text between the NUL characters of a mark; nil if it is invalid.
  init?(mark: Substring) {
    let content = mark.dropFirst()
    switch mark.first {
    case "n" where content.isEmpty: self = .null
    case "i":
      guard let value = Int64(content) else { return nil }
      self = .integer(value)
    case "r":
      guard let bits = UInt64(content) else { return nil }
      self = .real(Double(bitPattern: bits))
    case "t":
      guard let bytes = Self.bytes(of: content.utf8),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      self = .text(text)
    case "b":
      guard let bytes = Self.bytes(of: content.utf8) else { return nil }
      self = .bytes(bytes)
    default: return nil
    }
  }

  /// Returns whether a piece of SQL has marks.
  static func hasMarks(_ sql: String) -> Bool { sql.utf8.contains(0) }
}
