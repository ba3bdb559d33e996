package import PersistentObjects

/// A value in the DEFAULT clause of a column.
///
/// ```
/// literal = [sign] digits | [sign] real | text | bytes | "NULL" | "TRUE" | "FALSE" | ["("] cast [")"]
/// text    = "'" … "'"                                  a quote in it is doubled
/// bytes   = ("X" | "x") "'" hexadecimal digits "'"
/// cast    = "CAST(" bytes " AS " ("REAL" | "TEXT") ")"
/// ```
package enum SQLLiteral {
  /// Returns the value of a literal; nil if the text is an expression that only SQL can compute.
  package static func value(of text: String) -> StoredValue? {
    let text = trimmed(text)
    switch text.uppercased() {
    case "NULL": return .null
    case "TRUE": return .integer(1)
    case "FALSE": return .integer(0)
    default: break
    }
    if let cast = cast(text) { return cast }
    if let bytes = bytes(text) { return .bytes(bytes) }
    return quoted(text).map(StoredValue.text) ?? number(text)
  }

  /// Returns whether a text is a literal with a type: `'abc'::text`, `'1'::numeric(20,0)`, or
  /// `ARRAY['\x10'::bytea]`.
  static func isTyped(_ text: String) -> Bool {
    let literal = /(ARRAY\[)?('(''|[^'])*'|NULL)::[a-z ]+(\([0-9]+,[0-9]+\))?(\[\])?\]?/
    // By scalars: in Swift, a quote and a combining scalar after it are another character.
    return text.wholeMatch(of: literal.matchingSemantics(.unicodeScalar)) != nil
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  /// Returns the value of a number; nil if the text is not one.
  package static func number(_ text: String) -> StoredValue? {
    if let integer = Int64(text) { return .integer(integer) }
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else {
      return nil
    }
    // `9e999` is infinite in SQL, too.
    return Double(text).map(StoredValue.real)
  }

  private static func quoted(_ text: String) -> String? {
    // By bytes: in Swift, a quote and a combining scalar after it are another character.
    let bytes = Array(text.utf8)
    let quote = UInt8(ascii: "'")
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
    var rest = bytes.dropFirst().dropLast()
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      // A quote that is not doubled would end the text.
      if byte == quote, rest.popFirst() != quote { return nil }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.first == "X" || text.first == "x", let digits = quoted(String(text.dropFirst())),
      digits.utf8.count.isMultiple(of: 2)
    else { return nil }
    let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !values.contains(nil) else { return nil }
    let nibbles = values.compactMap(\.self)
    return stride(from: 0, to: nibbles.count, by: 2).map {
      UInt8(nibbles[$0] * 16 + nibbles[$0 + 1])
    }
  }

  private static func cast(_ text: String) -> StoredValue? {
    var text = text
    if text.hasPrefix("("), text.hasSuffix(")") {
      text = trimmed(String(text.dropFirst().dropLast()))
    }
    guard text.hasPrefix("CAST("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst(5).dropLast().split(separator: " AS ")
    guard parts.count == 2, let bytes = bytes(String(parts[0])),
      let content = String(validating: bytes, as: UTF8.self)
    else { return nil }
    switch parts[1] {
    case "TEXT": return .text(content)
    case "REAL": return Double(content).map(StoredValue.real)
    default: return nil
    }
  }
}
