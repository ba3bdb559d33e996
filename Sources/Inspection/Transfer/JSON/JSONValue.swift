/// A value of JSON, whose numbers are exact.
indirect enum JSONValue: Hashable {
  case null
  case bool(Bool)
  /// A number without a point and without an exponent.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  case text(String)
  case list([JSONValue])
  /// Members in their order; no two have one name.
  case object([Member])

  struct Member: Hashable {
    let name: String
    let value: JSONValue
  }

  /// The member of an object; nil where there is none, or this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// What it is, for errors.
  var kind: String {
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

/// Why a text is no JSON, and where.
struct JSONError: Error, CustomStringConvertible {
  let reason: String
  /// The byte at which reading ended, from 1.
  let column: Int

  var description: String { "it is no JSON: \(reason) at byte \(column)" }
}
