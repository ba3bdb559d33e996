/// First in, first out: a ring that grows. Adding and taking cost the same at any length.
struct Queue<Element> {
  private var slots: [Element?] = []
  private var head = 0
  /// How many elements wait.
  private(set) var count = 0

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

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

  /// Takes the first element that fits, from wherever it stands; the others keep their order.
  mutating func removeFirst(where fits: (Element) -> Bool) -> Element? {
    var found: Element?
    for _ in 0..<count {
      guard let element = popFirst() else { break }
      if found == nil && fits(element) { found = element } else { append(element) }
    }
    return found
  }

  private mutating func grow() {
    let ordered = (0..<count).map { slots[(head + $0) % slots.count] }
    slots = ordered + Array(repeating: nil, count: max(8, count))
    head = 0
  }
}
