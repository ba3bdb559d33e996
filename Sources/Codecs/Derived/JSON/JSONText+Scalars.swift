import PersistentObjectsEngine

// Values that contain no other values.

extension JSONText {
  mutating func checkScalar() throws(CodecError) {
    switch rest.first {
    case Mark.quote: try checkText()
    case UInt8(ascii: "t"): try checkWord("true")
    case UInt8(ascii: "f"): try checkWord("false")
    case UInt8(ascii: "n"): try checkWord("null")
    default: try checkNumber()
    }
  }

  private mutating func checkWord(_ word: StaticString) throws(CodecError) {
    let length = word.utf8CodeUnitCount
    let isWord = word.withUTF8Buffer { rest.prefix(length).elementsEqual($0) }
    guard isWord else { throw unexpected("a value") }
    rest = rest.dropFirst(length)
  }

  /// number = [ "-" ] ( "0" | digits ) [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
  private mutating func checkNumber() throws(CodecError) {
    take { $0 == UInt8(ascii: "-") }
    if !take({ $0 == UInt8(ascii: "0") }) { try checkDigits() }
    if take({ $0 == UInt8(ascii: ".") }) { try checkDigits() }
    if take({ $0 | 0x20 == UInt8(ascii: "e") }) {
      take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      try checkDigits()
    }
  }

  private mutating func checkDigits() throws(CodecError) {
    guard take(Self.isDigit) else { throw unexpected("a value") }
    while take(Self.isDigit) {}
  }

  @discardableResult
  private mutating func take(_ isExpected: (UInt8) -> Bool) -> Bool {
    guard let byte = rest.first, isExpected(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}

// MARK: - Texts

extension JSONText {
  mutating func checkText() throws(CodecError) {
    guard rest.popFirst() == Mark.quote else { throw unexpected("a text") }
    while let byte = rest.popFirst() {
      switch byte {
      case Mark.quote: return
      case Mark.backslash: try checkEscape()
      case 0..<0x20: throw unexpected("an escaped character")
      case 0x80...: hasOtherThanASCII = true
      default: break
      }
    }
    throw unexpected("a closing quote")
  }

  private mutating func checkEscape() throws(CodecError) {
    switch rest.popFirst() {
    case Mark.quote, Mark.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"): try checkScalarValue()
    default: throw unexpected("an escape")
    }
  }

  /// Checks four digits, or two surrogates that belong together.
  private mutating func checkScalarValue() throws(CodecError) {
    let unit = try hexadecimal()
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), rest.popFirst() == Mark.backslash,
      rest.popFirst() == UInt8(ascii: "u"), UTF16.isTrailSurrogate(try hexadecimal())
    else { throw unexpected("the other half of a surrogate pair") }
  }

  private mutating func hexadecimal() throws(CodecError) -> UInt16 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.count == 4, digits.allSatisfy({ Character(.init($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw unexpected("four hexadecimal digits") }
    return unit
  }
}
