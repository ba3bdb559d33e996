import Foundation

/// Memory that begins as zeros, for a table that is as large as what is in it demands.
///
/// Large ones come from the system as huge pages where it has them: each of them is cleared at its
/// first use, and looked up by the processor, as one where there would be hundreds of small ones. What
/// is kept in them is spread over all of them, so that nothing is wasted.
struct ZeroedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  /// What was mapped; nil for memory of the C library.
  private let mapping: UnsafeMutableRawBufferPointer?

  /// The size of a huge page on the processors that have them, and where it may begin.
  private static let hugePage = 2 << 20

  init(byteCount: Int) {
    if byteCount >= Self.hugePage, let mapping = Self.map(byteCount) {
      start = Self.aligned(mapping)
      self.mapping = mapping
    } else {
      start = Self.allocate(byteCount)
      mapping = nil
    }
  }

  deinit {
    if let mapping { munmap(mapping.baseAddress, mapping.count) } else { free(start) }
  }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = calloc(byteCount, 1) else {
      fatalError("there is no memory for \(byteCount) bytes")
    }
    return memory
  }

  /// Asks the system for memory with room to begin where a huge page may; nil where it has none to
  /// give in this way.
  private static func map(_ byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    #if os(Linux)
      let count = byteCount + hugePage
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let memory, memory != MAP_FAILED else { return nil }
      let mapping = UnsafeMutableRawBufferPointer(start: memory, count: count)
      // Only an advice: where it is not heard, all goes as with small pages.
      madvise(aligned(mapping), byteCount, MADV_HUGEPAGE)
      return mapping
    #else
      return nil
    #endif
  }

  private static func aligned(_ mapping: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
    guard let start = mapping.baseAddress else { fatalError("a mapping begins somewhere") }
    return start.alignedUp(toMultipleOf: hugePage)
  }
}
