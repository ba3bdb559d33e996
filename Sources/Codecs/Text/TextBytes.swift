import PersistentObjectsCodec

/// A text that is being written to memory on the stack, valid only within the call of a `write`
/// function.
///
/// Codecs write texts only through this type, so that none of them handles an address. Bounds are
/// checked in debug builds, as in the standard library's buffers: checks in release builds would
/// make dates a fifth slower.
struct TextBytes {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The length of the text so far.
  var count = 0

  /// The byte at an index.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    get { memory[index] }
    nonmutating set { memory[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { append(byte) } }
  }

  /// Calls `body` with the text that `write` writes, of at most `capacity` bytes.
  @inline(__always)
  static func withText<R>(
    capacity: Int, write: (inout TextBytes) -> Void, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
      var text = TextBytes(memory: memory)
      write(&text)
      return body(UnsafeBufferPointer(rebasing: memory[..<text.count]))
    }
  }

  /// Whether `write` writes exactly this text, for which `capacity` bytes are enough.
  @inline(__always)
  static func isWritten(
    _ text: TextSlice, capacity: Int, by write: (inout TextBytes) -> Void
  ) -> Bool {
    withText(capacity: capacity, write: write) { $0.elementsEqual(text) }
  }
}

extension ColumnWriter {
  /// Writes the text that `write` writes, of at most `capacity` bytes.
  @inline(__always)
  mutating func writeText(capacity: Int, _ write: (inout TextBytes) -> Void) {
    TextBytes.withText(capacity: capacity, write: write) { self.write(utf8: $0) }
  }
}
