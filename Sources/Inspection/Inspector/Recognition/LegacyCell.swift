import PersistentObjects
import PersistentObjectsDriver

/// One value of a row, as one of SQLite's storage classes.
package enum LegacyCell: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A text whose bytes are not valid UTF-8.
  case damagedText([UInt8])
  case blob([UInt8])
}

extension LegacyCell {
  /// Creates a copy of a cell.
  init(_ cell: Cell) {
    self =
      switch cell {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let bytes):
        String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .damagedText(Array(bytes))
      case .bytes(let bytes): .blob(Array(bytes))
      }
  }

  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  package var isNull: Bool { self == .null }

  /// The integer, which a column without a type may also hold as text.
  package var key: Int64? {
    switch self {
    case .integer(let value): value
    case .text(let text): Int64(text)
    default: nil
    }
  }

  /// The name, which a BLOB column may hold as bytes.
  package var name: String? {
    switch self {
    case .text(let text): text
    case .blob(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }
}
