import PersistentObjectsEngine

// A JSON object with names in a fixed order, so that equal values have equal text:
//
//   object = "{" [ field { "," field } ] "}"
//   field  = '"' name '":' value
//   value  = integer | "true" | "false" | '"' identifier '"' | object
//
// There are no spaces, integers have no needless zeros, and identifiers have no character that
// JSON would escape.

/// Writes the fields of an object, one after the other.
struct FieldWriter {
  private var utf8: [UInt8] = []

  /// Starts an object.
  init() {
    utf8.reserveCapacity(160)
    utf8.append(UInt8(ascii: "{"))
  }

  /// Returns the whole object and ends it.
  consuming func text() -> [UInt8] {
    utf8.append(UInt8(ascii: "}"))
    return utf8
  }

  /// Writes a field, unless it is nil.
  mutating func write(_ name: StaticString, integer value: Int?) {
    guard let value else { return }
    write(name)
    if value < 0 { utf8.append(UInt8(ascii: "-")) }
    let magnitude = UInt64(value.magnitude)
    let count = Numerals.count(magnitude)
    TextBytes.withText(
      capacity: 20, write: { Numerals.write(magnitude, count: count, to: $0, at: 0) },
      { utf8.append(contentsOf: $0) })
  }

  /// Writes a field, unless it is nil.
  mutating func write(_ name: StaticString, boolean value: Bool?) {
    guard let value else { return }
    write(name)
    append(value ? "true" : "false")
  }

  /// Writes an identifier without quotes, backslashes and control characters.
  mutating func write(_ name: StaticString, identifier: String) {
    write(name)
    utf8.append(UInt8(ascii: "\""))
    utf8.append(contentsOf: identifier.utf8)
    utf8.append(UInt8(ascii: "\""))
  }

  /// Writes an object.
  mutating func write(_ name: StaticString, object: [UInt8]) {
    write(name)
    utf8.append(contentsOf: object)
  }

  private mutating func write(_ name: StaticString) {
    if utf8.count > 1 { utf8.append(UInt8(ascii: ",")) }
    utf8.append(UInt8(ascii: "\""))
    append(name)
    utf8.append(UInt8(ascii: "\""))
    utf8.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { utf8.append(contentsOf: $0) }
  }
}
