import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// A parameter of a query, `name=value`, with its value.
struct QueryParameter: Sendable, Equatable {
  let name: String
  let value: StoredValue

  /// Reads a parameter; nil if the text is not one. A colon before the name is left out.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    name = String(text[..<sign].drop { $0 == ":" })
    value = Self.value(of: String(text[text.index(after: sign)...]))
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      return nil
    }
  }

  /// Returns the value of a text. Only the usual form of a number is one: `007` is a text, as are
  /// `true` and `nan`.
  private static func value(of text: String) -> StoredValue {
    switch SQLLiteral.value(of: text) {
    case .integer(let number) where "\(number)" == text: .integer(number)
    case .real(let number) where number.isFinite: .real(number)
    case .text(let content): .text(content)
    case .bytes(let bytes): .bytes(bytes)
    case .null: .null
    default: .text(text)
    }
  }
}

extension ValueType where Value == QueryParameter {
  /// A parameter of a query.
  static var queryParameter: ValueType {
    ValueType(kind: .text) { text throws(UnreadableValue) in
      guard let parameter = QueryParameter(text) else {
        throw UnreadableValue(reason: "must be a name and a value, as in name=Rex")
      }
      return parameter
    }
  }
}
