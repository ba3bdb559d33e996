import PersistentObjectsCodec

/// Checks that bytes are one JSON text (RFC 8259) in UTF-8, nested no deeper than allowed.
///
/// Only checked text reaches Foundation's decoder, which may end the process for invalid JSON
/// instead of throwing: Swift 6.3's does so on Linux for 513 opening brackets and nothing else. Its
/// encoder also writes invalid JSON: a `Decimal` that is not a number as `NaN`.
struct JSONText {
  var rest: TextSlice
  /// The closing brackets that are still expected.
  private var closings: [Unicode.Scalar] = []
  private let maximumDepth: Int

  /// Checks bytes; throws a `CodecError` that says what is wrong with them.
  static func check(_ bytes: TextSlice, maximumDepth: Int) throws(CodecError) {
    var text = JSONText(rest: bytes, maximumDepth: maximumDepth)
    try text.checkValue()
    guard text.rest.isEmpty else { throw text.unexpected("the end") }
    guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil else {
      throw CodecError("the JSON is not valid UTF-8")
    }
  }

  /// The next byte as a scalar, which is a character of the text if it is ASCII; nil at the end.
  var first: Unicode.Scalar? { rest.first.map(Unicode.Scalar.init) }

  /// Removes and returns the next byte; nil at the end.
  mutating func next() -> Unicode.Scalar? { rest.popFirst().map(Unicode.Scalar.init) }

  /// Returns an error that says what was expected here.
  func unexpected(_ expected: String) -> CodecError {
    CodecError("the JSON is not valid near byte \(rest.startIndex), where \(expected) is expected")
  }
}

// MARK: - Structure

extension JSONText {
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
      switch first {
      case "{": try open("}")
      case "[": try open("]")
      default: return try checkScalar()
      }
      if first == closings.last { return }
      if closings.last == "}" { try checkKey() }
    }
  }

  private mutating func open(_ closing: Unicode.Scalar) throws(CodecError) {
    guard closings.count < maximumDepth else {
      throw CodecError(
        "the JSON is nested more than \(maximumDepth) levels deep; raise the codec's maximumDepth")
    }
    closings.append(closing)
    rest = rest.dropFirst()
    skipSpace()
  }

  /// Moves past a value and the containers that end after it. Returns false at the end of the text.
  private mutating func isFollowedByAnotherValue() throws(CodecError) -> Bool {
    skipSpace()
    while let closing = closings.last {
      let next = next()
      if next == "," {
        if closing == "}" { try checkKey() }
        return true
      }
      guard next == closing else { throw unexpected("',' or '\(closing)'") }
      closings.removeLast()
      skipSpace()
    }
    return false
  }

  private mutating func checkKey() throws(CodecError) {
    skipSpace()
    try checkText()
    skipSpace()
    guard next() == ":" else { throw unexpected("':'") }
  }

  private mutating func skipSpace() { rest.takeJSONSpace() }
}

extension TextSlice {
  /// Removes JSON's white space from the start.
  mutating func takeJSONSpace() {
    take { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
