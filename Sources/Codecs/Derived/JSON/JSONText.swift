import PersistentObjectsEngine

/// Checks that bytes are one JSON text (RFC 8259) in UTF-8, nested no deeper than allowed.
///
/// Foundation's decoder gets nothing else to see: of a text that is not JSON it may end the process
/// where it should throw, as Swift 6.3's does on Linux for 513 opening brackets and nothing behind
/// them. Its encoder, too, writes what is not JSON: a `Decimal` that is not a number as `NaN`.
struct JSONText {
  var rest: Slice<UnsafeRawBufferPointer>
  /// The closing brackets still to come.
  private var closings: [UInt8] = []
  var hasOtherThanASCII = false
  private let maximumDepth: Int

  /// Throws a `CodecError` that says what is wrong.
  static func check(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) throws(CodecError) {
    var text = JSONText(rest: bytes[...], maximumDepth: maximumDepth)
    try text.checkValue()
    guard text.rest.isEmpty else { throw text.unexpected("the end") }
    guard !text.hasOtherThanASCII || String(validating: bytes, as: UTF8.self) != nil else {
      throw CodecError("the JSON is not valid UTF-8")
    }
  }

  private init(rest: Slice<UnsafeRawBufferPointer>, maximumDepth: Int) {
    self.rest = rest
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

  /// Not recursive, so that no depth uses up the stack.
  private mutating func checkValue() throws(CodecError) {
    repeat {
      try checkStart()
    } while try isFollowedByAnotherValue()
  }

  /// A value that has no others in it, or the beginning of one up to its first.
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

  /// Goes on behind a value, over all that ends there; false at the end of the text.
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

  /// What was just read, or comes next, is not what must be there.
  func unexpected(_ expected: String) -> CodecError {
    CodecError("the JSON is wrong near its byte \(rest.startIndex): \(expected) is expected there")
  }
}
