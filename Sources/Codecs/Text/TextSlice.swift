import PersistentObjectsEngine

/// A stored text or a part of it, where it lies.
///
/// Codecs read texts by this type alone. As with the standard library's buffers, bounds are checked
/// in debug builds.
struct TextSlice: RandomAccessCollection {
  private let text: UnsafeRawBufferPointer
  let startIndex: Int
  let endIndex: Int

  /// All of a text, which must outlive the slice.
  init(_ text: UnsafeRawBufferPointer) { self.init(text, range: 0..<text.count) }

  private init(_ text: UnsafeRawBufferPointer, range: Range<Int>) {
    self.text = text
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  subscript(index: Int) -> UInt8 { text[index] }

  subscript(range: Range<Int>) -> TextSlice { TextSlice(text, range: range) }

  /// The bytes from an offset as a number, the first one the lowest.
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
  /// Takes a text off the start; returns false if another one is there.
  @discardableResult
  mutating func take(_ expected: StaticString) -> Bool {
    let isNext = expected.withUTF8Buffer { starts(with: $0) }
    if isNext { self = dropFirst(expected.utf8CodeUnitCount) }
    return isNext
  }

  /// Takes all bytes off the start that satisfy a condition.
  @discardableResult
  mutating func take(while isTaken: (UInt8) -> Bool) -> TextSlice {
    let taken = prefix(while: isTaken)
    self = self[taken.endIndex...]
    return taken
  }
}

extension ColumnReader {
  /// Reads a value from the stored text; throws that the text is not `form` if `read` returns nil.
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
