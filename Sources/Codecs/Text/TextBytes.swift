import Foundation
import PersistentObjectsEngine

/// Memory on the stack to which a text is written. It is valid only within the call of a `write`
/// function, which returns the length of the text that it wrote at the start.
///
/// Codecs write texts by this type alone, so that none of them handles an address. As with the
/// standard library's buffers, bounds are checked in debug builds: checks would make dates a fifth
/// slower.
struct TextBytes {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// The byte at an index.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    get { memory[index] }
    nonmutating set { memory[index] = newValue }
  }

  /// Calls `body` with the text that `write` writes into `capacity` bytes.
  @inline(__always)
  static func withText<R>(
    capacity: Int, write: (TextBytes) -> Int, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
      let count = write(TextBytes(memory: memory))
      return body(UnsafeBufferPointer(rebasing: memory[..<count]))
    }
  }

  /// Whether `write` writes exactly this text into `capacity` bytes.
  @inline(__always)
  static func isWritten(
    _ text: UnsafeRawBufferPointer, capacity: Int, by write: (TextBytes) -> Int
  ) -> Bool {
    withText(capacity: capacity, write: write) { written in
      guard written.count == text.count, let left = written.baseAddress,
        let right = text.baseAddress
      else { return written.isEmpty && text.isEmpty }
      return memcmp(left, right, text.count) == 0
    }
  }
}

extension ColumnWriter {
  /// Writes the text that `write` writes into `capacity` bytes.
  @inline(__always)
  mutating func writeText(capacity: Int, _ write: (TextBytes) -> Int) {
    TextBytes.withText(capacity: capacity, write: write) { self.write(utf8: $0) }
  }
}
