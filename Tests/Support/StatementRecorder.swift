import PersistentObjects
import Synchronization

/// Keeps the text of each statement that a store runs.
public final class StatementRecorder: Sendable {
  private let statements = Mutex<[String]>([])

  init() {}

  /// Begins to record what a store runs.
  func record(_ store: Store) {
    store.trace { [weak self] event in
      self?.statements.withLock { $0.append(event.sql) }
    }
  }

  /// All statements so far.
  public var all: [String] { statements.withLock { $0 } }

  /// Forgets what was recorded.
  public func clear() { statements.withLock { $0 = [] } }
}
