import PersistentObjectsCodec

// Values that contain no other values.

extension JSONText {
  mutating func checkScalar() throws(CodecError) {
    if first == "\"" { return try checkText() }
    if !rest.take("true") && !rest.take("false") && !rest.take("null") { try checkNumber() }
  }

  /// number = [ "-" ] ( "0" | digits ) [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
  private mutating func checkNumber() throws(CodecError) {
    rest.take("-")
    if !rest.take("0") { try checkDigits() }
    if rest.take(".") { try checkDigits() }
    if rest.take("e") || rest.take("E") {
      if !rest.take("+") { rest.take("-") }
      try checkDigits()
    }
  }

  private mutating func checkDigits() throws(CodecError) {
    if rest.take(while: { 48...57 ~= $0 }).isEmpty { throw unexpected("a value") }
  }
}

// MARK: - Texts

extension JSONText {
  mutating func checkText() throws(CodecError) {
    guard next() == "\"" else { throw unexpected("a text") }
    while let scalar = next() {
      switch scalar {
      case "\"": return
      case "\\": try checkEscape()
      case "\0"..<" ": throw unexpected("an escaped character")
      default: break
      }
    }
    throw unexpected("a closing quote")
  }

  private mutating func checkEscape() throws(CodecError) {
    switch next() {
    case "\"", "\\", "/", "b", "f", "n", "r", "t": return
    case "u": try checkScalarValue()
    default: throw unexpected("an escape")
    }
  }

  /// Checks four digits, or the two escapes of a surrogate pair.
  private mutating func checkScalarValue() throws(CodecError) {
    let unit = try hexadecimal()
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), next() == "\\", next() == "u",
      UTF16.isTrailSurrogate(try hexadecimal())
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
