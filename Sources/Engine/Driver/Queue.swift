/// First in, first out: a ring that grows. Adding and taking cost the same at any length.
struct Queue<Element> {
  private var slots: [Element?] = []
  private var head = 0
  /// The number of elements that wait.
  private(set) var count = 0

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// The element that is next; nil when there is none.
  var first: Element? { count == 0 ? nil : slots[head] }

  /// All elements, the next one first.
  var elements: [Element] { (0..<count).compactMap { slots[(head + $0) % slots.count] } }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) % slots.count] = element
    count += 1
  }

  /// Takes the first element; nil when there is none.
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let first = slots[head]
    slots[head] = nil
    head = (head + 1) % slots.count
    count -= 1
    return first
  }

  /// Takes the elements that fit, from wherever they stand; the others keep their order.
  mutating func removeAll(where fits: (Element) -> Bool) -> [Element] {
    var taken: [Element] = []
    for _ in 0..<count {
      guard let element = popFirst() else { break }
      if fits(element) { taken.append(element) } else { append(element) }
    }
    return taken
  }

  private mutating func grow() {
    let waiting = elements
    slots = waiting + Array(repeating: nil, count: Swift.max(8, count))
    head = 0
  }
}
