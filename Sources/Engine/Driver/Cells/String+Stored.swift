import Foundation

extension String {
  /// Creates a string from stored bytes; nil if they are not valid UTF-8.
  @usableFromInline
  package init?(stored utf8: UnsafeRawBufferPointer) {
    if let short = ShortText(utf8) {
      self.init(unsafeUninitializedCapacity: ShortText.capacity) { short.copy(to: $0) }
    } else {
      self.init(storedLong: utf8)
    }
  }

  /// Creates a longer string. Not inlined, so that short texts need not save the registers used
  /// here.
  @inline(never)
  private init?(storedLong utf8: UnsafeRawBufferPointer) {
    // Decoding repairs invalid UTF-8, which makes the bytes differ. This is faster than
    // `String(validating:)`, and as strict.
    var text = String(decoding: utf8, as: UTF8.self)
    guard text.withUTF8({ utf8.isSame(as: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = text
  }
}

/// ASCII text short enough to be stored in the string itself, as two words padded with zeros. It
/// needs no validation and is copied without a loop.
private struct ShortText {
  /// The number of bytes that a string stores without an allocation.
  static let capacity = 15

  private let first: UInt64
  private let second: UInt64
  private let count: Int

  /// Creates a short text; nil if the bytes are too many or not ASCII.
  @inline(__always)
  init?(_ utf8: UnsafeRawBufferPointer) {
    count = utf8.count
    guard count <= Self.capacity, let start = utf8.baseAddress else { return nil }
    if count >= 8 {
      first = Self.word(start, as: UInt64.self)
      // The last eight bytes, some of which are also in `first`.
      second = Self.word(start + count - 8, as: UInt64.self) >> UInt64(8 * (16 - count))
    } else {
      first = Self.beginning(start, count)
      second = 0
    }
    if (first | second) & 0x8080_8080_8080_8080 != 0 { return nil }
  }

  /// Returns fewer than eight bytes as a word.
  @inline(__always)
  private static func beginning(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let last = word(start + count - 4, as: UInt32.self) << UInt64(8 * (count - 4))
      return word(start, as: UInt32.self) | last
    }
    return (0..<count).reduce(0) { $0 | word(start + $1, as: UInt8.self) << UInt64(8 * $1) }
  }

  @inline(__always)
  private static func word<Word: FixedWidthInteger & UnsignedInteger>(
    _ start: UnsafeRawPointer, as type: Word.Type
  ) -> UInt64 {
    UInt64(truncatingIfNeeded: Word(littleEndian: start.loadUnaligned(as: Word.self)))
  }

  /// Fills the memory of a string. The second word is stored from the last byte of the first word
  /// on, so that both fit in its 15 bytes.
  @inline(__always)
  func copy(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let start = UnsafeMutableRawPointer(text.baseAddress), text.count >= Self.capacity else {
      return 0
    }
    start.storeBytes(of: (second << 8 | first >> 56).littleEndian, toByteOffset: 7, as: UInt64.self)
    start.storeBytes(of: first.littleEndian, as: UInt64.self)
    return count
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the same.
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
      return count == other.count
    }
    return memcmp(start, otherStart, count) == 0
  }
}
