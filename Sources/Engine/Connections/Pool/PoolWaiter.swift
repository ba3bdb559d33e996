import Foundation
import PersistentObjectsDriver

/// A connection on its way between the pool and a holder.
///
/// `@unchecked Sendable`: it is idle in the pool or lent to one holder, never both, and the pool's
/// lock orders the two.
package struct LentConnection: @unchecked Sendable {
  nonisolated(unsafe) let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

/// A connection that is about to be opened.
struct Opening: Sendable {
  /// The role for which it is needed.
  let role: ConnectionRole
  /// Whether it has to exist before others of this role. It may be a writer, although a reader is
  /// needed.
  let isFirst: Bool
}

/// The answer to a waiter.
enum Grant: Sendable {
  /// A connection.
  case connection(LentConnection)
  /// The right to open one.
  case opening(Opening)
  /// The failure to open one.
  case failed(any Error)
  /// A refusal because the pool was closed.
  case closed
  /// A refusal because the task was cancelled.
  case cancelled
  /// A refusal because the work was stopped.
  case stopped(Loan)
  /// A refusal because the caller would wait for itself.
  case deadlock(Loan)
  /// A refusal after the maximum wait, with a report of who holds the connections.
  case timedOut(String)
}

/// A thread or a task that waits for a connection.
struct PoolWaiter: Sendable {
  /// An identifier to find the waiter of a cancelled task, or of work that was stopped.
  let id: UInt64
  /// The function that resumes the waiter with a grant. Called once, and never under the pool's
  /// lock.
  let open: @Sendable (Grant) -> Void
  let since: Deadlines.Instant
  let deadline: Deadlines.Instant
  /// Whether its work has begun to do something, and so goes on while the pool is closed.
  let isUnderway: Bool
  /// The work that has connections of the pool and cannot end before this waiter has got one: that
  /// of the waiter itself, and of the tasks that wait for it.
  var heldUp: [Loan] = []

  /// The time that it has waited, for messages.
  var waited: String { since.duration(to: .now).formatted }
}

/// A gate that blocks one thread until another gives it a value.
///
/// `@unchecked Sendable`: the value is read and written only under the condition's lock.
final class ThreadGate<Given: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var given: Given?

  /// Lets the thread continue.
  func open(_ given: Given) {
    condition.withLock { self.given = given }
    // Not under the lock, which the woken thread would have to wait for.
    condition.signal()
  }

  /// Blocks until `open` has been called.
  func wait() -> Given {
    condition.withLock {
      while true {
        if let given { return given }
        condition.wait()
      }
    }
  }
}
