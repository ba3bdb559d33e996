/// A value to print, with its type.
indirect enum OutputValue: Sendable, Equatable {
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
  static func text(ifAny text: String?) -> OutputValue { text.map(OutputValue.text) ?? .null }

  /// Whether the value is a number, which tables align on the right.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }
}

/// A name and its value.
struct OutputPair: Sendable, Equatable {
  let name: String
  let value: OutputValue
  var presentation = Presentation.exact

  init(_ name: String, _ value: OutputValue, _ presentation: Presentation = .exact) {
    self.name = name
    self.value = value
    self.presentation = presentation
  }
}

extension OutputValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .real(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}
