import Foundation

/// Memory that begins as zeros, for a table that is as large as its contents demand.
///
/// Large blocks use huge pages if the system has them: each huge page is cleared at its first use
/// and looked up by the processor as one, instead of hundreds of small ones. The table's contents
/// are spread over all pages, so nothing is wasted.
struct ZeroedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  /// The mapped memory; nil for memory of the C library.
  private let mapping: UnsafeMutableRawBufferPointer?

  /// The size and alignment of a huge page on the processors that have them.
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

  /// Maps memory with room to align it to a huge page; nil if the system refuses.
  private static func map(_ byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    #if os(Linux)
      let count = byteCount + hugePage
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let memory, memory != MAP_FAILED else { return nil }
      let mapping = UnsafeMutableRawBufferPointer(start: memory, count: count)
      // Only advice: if it is ignored, small pages are used.
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
