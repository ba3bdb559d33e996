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
  private var utf8: [UInt8] = [UInt8(ascii: "{")]

  /// The whole object.
  var text: [UInt8] { utf8 + [UInt8(ascii: "}")] }

  /// Writes a field, unless it is nil.
  mutating func write(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    write(name)
    if value < 0 { utf8.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      let end = Numerals.write(UInt128(value.magnitude), to: digits, at: 0)
      utf8.append(contentsOf: digits[..<end])
    }
  }

  /// Writes a field, unless it is nil.
  mutating func write(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    write(name)
    utf8.append(contentsOf: value ? "true".utf8 : "false".utf8)
  }

  /// Writes an identifier without quotes, backslashes and control characters.
  mutating func write(_ name: StaticString, identifier: String) {
    write(name)
    utf8.append(UInt8(ascii: "\""))
    utf8.append(contentsOf: identifier.utf8)
    utf8.append(UInt8(ascii: "\""))
  }

  /// Writes an object.
  mutating func write(_ name: StaticString, object: FieldWriter) {
    write(name)
    utf8.append(contentsOf: object.text)
  }

  private mutating func write(_ name: StaticString) {
    if utf8.count > 1 { utf8.append(UInt8(ascii: ",")) }
    utf8.append(UInt8(ascii: "\""))
    utf8.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    utf8.append(UInt8(ascii: "\""))
    utf8.append(UInt8(ascii: ":"))
  }
}

/// Reads the fields of an object in the order in which they were written. A field that is not the
/// next one is nil; what is no field's is found by ``end()``.
struct FieldReader {
  private var rest: Slice<UnsafeRawBufferPointer>
  private var isFirst = true

  /// Begins with the object at the start of `text`.
  init(_ text: UnsafeRawBufferPointer) throws { try self.init(text[...]) }

  private init(_ rest: Slice<UnsafeRawBufferPointer>) throws {
    self.rest = rest
    guard skip("{") else { throw Self.malformed }
  }

  /// The integer of a field, which is not `Int.max`: Foundation takes that for no value.
  mutating func integer(_ name: StaticString) throws -> Int? {
    guard skip(name: name) else { return nil }
    let isNegative = skip("-")
    let digits = rest.prefix { 48...57 ~= $0 }
    rest = rest[digits.endIndex...]
    let hasNeedlessZero = digits.first == 48 && (digits.count > 1 || isNegative)
    guard digits.count <= 19, !hasNeedlessZero, let magnitude = Numerals.read(digits),
      let value = Int128(magnitude: magnitude, isNegative: isNegative),
      let value = Int(exactly: value), value != .max
    else { throw Self.malformed }
    return value
  }

  /// The truth value of a field.
  mutating func boolean(_ name: StaticString) throws -> Bool? {
    guard skip(name: name) else { return nil }
    if skip("true") { return true }
    if skip("false") { return false }
    throw Self.malformed
  }

  /// The identifier of a field.
  mutating func identifier(_ name: StaticString) throws -> String? {
    guard skip(name: name) else { return nil }
    guard skip("\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
      throw Self.malformed
    }
    let identifier = String(validating: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    guard let identifier else { throw Self.malformed }
    return identifier
  }

  /// Reads the object of a field by a reader of its own.
  mutating func object<Value>(
    _ name: StaticString, _ read: (inout FieldReader) throws -> Value
  ) throws -> Value? {
    guard skip(name: name) else { return nil }
    var inner = try FieldReader(rest)
    let value = try read(&inner)
    guard inner.skip("}") else { throw Self.malformed }
    rest = inner.rest
    return value
  }

  /// Throws if there is more than the end of the object.
  mutating func end() throws {
    guard skip("}"), rest.isEmpty else { throw Self.malformed }
  }

  /// Throws if a field is missing.
  static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw malformed }
    return value
  }

  private static var malformed: CodecError {
    CodecError("fields are missing, unknown or malformed")
  }

  private mutating func skip(name: StaticString) -> Bool {
    let start = rest
    if (isFirst || skip(",")) && skip("\"") && skip(name) && skip("\"") && skip(":") {
      isFirst = false
      return true
    }
    rest = start
    return false
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest.starts(with: expected) else { return false }
    rest = rest.dropFirst(expected.count)
    return true
  }
}
