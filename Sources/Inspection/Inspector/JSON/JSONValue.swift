/// A JSON value with exact numbers.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a point or an exponent.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  case text(String)
  case list([JSONValue])
  /// The members in their order. No two have the same name, byte by byte.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// The member of an object; nil if there is none, or this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of the value, for errors.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer: "an integer"
    case .real: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// The reason why a text is not JSON, and the position.
package struct JSONError: Error, CustomStringConvertible {
  let reason: String
  /// The position of the byte at which reading ended, from 1.
  let column: Int

  package var description: String { "it is not valid JSON: \(reason) at byte \(column)" }
}
