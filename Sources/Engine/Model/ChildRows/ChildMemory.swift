/// Values of one type side by side, put in row by row and then taken out from the front.
///
/// An array of a type that is only known at run time asks for that type at each `append` and makes
/// copies; this moves values, and what was not taken when it dies is destroyed.
final class ChildMemory<Value> {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  private(set) var count = 0
  private var taken = 0
  /// Behind the last value, and how far it is to the next one: kept, since of a type that is only
  /// known at run time the size is looked up each time.
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

  /// Where the next value goes. It counts once ``advance()`` says that it is there.
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

  /// Appends `count` values, all of which `body` puts in place.
  func append(_ count: Int, _ body: (UnsafeMutablePointer<Value>) throws -> Void) rethrows {
    if self.count + count > capacity { grow(to: self.count + count) }
    try body(base + self.count)
    setCount(self.count + count)
  }

  /// The next `count` values, which the caller moves out before more are put in and before this dies.
  func take(_ count: Int) -> UnsafeMutablePointer<Value> {
    let values = base + taken
    taken += count
    // When all were taken, the memory serves again.
    if taken == self.count { restart() }
    return values
  }

  /// One of the values, while none was taken.
  subscript(position: Int) -> Value { base[position] }

  /// Destroys all values and keeps the memory.
  func removeAll() {
    (base + taken).deinitialize(count: count - taken)
    restart()
  }

  /// All values, while none was taken.
  var all: UnsafeMutableBufferPointer<Value> { .init(start: base, count: count) }

  private func restart() {
    taken = 0
    setCount(0)
  }

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
