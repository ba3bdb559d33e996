import Foundation
import PersistentObjectsDriver
import Synchronization

/// A piece of work that uses connections of a store: its name, its call site, its start, and the
/// means to stop it. The pool lists the loans that have begun but not ended.
///
/// `@unchecked Sendable`: mutable state is atomic, guarded by the pool's lock, or set before others
/// see it; and the session is given only to the task that it was lent to.
package final class Loan: @unchecked Sendable {
  /// The call, such as `store.transaction`.
  package let name: String
  let began = Deadlines.Instant.now
  /// The instant by which the work has to be done; nil if there is no limit.
  package let deadline: Deadlines.Instant?
  package let interrupter = Interrupter()
  let pool: ObjectIdentifier
  /// The session that is lent, if any, until the work ends.
  package var session: AnyObject?
  /// The index in its list of the pool; guarded by the pool's lock.
  var position = 0

  /// The task in which the loan was made; nil outside of tasks.
  let task = Loan.currentTask
  /// The loan that this task, or a task of which it is a child, had before, and whose holder waits
  /// for this one to end. A `Task { }` has none: in a row of tasks that begin one another, each
  /// would keep all loans before its own.
  let outer = Loan.currentHere
  /// The address of the task-local value while this is the current loan.
  var address: UnsafeRawPointer?
  /// The token that stops the work at its deadline; set before the work begins.
  package var limit: Deadlines.Token?
  /// Whether the work has ended. A task that outlives the work's task may later get the same
  /// identity.
  let isOver = Atomic(false)
  /// Whether all of the work is one transaction, of which nothing is left if it is stopped.
  let isOneTransaction: Bool

  private let place: CallPlace?
  /// Whether the session's closure has begun.
  private let isRunning = Atomic(false)
  /// The thread, if all of the work runs on one.
  private let thread: pthread_t?
  /// The number of reasons to keep the writer, once leased, until the work ends.
  private let reasonsToKeepWriter: Atomic<Int>

  /// - Parameter isBlocking: whether all of the work runs on the calling thread.
  package init(
    _ name: String, at place: CallPlace? = nil, of pool: ConnectionPool, isBlocking: Bool,
    keepsWriter: Bool, isOneTransaction: Bool = false, session: AnyObject? = nil,
    deadline: Deadlines.Instant? = nil
  ) {
    self.name = name
    self.place = place
    self.pool = ObjectIdentifier(pool)
    self.isOneTransaction = isOneTransaction
    self.session = session
    self.deadline = deadline
    thread = isBlocking ? pthread_self() : nil
    reasonsToKeepWriter = Atomic(keepsWriter ? 1 : 0)
  }

  // MARK: Connections

  func holds(_ role: ConnectionRole) -> Bool { count(role) > 0 }

  /// Returns the number of connections of a role that the work has.
  func count(_ role: ConnectionRole) -> Int { interrupter.count(role) }

  /// The number of connections that the work has.
  var heldCount: Int { count(.writer) + count(.reader) }

  /// Whether the work has begun to do something, rather than only to wait for its first connection.
  var isUnderway: Bool { isRunning.load(ordering: .relaxed) || heldCount > 0 }

  /// Notes that the session's closure begins, which may need no connection yet.
  package func beginRunning() { isRunning.store(true, ordering: .relaxed) }

  /// Whether the work has the writer and keeps it while its task waits for another connection.
  var keepsWriter: Bool { holds(.writer) && reasonsToKeepWriter.load(ordering: .relaxed) > 0 }

  /// Begins a transaction inside a loan that otherwise returns the writer between uses.
  package func beginKeepingWriter() { reasonsToKeepWriter.add(1, ordering: .relaxed) }

  package func endKeepingWriter() { reasonsToKeepWriter.subtract(1, ordering: .relaxed) }

  /// Whether all of the work runs on one thread.
  var isBlocking: Bool { thread != nil }

  /// Whether the work runs on the current thread, and so cannot continue while that thread waits.
  var isBlockingThisThread: Bool {
    thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }
}

extension Loan: CustomStringConvertible {
  /// The call, its place and its duration, such as
  /// `store.transaction at Shop/Orders.swift:41 (2.1 s)`.
  package var description: String {
    "\(name)\(place.map { " at \($0)" } ?? "") (\(began.duration(to: .now).formatted))"
  }
}

extension Duration {
  /// The duration in seconds, rounded to a tenth.
  package var formatted: String { "\((seconds * 10).rounded() / 10) s" }
}
