/// Values of one type side by side, put in row by row and then taken out from the front.
///
/// An array of a type that is only known at run time asks for that type at each `append` and makes
/// copies; this moves values, and what was not taken when it dies is destroyed.
final class ChildMemory<Value> {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  private(set) var count = 0
  private var taken = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    (base + taken).deinitialize(count: count - taken)
    base.deallocate()
  }

  /// Where the next value goes. It counts once ``advance()`` says that it is there.
  var next: UnsafeMutablePointer<Value> {
    if count == capacity { grow() }
    return base + count
  }

  func advance() { count += 1 }

  func append(_ value: Value) {
    next.initialize(to: value)
    advance()
  }

  /// The next `count` values, which the caller moves out before more are put in and before this dies.
  func take(_ count: Int) -> UnsafeMutablePointer<Value> {
    let values = base + taken
    taken += count
    // When all were taken, the memory serves again.
    if taken == self.count { (self.count, taken) = (0, 0) }
    return values
  }

  /// One of the values, while none was taken.
  subscript(position: Int) -> Value { base[position] }

  /// Destroys all values and keeps the memory.
  func removeAll() {
    (base + taken).deinitialize(count: count - taken)
    (count, taken) = (0, 0)
  }

  /// All values, while none was taken.
  var all: UnsafeMutableBufferPointer<Value> { .init(start: base, count: count) }

  private func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
