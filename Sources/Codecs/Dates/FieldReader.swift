import PersistentObjectsEngine

/// Reads the fields of an object in the order in which ``FieldWriter`` wrote them. A field that is
/// not next in line is nil; ``end()`` finds what belongs to no field.
struct FieldReader {
  private let text: UnsafeRawBufferPointer
  private var position = 0
  private var isFirst = true

  /// Starts at the object at the beginning of `text`, which must outlive the reader.
  init(_ text: UnsafeRawBufferPointer) throws {
    self.text = text
    guard skip("{") else { throw Self.malformed }
  }

  /// Reads an integer field other than `Int.max`, which Foundation takes for no value.
  mutating func integer(_ name: StaticString) throws -> Int? {
    guard skip(name: name) else { return nil }
    let isNegative = skip("-")
    let digits = text[position...].prefix { 48...57 ~= $0 }
    position = digits.endIndex
    let hasNeedlessZero = digits.first == 48 && (digits.count > 1 || isNegative)
    guard 1...19 ~= digits.count, !hasNeedlessZero, let magnitude = Numerals.readShort(digits),
      let value = Int(magnitude: magnitude, isNegative: isNegative), value != .max
    else { throw Self.malformed }
    return value
  }

  /// Reads a Boolean field.
  mutating func boolean(_ name: StaticString) throws -> Bool? {
    guard skip(name: name) else { return nil }
    if skip("true") { return true }
    if skip("false") { return false }
    throw Self.malformed
  }

  /// Reads an identifier field.
  mutating func identifier(_ name: StaticString) throws -> String? {
    guard skip(name: name) else { return nil }
    guard skip("\""), let end = text[position...].firstIndex(of: UInt8(ascii: "\"")),
      let identifier = String(validating: text[position..<end], as: UTF8.self)
    else { throw Self.malformed }
    position = end + 1
    return identifier
  }

  /// Reads an object field.
  mutating func object<Value>(
    _ name: StaticString, read: (inout FieldReader) throws -> Value
  ) throws -> Value? {
    guard skip(name: name) else { return nil }
    var inner = try FieldReader(.init(rebasing: text[position...]))
    let value = try read(&inner)
    guard inner.skip("}") else { throw Self.malformed }
    position += inner.position
    return value
  }

  /// Throws unless only the end of the object is left.
  mutating func end() throws {
    guard skip("}"), position == text.count else { throw Self.malformed }
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
    let start = position
    if (isFirst || skip(",")) && skip("\"") && skip(name) && skip("\":") {
      isFirst = false
      return true
    }
    position = start
    return false
  }

  private mutating func skip(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard text.count - position >= count else { return false }
    for index in 0..<count where text[position + index] != expected.utf8Start[index] {
      return false
    }
    position += count
    return true
  }
}

extension Int {
  /// Makes a signed number; nil if it does not fit.
  fileprivate init?(magnitude: UInt64, isNegative: Bool) {
    guard isNegative else {
      self.init(exactly: magnitude)
      return
    }
    guard magnitude <= Int.min.magnitude else { return nil }
    self.init(truncatingIfNeeded: 0 &- magnitude)
  }
}
