/// References to objects that lie side by side in memory, such as the elements of an array. Valid as
/// long as whoever shows them says.
struct ReferenceSpan {
  private let start: UnsafeRawPointer?
  let count: Int
  /// The distance between two references: an existential has more than its reference.
  private let stride: Int

  /// Shows elements that are objects, optional ones or existentials of them: each begins with its
  /// reference.
  init<Element>(_ elements: UnsafePointer<Element>?, count: Int) {
    start = UnsafeRawPointer(elements)
    self.count = count
    stride = MemoryLayout<Element>.stride
  }

  /// The address of an object; nil where there is none.
  @inline(__always)
  private func address(at position: Int) -> UnsafeRawPointer? {
    start.unsafelyUnwrapped.load(fromByteOffset: position &* stride, as: UnsafeRawPointer?.self)
  }

  func object(at position: Int) -> AnyObject? {
    address(at: position).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The number of references that are the same at the beginning of both, and of those that are at the
  /// end of both after that.
  func common(with other: ReferenceSpan) -> (start: Int, end: Int) {
    let room = min(count, other.count)
    if stride == other.stride, let first = self.start, let others = other.start {
      let start = commonLength(first, others, count: room, size: stride, step: 1)
      let end = commonLength(
        first + (count - 1) * stride, others + (other.count - 1) * stride, count: room - start,
        size: stride, step: -1)
      return (start, end)
    }
    let start = (0..<room).prefix { address(at: $0) == other.address(at: $0) }.count
    let end = (0..<(room - start)).prefix {
      address(at: count - 1 - $0) == other.address(at: other.count - 1 - $0)
    }.count
    return (start, end)
  }

  /// The last position of an object in a range, most often one of the last of all.
  func lastPosition(of object: AnyObject, in range: Range<Int>) -> Int? {
    let wanted = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return range.last { address(at: $0) == wanted }
  }
}

extension [AnyObject?] {
  /// Shows the elements to `body`.
  func withReferences<R>(_ body: (ReferenceSpan) -> R) -> R {
    withUnsafeBufferPointer { body(ReferenceSpan($0.baseAddress, count: count)) }
  }
}

/// Shows the addresses of a set's objects, side by side. The objects are not retained: the set keeps them.
@inlinable
func withAddresses<Object: AnyObject>(
  of objects: Set<Object>, _ body: (UnsafeBufferPointer<UnsafeRawPointer>) -> Void
) {
  withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: objects.count) { addresses in
    var count = 0
    for object in objects {
      addresses[count] = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      count += 1
    }
    body(UnsafeBufferPointer(addresses))
  }
}
