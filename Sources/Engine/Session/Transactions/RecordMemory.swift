/// Memory for the records of a journal, which end all at once. It grows by chunks that stay where
/// they are.
struct RecordMemory: ~Copyable {
  private static let chunkSize = 1 << 16

  private var chunks: [UnsafeMutableRawPointer] = []
  /// The free part of the last chunk.
  private var next = UnsafeMutableRawPointer(bitPattern: 0)
  private var free = 0

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Room for a record, not initialized.
  mutating func reserve(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    // Records begin at multiples of 16, so that each type of a usual alignment may follow.
    let size = (byteCount + 15) & ~15
    if let next, size <= free, alignment <= 16 { return take(size, from: next) }
    return addChunk(size, alignment)
  }

  private mutating func take(
    _ size: Int, from start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    next = start + size
    free -= size
    return start
  }

  private mutating func addChunk(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
    let count = max(Self.chunkSize, size)
    let chunk = UnsafeMutableRawPointer.allocate(
      byteCount: count, alignment: max(alignment, 16))
    chunks.append(chunk)
    free = count
    return take(size, from: chunk)
  }
}
