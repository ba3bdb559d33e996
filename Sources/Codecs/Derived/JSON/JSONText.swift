import PersistentObjectsEngine

/// Checks that bytes are one JSON text (RFC 8259) in UTF-8, nested no deeper than allowed.
///
/// Only checked text reaches Foundation's decoder, which may end the process for invalid JSON
/// instead of throwing: Swift 6.3's does so on Linux for 513 opening brackets and nothing else. Its
/// encoder also writes invalid JSON: a `Decimal` that is not a number as `NaN`.
struct JSONText {
  var rest: Slice<UnsafeRawBufferPointer>
  /// The closing brackets that are still expected.
  private var closings: [UInt8] = []
  var hasOtherThanASCII = false
  private let maximumDepth: Int

  /// Throws a `CodecError` that says what is wrong.
  static func check(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) throws(CodecError) {
    var text = JSONText(bytes, maximumDepth: maximumDepth)
    try text.checkValue()
    guard text.rest.isEmpty else { throw text.unexpected("the end") }
    guard !text.hasOtherThanASCII || String(validating: bytes, as: UTF8.self) != nil else {
      throw CodecError("the JSON is not valid UTF-8")
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
    rest = bytes[...]
    self.maximumDepth = maximumDepth
  }
}

// MARK: - Structure

extension JSONText {
  enum Mark {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let objectEnd = UInt8(ascii: "}")
    static let arrayEnd = UInt8(ascii: "]")
  }

  /// Checks a value. Not recursive, so that deep nesting cannot exhaust the stack.
  private mutating func checkValue() throws(CodecError) {
    repeat {
      try checkStart()
    } while try isFollowedByAnotherValue()
  }

  /// Checks a value that contains no others, or the beginning of one up to its first element.
  private mutating func checkStart() throws(CodecError) {
    while true {
      skipSpace()
      switch rest.first {
      case UInt8(ascii: "{"):
        try open(Mark.objectEnd)
        if rest.first == Mark.objectEnd { return }
        try checkKey()
      case UInt8(ascii: "["):
        try open(Mark.arrayEnd)
        if rest.first == Mark.arrayEnd { return }
      default:
        return try checkScalar()
      }
    }
  }

  private mutating func open(_ closing: UInt8) throws(CodecError) {
    guard closings.count < maximumDepth else {
      throw CodecError(
        "the JSON is nested more than \(maximumDepth) deep; the codec's maximumDepth allows more")
    }
    closings.append(closing)
    rest = rest.dropFirst()
    skipSpace()
  }

  /// Continues after a value, past all that ends there. Returns false at the end of the text.
  private mutating func isFollowedByAnotherValue() throws(CodecError) -> Bool {
    skipSpace()
    while let closing = closings.last {
      let next = rest.popFirst()
      if next == Mark.comma {
        if closing == Mark.objectEnd { try checkKey() }
        return true
      }
      guard next == closing else { throw unexpected("',' or '\(Character(.init(closing)))'") }
      closings.removeLast()
      skipSpace()
    }
    return false
  }

  private mutating func checkKey() throws(CodecError) {
    skipSpace()
    try checkText()
    skipSpace()
    guard rest.popFirst() == Mark.colon else { throw unexpected("':'") }
  }

  private mutating func skipSpace() {
    while let byte = rest.first,
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    {
      rest = rest.dropFirst()
    }
  }

  /// An error that says what was expected here.
  func unexpected(_ expected: String) -> CodecError {
    CodecError("the JSON is wrong near its byte \(rest.startIndex): \(expected) is expected there")
  }
}
