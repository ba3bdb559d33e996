/// Reads one JSON text (RFC 8259) token by token.
///
/// It is not recursive: each level of nesting costs a byte, so that deep nesting cannot exhaust the
/// stack. Words, numbers and escapes are checked, so that what a token stands for can be taken from
/// its bytes.
package struct JSONReader {
  /// A part of a text. Ranges are of its bytes.
  package enum Token: Equatable {
    case beginArray, endArray
    case beginObject, endObject
    /// The name of a member, whose value follows, without its quotes.
    case name(Range<Int>)
    /// A string without its quotes.
    case text(Range<Int>)
    case number(Range<Int>)
    case bool(Bool)
    case null
  }

  private enum Expectation {
    case value
    /// The first element of a container, or its end.
    case element
    /// A comma and another value, or the end.
    case separator
  }

  private let bytes: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private(set) var position = 0
  private var expectation = Expectation.value
  /// The brackets that are still open.
  private var closings: [UInt8] = []

  /// Makes a reader of a whole text, which must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
    (self.bytes, self.maximumDepth) = (bytes, maximumDepth)
  }

  /// Checks that bytes are one JSON text in UTF-8, nested no deeper than allowed.
  package static func check(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int
  ) throws(JSONError) {
    var reader = JSONReader(bytes, maximumDepth: maximumDepth)
    while try reader.next() != nil {}
    try reader.requireUTF8()
  }

  /// Throws if the text is not UTF-8.
  func requireUTF8() throws(JSONError) {
    guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(.isNotUTF8, at: 0)
    }
  }

  /// Reads the next token; returns nil at the end of the text.
  package mutating func next() throws(JSONError) -> Token? {
    skipSpace()
    switch expectation {
    case .value: return try value()
    case .element:
      return isNext(closings.last) ? close() : try element()
    case .separator:
      guard let closing = closings.last else {
        if position < bytes.count { throw expected("the end") }
        return nil
      }
      if isNext(closing) { return close() }
      guard take(",") else { throw expected("',' or '\(Unicode.Scalar(closing))'") }
      skipSpace()
      return try element()
    }
  }

  /// Returns an error that says what is expected at the current position.
  func expected(_ thing: String) -> JSONError { JSONError(.expected(thing), at: position) }

  // MARK: Structure

  private mutating func element() throws(JSONError) -> Token {
    guard closings.last == UInt8(ascii: "}") else { return try value() }
    let name = try string()
    skipSpace()
    guard take(":") else { throw expected("':'") }
    expectation = .value
    return .name(name)
  }

  private mutating func value() throws(JSONError) -> Token {
    expectation = .separator
    switch first {
    case "{": return try open("}", .beginObject)
    case "[": return try open("]", .beginArray)
    case "\"": return .text(try string())
    case "t" where take("true"): return .bool(true)
    case "f" where take("false"): return .bool(false)
    case "n" where take("null"): return .null
    default: return .number(try number())
    }
  }

  private mutating func open(_ closing: Unicode.Scalar, _ token: Token) throws(JSONError) -> Token {
    guard closings.count < maximumDepth else {
      throw JSONError(.isNestedTooDeeply(maximumDepth), at: position)
    }
    closings.append(UInt8(ascii: closing))
    position += 1
    expectation = .element
    return token
  }

  private mutating func close() -> Token {
    position += 1
    expectation = .separator
    return closings.removeLast() == UInt8(ascii: "}") ? .endObject : .endArray
  }

  // MARK: Numbers

  /// number = [ "-" ] ( "0" | digits ) [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
  private mutating func number() throws(JSONError) -> Range<Int> {
    let start = position
    take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { take("-") }
      try digits()
    }
    return start..<position
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while position < bytes.count, 48...57 ~= bytes[position] { position += 1 }
    if position == start { throw expected("a value") }
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> Range<Int> {
    guard take("\"") else { throw expected("a text") }
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw expected("an escaped character")
      default: position += 1
      }
    }
    throw expected("a closing quote")
  }

  private mutating func escape() throws(JSONError) {
    position += 1
    switch first {
    case "\"", "\\", "/", "b", "f", "n", "r", "t": position += 1
    case "u": try scalar()
    default: throw expected("an escape")
    }
  }

  /// Checks `u` and four digits, and the other escape of a surrogate pair.
  private mutating func scalar() throws(JSONError) {
    let unit = try codeUnit()
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), take("\\"), first == "u",
      UTF16.isTrailSurrogate(try codeUnit())
    else { throw expected("the other half of a surrogate pair") }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    position += 1
    let digits = position..<min(position + 4, bytes.count)
    guard digits.count == 4, bytes[digits].allSatisfy({ Character(.init($0)).isHexDigit }) else {
      throw expected("four hexadecimal digits")
    }
    position += 4
    return codeUnit(digits)
  }

  private func codeUnit(_ digits: Range<Int>) -> UInt16 {
    UInt16(String(decoding: bytes[digits], as: UTF8.self), radix: 16) ?? 0
  }

  // MARK: Contents

  /// Returns the text of a name or a string.
  package func text(_ range: Range<Int>) -> String {
    let text = bytes[range]
    return text.contains(UInt8(ascii: "\\"))
      ? String(decoding: utf8(range), as: UTF8.self) : String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a number, or those that a name or a string stands for.
  package func utf8(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var rest = bytes[range]
    while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
      text += rest[..<escape]
      let end = append(escape: escape + 1, to: &text)
      rest = bytes[end..<range.upperBound]
    }
    return text + rest
  }

  /// Appends what an escape stands for, and returns the position after it.
  private func append(escape: Int, to text: inout [UInt8]) -> Int {
    switch Unicode.Scalar(bytes[escape]) {
    case "b": text.append(0x08)
    case "f": text.append(0x0C)
    case "n": text.append(0x0A)
    case "r": text.append(0x0D)
    case "t": text.append(0x09)
    case "u":
      let unit = codeUnit(escape + 1..<escape + 5)
      guard UTF16.isLeadSurrogate(unit) else {
        text += String(decoding: [unit], as: UTF16.self).utf8
        return escape + 5
      }
      let other = codeUnit(escape + 7..<escape + 11)
      text += String(decoding: [unit, other], as: UTF16.self).utf8
      return escape + 11
    default: text.append(bytes[escape])
    }
    return escape + 1
  }

  // MARK: Bytes

  /// The next byte as a scalar, which is a character of the text if it is ASCII; nil at the end.
  private var first: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  private func isNext(_ byte: UInt8?) -> Bool { position < bytes.count && bytes[position] == byte }

  /// Moves past a text; returns false if it does not come next.
  @discardableResult
  private mutating func take(_ expected: StaticString) -> Bool {
    let isNext = expected.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isNext { position += expected.utf8CodeUnitCount }
    return isNext
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}

/// The reason why a text is not JSON, or not a value that can be read.
package struct JSONError: Error, CustomStringConvertible {
  /// The kinds of reasons.
  package enum Problem: Equatable, Sendable {
    case expected(String)
    case isNestedTooDeeply(_ maximumDepth: Int)
    case isNotUTF8
    /// A value that is JSON, but cannot be read.
    case refused(String)
  }

  package let problem: Problem
  /// The offset of the byte at which reading ended.
  package let position: Int

  init(_ problem: Problem, at position: Int) {
    (self.problem, self.position) = (problem, position)
  }

  package var description: String {
    let reason =
      switch problem {
      case .expected(let thing): "\(thing) is expected"
      case .isNestedTooDeeply(let depth): "values are nested more than \(depth) levels deep"
      case .isNotUTF8: "a text is not UTF-8"
      case .refused(let reason): reason
      }
    return "it is not valid JSON: \(reason) at byte \(position + 1)"
  }
}
