/// Memory for values that stay where they are, and end all at once. It grows by chunks.
struct Arena: ~Copyable {
  private static let firstChunk = 256
  private static let largestChunk = 1 << 16

  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The number of bytes that are kept.
  private(set) var count = 0

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Copies bytes. The copy has an address even where there are no bytes.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = reserve(bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Room for a value, not initialized.
  ///
  /// - Parameter alignment: a power of two.
  mutating func reserve(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let room = reserve(byteCount + alignment - 1)
    // No room is empty where its size is not zero.
    return room.baseAddress.unsafelyUnwrapped.alignedUp(toMultipleOf: alignment)
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) -> UnsafeMutableRawBufferPointer {
    // One more, so that no room begins behind the end of its chunk.
    if free.count <= size { addChunk(size + 1) }
    let room = UnsafeMutableRawBufferPointer(rebasing: free[..<size])
    free = UnsafeMutableRawBufferPointer(rebasing: free[size...])
    count += size
    return room
  }

  private mutating func addChunk(_ size: Int) {
    let usual = min(Self.largestChunk, (chunks.last?.count ?? Self.firstChunk / 2) * 2)
    free = .allocate(byteCount: max(size, usual), alignment: 16)
    chunks.append(free)
  }

  /// Ends all values. One chunk of a usual size is kept for those that come.
  @inline(__always)
  mutating func removeAll() {
    if count == 0 { return }
    count = 0
    if chunks.count > 1 || chunks[0].count > Self.largestChunk { freeChunks() }
    free = chunks.first ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  private mutating func freeChunks() {
    let kept = chunks.lastIndex { $0.count <= Self.largestChunk }
    for (index, chunk) in chunks.enumerated() where index != kept { chunk.deallocate() }
    chunks = kept.map { [chunks[$0]] } ?? []
  }
}
