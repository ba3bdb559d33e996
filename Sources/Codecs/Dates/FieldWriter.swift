// A JSON object with names in a fixed order, so that equal values have equal text:
//
//   object = "{" [ field { "," field } ] "}"
//   field  = '"' name '":' value
//   value  = integer | "true" | "false" | '"' identifier '"' | object
// There are no spaces, integers have no unnecessary zeros, and identifiers have no character that
// JSON would escape.

/// Writes the fields of an object one after another.
struct FieldWriter {
  private var utf8 = [UInt8(ascii: "{")]

  /// Makes a writer and starts an object.
  init() { utf8.reserveCapacity(160) }

  /// Ends the object and returns its text.
  mutating func end() -> String {
    append("}")
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Writes a field with the description of its value, unless the value is nil.
  mutating func write(_ name: StaticString, value: (some CustomStringConvertible)?) {
    guard let value else { return }
    append(utf8.count == 1 ? "\"" : ",\"")
    append(name)
    append("\":")
    utf8 += value.description.utf8
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { utf8.append(contentsOf: $0) }
  }

  /// Writes an identifier, which must not have quotes, backslashes or control characters, unless it
  /// is nil.
  mutating func write(_ name: StaticString, identifier: String?) {
    write(name, value: identifier.map { "\"" + $0 + "\"" })
  }
}
