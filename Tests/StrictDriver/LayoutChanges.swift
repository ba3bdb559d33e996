import PersistentObjectsDriver
import Synchronization

/// The statements of a driver that create or change tables.
final class LayoutChanges: Sendable {
  /// Whether each is committed at once, and what was written before it, too.
  let areCommitted: Bool
  private let last: Int?
  private let count = Atomic<Int>(0)

  /// - Parameter last: the number of them after which nothing runs any more.
  init(areCommitted: Bool, last: Int?) { (self.areCommitted, self.last) = (areCommitted, last) }

  func add() { count.add(1, ordering: .relaxed) }

  /// Throws once the last one has run.
  func requireGoingOn() throws {
    guard let last, count.load(ordering: .relaxed) >= last else { return }
    throw PersistenceError(.databaseFailed, "the program has been stopped")
  }
}
