/// Memory for values that keep their addresses and are freed all at once. It grows in chunks.
package struct Arena: ~Copyable {
  private static let firstChunk = 256
  private static let largestChunk = 1 << 16

  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The number of bytes in use.
  private(set) var count = 0

  package init() {}

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Copies bytes. The copy has an address even if it is empty.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = reserve(bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Reserves uninitialized memory for a value.
  ///
  /// - Parameter alignment: a power of two.
  package mutating func reserve(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let room = reserve(byteCount + alignment - 1)
    // Reserved memory always has an address.
    return room.baseAddress.unsafelyUnwrapped.alignedUp(toMultipleOf: alignment)
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) -> UnsafeMutableRawBufferPointer {
    // One byte more, so that no reserved memory begins behind the end of its chunk.
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

  /// Frees all values. One chunk of a usual size is kept for later values.
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
