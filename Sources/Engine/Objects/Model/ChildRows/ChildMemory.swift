/// The contiguous memory of values of one type, which are added row by row and then taken from the
/// front.
///
/// An array of a type that is known only at run time looks up the type at each `append` and makes
/// copies. This class moves values. Values that were not taken are destroyed with it.
final class ChildMemory<Value> {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  private(set) var count = 0
  private var taken = 0
  /// The end of the last value. It is stored, like the distance to the next value, since the size
  /// of a type that is known only at run time would be looked up each time.
  private var end: UnsafeMutableRawPointer
  private let stride = MemoryLayout<Value>.stride

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
    end = UnsafeMutableRawPointer(base)
  }

  deinit {
    (base + taken).deinitialize(count: count - taken)
    base.deallocate()
  }

  /// The memory for the next value, which counts after ``advance()``.
  @inline(__always)
  var next: UnsafeMutablePointer<Value> {
    if count == capacity { grow(to: capacity * 2) }
    return end.assumingMemoryBound(to: Value.self)
  }

  @inline(__always)
  func advance() {
    count += 1
    end += stride
  }

  func append(_ value: consuming Value) {
    next.initialize(to: value)
    advance()
  }

  /// Appends `count` values, all of which `body` initializes.
  func append(count: Int, _ body: (UnsafeMutablePointer<Value>) throws -> Void) rethrows {
    if self.count + count > capacity { grow(to: self.count + count) }
    try body(base + self.count)
    setCount(self.count + count)
  }

  /// Takes the next `count` values. The caller must move them out before others are added and
  /// before this object is destroyed.
  func take(_ count: Int) -> UnsafeMutablePointer<Value> {
    let values = base + taken
    taken += count
    // Once all were taken, the memory is reused.
    if taken == self.count {
      taken = 0
      setCount(0)
    }
    return values
  }

  /// One of the values, as long as none was taken.
  subscript(position: Int) -> Value { base[position] }

  /// All values, as long as none was taken.
  var all: UnsafeMutableBufferPointer<Value> { .init(start: base, count: count) }

  private func setCount(_ count: Int) {
    self.count = count
    end = UnsafeMutableRawPointer(base) + count * stride
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    self.capacity = capacity
    setCount(count)
  }
}
