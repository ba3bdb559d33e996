import PersistentObjectsCodec

/// Reads the fields of an object in the order in which ``FieldWriter`` wrote them. A field that
/// does not come next reads as nil; ``end()`` throws if anything is left unread.
struct FieldReader {
  private var rest: TextSlice
  private var isFirst = true

  /// Makes a reader for the object at the beginning of `text`, which must outlive the reader.
  init(_ text: TextSlice) throws {
    rest = text
    guard rest.take("{") else { throw Self.malformed }
  }

  /// Reads an integer field. Refuses `Int.max`, which Foundation takes for no value.
  mutating func integer(_ name: StaticString) throws -> Int? {
    guard take(name: name) else { return nil }
    let digits = rest.take { 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
    let text = String(decoding: digits, as: UTF8.self)
    guard let value = Int(text), String(value) == text, value != .max else { throw Self.malformed }
    return value
  }

  /// Reads a Boolean field.
  mutating func boolean(_ name: StaticString) throws -> Bool? {
    guard take(name: name) else { return nil }
    if rest.take("true") { return true }
    if rest.take("false") { return false }
    throw Self.malformed
  }

  /// Reads an identifier field.
  mutating func identifier(_ name: StaticString) throws -> String? {
    guard take(name: name) else { return nil }
    guard rest.take("\""),
      let text = String(validating: rest.take { $0 != UInt8(ascii: "\"") }, as: UTF8.self),
      rest.take("\"")
    else { throw Self.malformed }
    return text
  }

  /// Reads an object field.
  mutating func object<Value>(
    _ name: StaticString, read: (inout FieldReader) throws -> Value
  ) throws -> Value? {
    guard take(name: name) else { return nil }
    var inner = try FieldReader(rest)
    let value = try read(&inner)
    guard inner.rest.take("}") else { throw Self.malformed }
    rest = inner.rest
    return value
  }

  /// Throws unless only the end of the object is left.
  mutating func end() throws {
    guard rest.take("}"), rest.isEmpty else { throw Self.malformed }
  }

  /// The error for a missing field.
  static var malformed: CodecError { CodecError("fields are missing, unknown or malformed") }

  private mutating func take(name: StaticString) -> Bool {
    let start = rest
    if (isFirst || rest.take(",")) && rest.take("\"") && rest.take(name) && rest.take("\":") {
      isFirst = false
      return true
    }
    rest = start
    return false
  }
}

extension ColumnReader {
  /// Reads a value from the fields of the stored object. If the text is malformed, throws an error
  /// that states `complaint` and the reason.
  borrowing func fields<Value>(
    otherwise complaint: String, read: (inout FieldReader) throws -> Value
  ) throws -> Value {
    try withUTF8 { text in
      do {
        var fields = try FieldReader(TextSlice(text))
        let value = try read(&fields)
        try fields.end()
        return value
      } catch let error as CodecError {
        throw CodecError("\(Excerpt(text)) \(complaint): \(error.reason)")
      }
    }
  }
}
