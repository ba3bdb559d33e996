/// The cursors of a session, which must close them before it returns its connection.
struct OpenCursors: ~Copyable {
  /// The number of times that all cursors were ended.
  private(set) var generation = 0
  /// The number of cursors that use a connection.
  private(set) var count = 0
  /// The cursors in memory, each with the level of the transaction in which it was opened.
  private var cursors: [ObjectIdentifier: (level: UInt32, end: End)] = [:]

  /// Ends a cursor, and returns the objects that it had read ahead.
  typealias End = () -> Any?

  /// Adds a cursor.
  mutating func add(_ cursor: AnyObject, openedIn level: UInt32, end: @escaping End) {
    count += 1
    cursors[ObjectIdentifier(cursor)] = (level, end)
  }

  /// Whether there are no cursors in memory that could be ended.
  var isEmpty: Bool { cursors.isEmpty }

  /// Records that a cursor no longer uses a connection; it may still have objects to return.
  mutating func didReturnConnection() { count -= 1 }

  /// Removes a cursor. Its `deinit` calls this, so that no dead cursor is interrupted.
  mutating func remove(_ cursor: AnyObject) {
    cursors[ObjectIdentifier(cursor)] = nil
  }

  /// Removes the cursors that were opened in a level or in those inside it, and returns a function
  /// for each that ends it.
  mutating func take(openedIn level: UInt32) -> [End] {
    let taken = cursors.filter { $0.value.level >= level }
    for id in taken.keys { cursors[id] = nil }
    return taken.values.map(\.end)
  }

  /// Removes all cursors, and returns a function for each that ends it.
  mutating func takeAll() -> [End] {
    generation += 1
    if cursors.isEmpty { return [] }
    defer { cursors = [:] }
    return cursors.values.map(\.end)
  }
}

extension Session {
  /// Ends all cursors, including those that have read their last row.
  func endCursors() {
    // Empty the list first: a cursor that ends removes itself from it, and releases objects whose
    // `deinit` may open another one.
    repeat { releaseAfterEnding(cursors.takeAll()) {} } while !cursors.isEmpty
  }

  /// Ends all cursors and runs `body` before their objects are released, whose `deinit` may use the
  /// session.
  func endCursors(beforeReleasing body: () -> Void) {
    releaseAfterEnding(cursors.takeAll(), body)
  }

  /// Ends the cursors of a level that was rolled back: some databases keep none of them, and their
  /// rows may be gone.
  func endCursors(ofLevel level: UInt32) {
    releaseAfterEnding(cursors.take(openedIn: level)) {}
  }

  private func releaseAfterEnding(_ ends: [OpenCursors.End], _ body: () -> Void) {
    let objects = ends.map { $0() }
    body()
    withExtendedLifetime(objects) {}
  }
}
