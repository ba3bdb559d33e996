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

  /// Returns the number of bytes that a text has in UTF-8; 0 if the object is not a text.
  func utf8Count(of node: PropertyListNode) -> Int {
    switch node {
    case .ascii(let range): range.count
    case .utf16(let range): units(range).reduce(0) { $0 + Self.utf8Count(of: $1) }
    default: 0
    }
  }

  /// Returns the number of bytes of a unit of UTF-16. A scalar of two units has four.
  private static func utf8Count(of unit: UInt16) -> Int {
    switch unit {
    case ..<0x80: 1
    case ..<0x800: 2
    default: UTF16.isSurrogate(unit) ? 2 : 3
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
    guard let string = String(validating: units(range), as: UTF16.self) else {
      throw .damaged("a text is not valid UTF-16")
    }
    return string
  }

  private func units(_ range: Range<Int>) -> some Sequence<UInt16> {
    let text = part(range)
    return stride(from: 0, to: text.count, by: 2).lazy.map {
      UInt16(bigEndian: text.loadUnaligned(fromByteOffset: $0, as: UInt16.self))
    }
  }
}
