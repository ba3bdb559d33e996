import Foundation
import PersistentObjectsDriver
import Synchronization

/// A piece of work that uses connections of a store. It alone knows that the work is running: since
/// when, where, how far, with which connections, and whether it has to stop. The pool lists the
/// loans that have begun but not ended.
///
/// `@unchecked Sendable`: mutable state is atomic, guarded by a lock, or set before others see it.
package class Loan: @unchecked Sendable {
  /// The call, such as `store.transaction`.
  package let name: String
  let began = Deadlines.Instant.now
  /// The instant by which the work has to be done; nil if there is no limit.
  let deadline: Deadlines.Instant?
  let pool: ObjectIdentifier

  /// The task in which the loan was made; nil outside of tasks.
  let task = Loan.currentTask
  /// The loan that this task, or a task of which it is a child, had before, and whose holder waits
  /// for this one to end. A `Task { }` has none: in a row of tasks that begin one another, each
  /// would keep all loans before its own.
  let outer = Loan.currentHere
  /// The address of the task-local value while this is the current loan.
  final var address: UnsafeRawPointer?
  /// The token that stops the work at its deadline; set before the work begins.
  final var limit: Deadlines.Token?
  /// Whether all of the work is one transaction, of which nothing is left if it is stopped.
  let isOneTransaction: Bool

  let holdings = Guarded(Holdings())
  /// The raw value of the first reason to stop; 0 if there is none.
  let reason = Atomic<UInt8>(0)
  private let place: CallPlace?
  /// The thread, if all of the work runs on one.
  private let thread: pthread_t?
  private let progress = Atomic(Progress.begun)
  /// The number of reasons to keep the writer, once leased, until the work ends.
  private let reasonsToKeepWriter: Atomic<Int>

  private enum Progress: UInt8, AtomicRepresentable {
    /// The work waits for its first connection, and has done nothing yet.
    case begun
    /// The closure that the session was lent to is running.
    case lent
    /// The closure has ended. A task that outlives the work's task may later get its identity.
    case over
  }

  /// - Parameter isBlocking: whether all of the work runs on the calling thread.
  package init(
    _ name: String, at place: CallPlace? = nil, of pool: ConnectionPool, isBlocking: Bool,
    keepsWriter: Bool, isOneTransaction: Bool = false, deadline: Deadlines.Instant? = nil
  ) {
    self.name = name
    self.place = place
    self.pool = ObjectIdentifier(pool)
    self.isOneTransaction = isOneTransaction
    self.deadline = deadline
    thread = isBlocking ? pthread_self() : nil
    reasonsToKeepWriter = Atomic(keepsWriter ? 1 : 0)
  }

  // MARK: Progress

  /// Notes that the session's closure begins. One whose work is a transaction does nothing before
  /// that has its connection.
  final func beginLending() {
    if !isOneTransaction { progress.store(.lent, ordering: .relaxed) }
  }

  func endLending() { progress.store(.over, ordering: .relaxed) }

  /// Whether the session's closure has ended.
  final var isOver: Bool { progress.load(ordering: .relaxed) == .over }

  /// Whether the work has begun to do something, rather than only to wait for its first connection.
  final var isUnderway: Bool {
    progress.load(ordering: .relaxed) == .lent || heldCount > 0
  }

  // MARK: Connections

  /// The connections that the work has, and what else has to do with stopping it.
  struct Holdings {
    var connections: [LentConnection] = []
    /// The number of active calls of ``Loan/shielding(_:)``, such as for a COMMIT.
    var shields = 0
    /// The function that ends the wait for another connection or for other work, while there is
    /// one.
    var endWait: (@Sendable (Loan.StopReason) -> Void)?
  }

  /// Adds a connection that the work uses. Work that was stopped before, while it had none, is
  /// stopped on this one.
  final func add(_ lent: LentConnection) {
    holdings.withLock { $0.connections.append(lent) }
    if isStopped { interrupt() }
  }

  /// Removes a connection, before it goes back to the pool.
  package final func remove(_ connection: Connection) {
    let returned = LentConnection(connection)
    holdings.withLock { holdings in
      holdings.connections.removeAll { $0.connection === returned.connection }
    }
  }

  final func holds(_ role: ConnectionRole) -> Bool { count(role) > 0 }

  /// Returns the number of connections of a role that the work has.
  final func count(_ role: ConnectionRole) -> Int {
    holdings.withLock { $0.connections.count { $0.connection.role == role } }
  }

  /// The number of connections that the work has.
  final var heldCount: Int { holdings.withLock { $0.connections.count } }

  /// Whether the work has the writer and keeps it while its task waits for another connection.
  final var keepsWriter: Bool {
    holds(.writer) && reasonsToKeepWriter.load(ordering: .relaxed) > 0
  }

  /// Begins a transaction inside a loan that otherwise returns the writer between uses.
  package final func beginKeepingWriter() { reasonsToKeepWriter.add(1, ordering: .relaxed) }

  package final func endKeepingWriter() { reasonsToKeepWriter.subtract(1, ordering: .relaxed) }

  // MARK: Threads

  /// Whether all of the work runs on one thread.
  final var isBlocking: Bool { thread != nil }

  /// Whether the work runs on the current thread, and so cannot continue while that thread waits.
  final var isBlockingThisThread: Bool {
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

/// A loan of something to a closure, which nested calls of the same task use, too.
///
/// `@unchecked Sendable`: what is lent is given only to the task that it was lent to.
package final class LoanOf<Lent: AnyObject>: Loan, @unchecked Sendable {
  /// The object that is lent; nil when the closure has ended: a task that was begun in it, and
  /// outlives it, keeps the loan.
  package var lent: Lent?

  override func endLending() {
    super.endLending()
    lent = nil
  }
}

extension Duration {
  /// The duration in seconds, rounded to a tenth.
  package var formatted: String { "\((seconds * 10).rounded() / 10) s" }
}
