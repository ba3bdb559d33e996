/// The cursors that a session must close before it returns its connection.
struct OpenCursors: ~Copyable {
  /// The number of times that all cursors were ended.
  private(set) var generation = 0
  private var cursors: [ObjectIdentifier: () -> Void] = [:]

  var count: Int { cursors.count }

  mutating func add<Element>(_ cursor: Cursor<Element>) {
    // Weak: ending one cursor releases objects, whose `deinit` may release the next cursor.
    cursors[ObjectIdentifier(cursor)] = { [weak cursor] in cursor?.interrupt() }
  }

  /// Removes a cursor that has ended by itself. Its `deinit` calls this at the latest, so that no
  /// dead cursor is interrupted.
  mutating func remove<Element>(_ cursor: Cursor<Element>) {
    cursors[ObjectIdentifier(cursor)] = nil
  }

  /// Removes all cursors, and returns a function for each that ends it.
  mutating func takeAll() -> [() -> Void] {
    generation += 1
    if cursors.isEmpty { return [] }
    defer { cursors = [:] }
    return Array(cursors.values)
  }
}

extension Session {
  /// Ends all cursors, including those that have read their last row.
  func endCursors() {
    // Empty the list first: a cursor that ends removes itself from it.
    for end in cursors.takeAll() { end() }
  }
}
