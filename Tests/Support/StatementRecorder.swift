import Foundation
public import PersistentObjects

/// Records the text of each statement that a store runs.
///
/// `@unchecked Sendable`: the list is used only under the lock. It is an `NSLock` since the thread
/// sanitizer cannot see how `Mutex` is passed from one thread to the next.
public final class StatementRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private var statements: [String] = []

  init() {}

  /// Records a store's statements.
  public convenience init(of store: Store) {
    self.init()
    record(store)
  }

  /// Starts recording a store's statements.
  func record(_ store: Store) {
    store.trace { [weak self] event in
      if let sql = TestedDatabase.current.comparable(event.sql) { self?.append(sql) }
    }
  }

  private func append(_ sql: String) { lock.withLock { statements.append(sql) } }

  /// All statements so far.
  public var all: [String] { lock.withLock { statements } }

  /// Forgets the recorded statements.
  public func clear() { lock.withLock { statements = [] } }
}
