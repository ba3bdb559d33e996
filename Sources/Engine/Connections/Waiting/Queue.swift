/// A first-in, first-out queue: a ring buffer that grows. Adding and removing elements cost the
/// same at any length.
package struct Queue<Element> {
  private var slots: [Element?] = []
  private var head = 0
  /// The number of elements.
  private(set) var count = 0

  package init() {}

  /// Whether the queue is empty.
  var isEmpty: Bool { count == 0 }

  /// The next element; nil if there is none.
  var first: Element? { count == 0 ? nil : slots[head] }

  /// The element at a distance from the next one; there must be one.
  subscript(offset: Int) -> Element? { slots[position(offset)] }

  /// All elements, the next one first.
  var elements: [Element] { (0..<count).compactMap { slots[(head + $0) % slots.count] } }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) % slots.count] = element
    count += 1
  }

  /// Adds an element before the first one that fits, or at the end if none does.
  mutating func insert(_ element: Element, before fits: (Element) -> Bool) {
    let place = (0..<count).first { slots[position($0)].map(fits) ?? false } ?? count
    append(element)
    for offset in stride(from: count - 1, to: place, by: -1) { swap(offset, offset - 1) }
  }

  /// Removes and returns the first element; nil if there is none.
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let first = slots[head]
    slots[head] = nil
    head = (head + 1) % slots.count
    count -= 1
    return first
  }

  /// Removes and returns all elements that fit, wherever they are; the others keep their order.
  mutating func removeAll(where fits: (Element) -> Bool) -> [Element] {
    var taken: [Element] = []
    for _ in 0..<count {
      guard let element = popFirst() else { break }
      if fits(element) { taken.append(element) } else { append(element) }
    }
    return taken
  }

  /// Removes and returns the one element that fits; the others keep their order. This costs less
  /// near either end.
  package mutating func remove(where fits: (Element) -> Bool) -> Element? {
    func isWanted(_ offset: Int) -> Bool { slots[position(offset)].map(fits) ?? false }
    for distance in 0..<((count + 1) / 2) {
      if isWanted(distance) { return remove(at: distance) }
      if isWanted(count - 1 - distance) { return remove(at: count - 1 - distance) }
    }
    return nil
  }

  private mutating func remove(at offset: Int) -> Element? {
    if offset < count / 2 {
      for moved in stride(from: offset, to: 0, by: -1) { swap(moved, moved - 1) }
      return popFirst()
    }
    for moved in offset..<(count - 1) { swap(moved, moved + 1) }
    count -= 1
    defer { slots[position(count)] = nil }
    return slots[position(count)]
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    slots.swapAt(position(one), position(other))
  }

  private func position(_ offset: Int) -> Int { (head + offset) % slots.count }

  private mutating func grow() {
    let waiting = elements
    slots = waiting + Array(repeating: nil, count: Swift.max(8, count))
    head = 0
  }
}
