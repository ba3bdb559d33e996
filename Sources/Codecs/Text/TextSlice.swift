import PersistentObjectsCodec

/// A stored text or a part of it, read in place.
///
/// Codecs read texts only through this type. Bounds are checked in debug builds, as in the standard
/// library's buffers.
struct TextSlice: RandomAccessCollection {
  private let text: UnsafeRawBufferPointer
  let startIndex: Int
  let endIndex: Int

  /// Makes a slice of a whole text, which must outlive the slice.
  init(_ text: UnsafeRawBufferPointer) { self.init(text, range: 0..<text.count) }

  private init(_ text: UnsafeRawBufferPointer, range: Range<Int>) {
    self.text = text
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  subscript(index: Int) -> UInt8 { text[index] }

  subscript(range: Range<Int>) -> TextSlice { TextSlice(text, range: range) }

  /// Returns the bytes from an offset as a number, the first byte the least significant.
  @inline(__always)
  func word<Word: FixedWidthInteger>(at offset: Int) -> Word {
    Word(littleEndian: text.loadUnaligned(fromByteOffset: startIndex &+ offset, as: Word.self))
  }

  func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try text[startIndex..<endIndex].withContiguousStorageIfAvailable(body)
  }
}

extension TextSlice {
  /// Removes a text from the start; returns false if the slice does not start with it.
  @discardableResult
  mutating func take(_ expected: StaticString) -> Bool {
    let isNext = expected.withUTF8Buffer { starts(with: $0) }
    if isNext { self = dropFirst(expected.utf8CodeUnitCount) }
    return isNext
  }

  /// Removes and returns the bytes at the start that satisfy a condition.
  @discardableResult
  mutating func take(while isTaken: (UInt8) -> Bool) -> TextSlice {
    let taken = prefix(while: isTaken)
    self = self[taken.endIndex...]
    return taken
  }
}

extension ColumnReader {
  /// Reads a value from the stored text; throws an error that the text is not `form` if `read`
  /// returns nil.
  @inline(__always)
  borrowing func parsed<Value>(
    as form: @autoclosure () -> String, by read: (TextSlice) -> Value?
  ) throws -> Value {
    try withUTF8 { text in
      guard let value = read(TextSlice(text)) else {
        throw CodecError("\(Excerpt(text)) is not \(form())")
      }
      return value
    }
  }
}
