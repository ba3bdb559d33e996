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
  case timedOut(PoolReport)
}

/// A thread or a task that waits for a connection.
struct PoolWaiter: Sendable {
  /// Serves to find it again.
  let id: UInt64
  let gate: any Gate
  let since: Deadlines.Instant
  let deadline: Deadlines.Instant
  /// Whether its work has another connection already.
  let isUnderway: Bool
}

/// Lets a waiter go on with a grant; called once, and never under the pool's lock.
protocol Gate: Sendable {
  func open(_ grant: Grant)
}

/// A suspended task. A class, since a continuation's layout is known at run time only, and would
/// slow down every lease.
final class TaskGate: Gate {
  private let continuation: CheckedContinuation<Grant, Never>

  init(_ continuation: CheckedContinuation<Grant, Never>) { self.continuation = continuation }

  func open(_ grant: Grant) { continuation.resume(returning: grant) }
}

/// Blocks one thread until another gives it something.
///
/// `@unchecked Sendable`: the grant is read and written under the condition's lock only.
final class ThreadGate: Gate, @unchecked Sendable {
  private let condition = NSCondition()
  private var grant: Grant?

  /// Lets the thread go on.
  func open(_ grant: Grant) {
    condition.withLock {
      self.grant = grant
      condition.signal()
    }
  }

  /// Blocks until `open` was called.
  func wait() -> Grant {
    condition.withLock {
      while true {
        if let grant { return grant }
        condition.wait()
      }
    }
  }
}
