import Foundation

/// A connection on its way between the pool and a holder.
///
/// `@unchecked Sendable`: it is idle in the pool or lent to one holder, never both, and the pool's
/// lock orders the one before the other.
struct LentConnection: @unchecked Sendable {
  nonisolated(unsafe) let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

/// What a waiter gets when its turn comes.
enum Grant: Sendable {
  /// A connection.
  case connection(LentConnection)
  /// The right to open one.
  case slot
  /// Nothing, since the pool was closed.
  case refused
}

/// Who waits for a connection.
enum PoolWaiter: Sendable {
  /// A blocked thread.
  case thread(ThreadGate)
  /// A suspended task.
  case task(TaskGate)

  /// Lets it go on. Called once, without the pool's lock.
  func wake(_ grant: Grant) {
    switch self {
    case .thread(let gate): gate.open(grant)
    case .task(let gate): gate.continuation.resume(returning: grant)
    }
  }

  /// Whether it is the task with this identity.
  func isTask(_ id: UInt64) -> Bool {
    if case .task(let gate) = self { gate.id == id } else { false }
  }
}

/// A suspended task. A class, since a continuation's layout is known at run time only, and would
/// slow down every lease.
final class TaskGate: Sendable {
  /// Resumed once.
  let continuation: CheckedContinuation<Grant, any Error>
  /// Serves to cancel it.
  let id: UInt64

  init(_ continuation: CheckedContinuation<Grant, any Error>, id: UInt64) {
    self.continuation = continuation
    self.id = id
  }
}

/// Blocks one thread until another gives it something.
///
/// `@unchecked Sendable`: the grant is read and written under the condition's lock only.
final class ThreadGate: @unchecked Sendable {
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
