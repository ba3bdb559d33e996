/// References to objects that are contiguous in memory, such as the elements of an array. A span is
/// valid only as long as its provider says.
struct ReferenceSpan {
  private let start: UnsafeRawPointer?
  let count: Int
  /// The distance between two references, which is greater for existentials than for plain
  /// references.
  private let stride: Int

  /// Makes a span of elements that are objects, optional objects or existentials. Each element
  /// begins with its reference.
  init<Element>(_ elements: UnsafePointer<Element>?, count: Int) {
    start = UnsafeRawPointer(elements)
    self.count = count
    stride = MemoryLayout<Element>.stride
  }

  /// Returns the address of an object; nil if there is none.
  @inline(__always)
  private func address(at position: Int) -> UnsafeRawPointer? {
    start.unsafelyUnwrapped.load(fromByteOffset: position &* stride, as: UnsafeRawPointer?.self)
  }

  func object(at position: Int) -> AnyObject? {
    address(at: position).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the number of references that both spans have in common at the beginning, and the
  /// number that the rest has in common at the end.
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

  /// Returns the positions in a range at which two spans refer to different objects; nil if these
  /// are many.
  func fewDifferences(from other: ReferenceSpan, in range: Range<Int>) -> [Int]? {
    var positions: [Int] = []
    for position in range where address(at: position) != other.address(at: position) {
      if positions.count == 16 { return nil }
      positions.append(position)
    }
    return positions
  }

  /// Returns the last position of an object in a range. The search begins at the end, where the
  /// object most often is.
  func lastPosition(of object: AnyObject, in range: Range<Int>) -> Int? {
    lastPosition(of: UInt(addressOf: object), in: range)
  }

  /// Returns the last position of the object that another span begins with.
  func lastPosition(of other: ReferenceSpan) -> Int? {
    lastPosition(of: UInt(bitPattern: other.address(at: 0)), in: 0..<count)
  }

  private func lastPosition(of wanted: UInt, in range: Range<Int>) -> Int? {
    guard let start else { return nil }
    // A plain loop over memory: with a closure, a comparison takes three times as many
    // instructions.
    let (first, stride) = (range.lowerBound &* stride, stride)
    var offset = range.upperBound &* stride
    while offset > first {
      offset &-= stride
      if start.load(fromByteOffset: offset, as: UInt.self) == wanted { return offset / stride }
    }
    return nil
  }

  /// Returns the positions of the objects at some addresses, the last one first.
  func positions(of addresses: Set<UInt>) -> [Int] {
    guard let wanted = addresses.first else { return [] }
    if addresses.count > 1 {
      return (0..<count).reversed().filter {
        addresses.contains(UInt(bitPattern: address(at: $0)))
      }
    }
    var positions: [Int] = []
    while let position = lastPosition(of: wanted, in: 0..<(positions.last ?? count)) {
      positions.append(position)
    }
    return positions
  }

  /// Returns a position of an object. The search begins at both ends, since objects are most often
  /// removed in the order in which they are there, or in the opposite order.
  func position(of object: AnyObject) -> Int? {
    guard let start else { return nil }
    let wanted = UInt(addressOf: object)
    var (first, end) = (0, count &* stride)
    while first < end {
      end &-= stride
      if start.load(fromByteOffset: end, as: UInt.self) == wanted { return end / stride }
      if start.load(fromByteOffset: first, as: UInt.self) == wanted { return first / stride }
      first &+= stride
    }
    return nil
  }
}

extension UInt {
  /// Makes the address of an object.
  init(addressOf object: AnyObject) {
    self.init(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }
}

extension [AnyObject?] {
  /// Calls `body` with the elements.
  func withReferences<R>(_ body: (ReferenceSpan) -> R) -> R {
    withUnsafeBufferPointer { body(ReferenceSpan($0.baseAddress, count: count)) }
  }
}
