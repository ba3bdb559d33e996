/// A value to print, with its type.
package indirect enum OutputValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  case list([OutputValue])
  case object([OutputPair])

  /// Returns an integer of any size: a number if it fits in a signed 64-bit integer, otherwise its
  /// digits as text.
  static func integer(exactly value: some BinaryInteger) -> OutputValue {
    Int64(exactly: value).map(OutputValue.integer) ?? .text(String(value))
  }

  /// Returns a text, or `null` for nil.
  package static func text(ifAny text: String?) -> OutputValue {
    text.map(OutputValue.text) ?? .null
  }

  /// Whether the value is a number, which tables align on the right.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }

  /// Whether the value is an object, or a list with one in it, which people see on several lines.
  var isNested: Bool {
    switch self {
    case .object(let pairs): !pairs.isEmpty
    case .list(let values): values.contains(where: \.isNested)
    default: false
    }
  }
}

/// A name and its value.
package struct OutputPair: Sendable, Equatable {
  package let name: String
  package let value: OutputValue
  var presentation = Presentation.exact
  /// Whether null means that there is nothing to say, so that people see nothing.
  var isOptional = false

  package init(
    _ name: String, _ value: OutputValue, _ presentation: Presentation = .exact,
    isOptional: Bool = false
  ) {
    self.name = name
    self.value = value
    self.presentation = presentation
    self.isOptional = isOptional
  }

  /// Whether people see the pair.
  var isShown: Bool { !isOptional || value != .null }
}

extension OutputValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
