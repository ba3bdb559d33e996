/// The cursors that a session must close before its connection goes to somebody else.
struct OpenCursors: ~Copyable {
  /// The number of times that all were ended.
  private(set) var generation = 0
  private var cursors: [ObjectIdentifier: () -> Void] = [:]

  var count: Int { cursors.count }

  mutating func add<Element>(_ cursor: Cursor<Element>) {
    // Weak: when one ends, objects die, whose `deinit` may let the next one go.
    cursors[ObjectIdentifier(cursor)] = { [weak cursor] in cursor?.interrupt() }
  }

  /// A cursor has ended by itself. Called at the latest when it dies, so none is told afterwards.
  mutating func remove<Element>(_ cursor: Cursor<Element>) {
    cursors[ObjectIdentifier(cursor)] = nil
  }

  /// Takes out what ends each cursor.
  mutating func takeAll() -> [() -> Void] {
    generation += 1
    if cursors.isEmpty { return [] }
    defer { cursors = [:] }
    return Array(cursors.values)
  }
}

extension Session {
  /// Ends all cursors, those that have read their last row included.
  func endCursors() {
    // Out of the list first: one that ends leaves it.
    for end in cursors.takeAll() { end() }
  }
}
