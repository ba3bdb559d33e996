/// A value as a database stores it, held on its own: a default, a value in a row of a raw query, an
/// element to compare with. Objects are read and written without it.
///
/// ```swift
/// for row in try session.rows("SELECT name, age FROM person") {
///   print(row == [.text("Joe"), .integer(31)])
/// }
/// ```
public enum StoredValue: Sendable {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An IEEE 754 double.
  case real(Double)
  /// Unicode text.
  case text(String)
  /// Bytes.
  case bytes([UInt8])

  /// The kind of this value.
  public var kind: StoredKind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .bytes: .bytes
    }
  }
}

extension StoredValue: CustomStringConvertible {
  /// The value as people read it: `NULL`, `42`, `1.5`, `"Emma"`, `X'C0FFEE'`. Of long bytes, the
  /// first sixteen and their number.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .bytes(let bytes):
      "X'\(bytes.prefix(16).map(Self.hexadecimal).joined())'"
        + (bytes.count > 16 ? "… \(bytes.count) bytes" : "")
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0\(digits)" : digits
  }
}

/// One of the five kinds of value that a column may hold.
///
/// ```swift
/// print(StoredValue.text("Joe").kind)  // TEXT
/// ```
public enum StoredKind: UInt8, Sendable, CustomStringConvertible {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer
  /// An IEEE 754 double.
  case real
  /// Unicode text.
  case text
  /// Bytes.
  case bytes

  /// The name in capitals, such as `INTEGER`.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .bytes: "BLOB"
    }
  }
}

/// Values are equal if their stored bits are: −0 differs from 0, and text compares by its scalars,
/// not by canonical equivalence, because a row would show the difference.
extension StoredValue: Hashable {
  /// Whether both values are stored alike, bit for bit.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    default: false
    }
  }

  /// Feeds the stored bits to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .bytes(let value): hasher.combine(value)
    }
  }
}
