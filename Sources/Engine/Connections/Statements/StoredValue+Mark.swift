// A value to be bound can be part of a piece of SQL that is a string. It stands between two NUL
// characters, which SQL itself never contains:
//
//   mark  = NUL ["a"] kind text NUL       "a" beside a column of any kind, whose type a literal needs
//   kind  = "n" | "i" | "r" | "t" | "b"    NULL, an integer, a double, a text, bytes
//   text  = the integer, the bits of the double as an integer, or the bytes in hexadecimal digits
//
// So dialects can write text around it, and it can be repeated and compared, as column names can.
// `SQLText` turns it into a placeholder.

package import PersistentObjectsDriver

extension StoredValue {
  /// The value as a mark.
  package var mark: String { "\0\(markedText)\0" }

  /// Returns the value as a mark beside a column.
  package func mark(beside type: ColumnType, in dialect: any Dialect) -> String {
    dialect.numberComparing(type) == nil ? mark : "\0a\(markedText)\0"
  }

  private var markedText: String {
    switch self {
    case .null: "n"
    case .integer(let value): "i\(value)"
    case .real(let value): "r\(value.bitPattern)"
    case .text(let value): "t\(Self.digits(of: value.utf8))"
    case .bytes(let value): "b\(Self.digits(of: value))"
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

  /// Reads the text between the NUL characters of a mark, and the type of the column beside it; nil
  /// if it is invalid.
  static func read(mark: Substring) -> (value: StoredValue, type: ColumnType?)? {
    if mark.first != "a" { return StoredValue(mark: mark).map { ($0, nil) } }
    return StoredValue(mark: mark.dropFirst()).map { ($0, .any) }
  }

  private init?(mark: Substring) {
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
  package static func hasMarks(_ sql: String) -> Bool { sql.utf8.contains(0) }
}
