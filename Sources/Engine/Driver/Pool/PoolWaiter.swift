import Foundation

/// A connection on its way between the pool and a holder.
///
/// `@unchecked Sendable`: it is idle in the pool or lent to one holder, never both, and the pool's
/// lock orders the one before the other.
struct LentConnection: @unchecked Sendable {
  nonisolated(unsafe) let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

/// The answer to a waiter.
enum Grant: Sendable {
  /// A connection.
  case connection(LentConnection)
  /// The right to open one.
  case slot
  /// A refusal, since the pool was closed.
  case closed
  /// A refusal, since the task was cancelled.
  case cancelled
  /// A refusal, since the caller would wait for itself.
  case deadlock(Loan)
  /// A refusal after the time to wait, with those who have the connections.
  case timedOut(String)
}

/// A thread or a task that waits for a connection.
struct PoolWaiter: Sendable {
  /// Serves to find a task again that is cancelled.
  let id: UInt64?
  /// Lets it go on with a grant; called once, and never under the pool's lock.
  let open: @Sendable (Grant) -> Void
  let since: Deadlines.Instant
  let deadline: Deadlines.Instant
  /// Whether its work has another connection already.
  let isUnderway: Bool
}

/// Blocks one thread until another gives it something.
///
/// `@unchecked Sendable`: what is given is read and written under the condition's lock only.
final class ThreadGate<Given: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var given: Given?

  /// Lets the thread go on.
  func open(_ given: Given) {
    condition.withLock {
      self.given = given
      condition.signal()
    }
  }

  /// Blocks until `open` was called.
  func wait() -> Given {
    condition.withLock {
      while true {
        if let given { return given }
        condition.wait()
      }
    }
  }
}
