// Texts of a binary property list: converts them to Swift strings, and compares them without making
// strings.

extension PropertyListReader {
  /// Returns the string of a text; nil if the object is not a text.
  package func string(_ node: PropertyListNode) throws(KeyedArchiveError) -> String? {
    switch node {
    case .ascii(let range): return try asciiString(range)
    case .utf16(let range): return try utf16String(range)
    default: return nil
    }
  }

  /// Whether an object is the text `key`.
  func isText(_ node: PropertyListNode, equalTo key: borrowing String) throws(KeyedArchiveError)
    -> Bool
  {
    switch node {
    case .ascii(let range): return isASCII(range, equalTo: key)
    case .utf16(let range):
      // Compare lengths first: a long text must not be decoded at each comparison.
      guard key.utf16.count == range.count / 2 else { return false }
      return try utf16String(range) == copy key
    default: return false
    }
  }

  /// Returns the bytes of data; nil if the object is not data.
  func data(_ node: PropertyListNode) -> UnsafeRawBufferPointer? {
    guard case .data(let range) = node else { return nil }
    return part(range)
  }

  /// Returns the bytes of a range.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { .init(rebasing: bytes[range]) }

  private func isASCII(_ range: Range<Int>, equalTo key: borrowing String) -> Bool {
    let utf8 = key.utf8
    guard utf8.count == range.count else { return false }
    return utf8.elementsEqual(bytes[range])
  }

  private func asciiString(_ range: Range<Int>) throws(KeyedArchiveError) -> String {
    let text = part(range)
    guard text.allSatisfy({ $0 < 0x80 }) else { throw .damaged("a text is not ASCII") }
    return String(decoding: text, as: UTF8.self)
  }

  private func utf16String(_ range: Range<Int>) throws(KeyedArchiveError) -> String {
    let text = part(range)
    let units = stride(from: 0, to: text.count, by: 2).lazy.map {
      UInt16(bigEndian: text.loadUnaligned(fromByteOffset: $0, as: UInt16.self))
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw .damaged("a text is not valid UTF-16")
    }
    return string
  }
}
