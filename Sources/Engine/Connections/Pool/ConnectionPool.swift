import Foundation
package import PersistentObjectsDriver
import Synchronization

/// The connections of one database: a writer, or several where the database allows it, and some
/// readers. Each is lent to one holder at a time.
///
/// First come, first served. Writers and readers have separate lines, and no wait is longer than
/// the acquisition timeout. Connections are opened when first needed. The writer is opened first if
/// it has to create or change the database; otherwise reading opens no writer. Beyond the usual
/// number of connections of a role, another one is opened when a caller has waited 10 ms, up to the
/// driver's limit, or one beyond it if all holders wait for those that wait. Beyond four,
/// connections are closed after ten idle seconds. If a driver allows no readers, its writer also
/// reads.
package final class ConnectionPool: Sendable {
  /// The driver that opens the connections.
  package let driver: any Driver
  /// The longest wait for a connection.
  let acquisitionTimeout: Duration
  let statementTimeout: Duration?
  /// The program's functions, which every connection can call.
  let functions: [ProgramFunction]
  /// The way in which tenants share the tables; nil if there are no tenants.
  let tenancy: Tenancy?
  let layoutGuard: (any LayoutGuard)?
  let state: Guarded<PoolState>
  let spare = SpareConnection()
  let opensAtOnce: Bool
  /// A number that is incremented when the trace is set.
  private let traceGeneration = Atomic<Int>(0)

  /// Makes a pool that opens nothing yet.
  package init(
    driver: any Driver, acquisitionTimeout: Duration = .seconds(30),
    statementTimeout: Duration? = nil, functions: [ProgramFunction] = [],
    tenancy: Tenancy? = nil, layoutGuard: (any LayoutGuard)? = nil
  ) {
    self.tenancy = tenancy
    self.functions = functions
    self.layoutGuard = layoutGuard
    self.driver = driver
    self.acquisitionTimeout = acquisitionTimeout
    self.statementTimeout = statementTimeout
    opensAtOnce = driver.dialect.character.opensAtOnce
    state = Guarded(PoolState(driver))
  }

  deinit { close() }

  /// The number of times that a session looks for an idle connection before it moves to another
  /// thread, which takes longer than most sessions in its way.
  private static let glances = 30

  // MARK: Leases

  /// Lends a connection, blocking the calling thread until one is free. Return it with
  /// ``release(_:of:)``. Throws `storeClosed`, `timedOut`, and the errors of opening a connection.
  ///
  /// Code in tasks uses ``suspendingLease(_:for:)``: a blocked thread of a ``StoreExecutor`` may be
  /// the one that a holder needs to continue.
  package func lease(_ role: ConnectionRole, for loan: Loan? = nil) throws -> sending Connection {
    try lend(takeIdle(role, for: loan) ?? leaseSlowly(role, for: loan), to: loan)
  }

  /// Lends a connection, suspending the task until one is free. Return it with ``release(_:of:)``.
  /// Throws `CancellationError` if the task is cancelled before its turn, and the errors of
  /// ``lease(_:for:)``.
  package func suspendingLease(
    _ role: ConnectionRole, for loan: Loan? = nil
  ) async throws -> sending Connection {
    try Task.checkCancellation()
    if let idle = takeIdle(role, for: loan) { return lend(idle, to: loan) }
    return lend(try await leaseSuspending(role, for: loan), to: loan)
  }

  private func lend(_ lent: LentConnection, to loan: Loan?) -> sending Connection {
    loan?.add(lent)
    return lent.connection
  }

  /// Takes back a connection and passes it to the caller that has waited longest. An open
  /// transaction is rolled back; if that fails, the connection is closed, and another one is opened
  /// when needed.
  package func release(_ connection: Connection, of loan: Loan? = nil) {
    loan?.remove(connection)
    if !connection.endLease() {
      drop(LentConnection(connection))
    } else if connection.role == .writer {
      if connection.needsRest { return rest(LentConnection(connection)) }
      giveBack(LentConnection(connection))
    } else if let other = spare.keep(connection) {
      giveBack(LentConnection(other))
    }
  }

  // MARK: Loans

  /// Lists work that begins, so that errors can name it. It is stopped at its deadline.
  package func begin(_ loan: Loan) {
    state.withLock { $0.begin(loan) }
    loan.limit = loan.deadline.map(loan.stop(at:))
  }

  /// Lists work that begins with a lease, if a connection is available at once; otherwise returns
  /// nil and lists nothing.
  package func beginAtOnce(_ loan: Loan, leasing role: ConnectionRole) -> sending Connection? {
    for _ in 0..<Self.glances {
      if let lent = takeAtOnce(role) {
        begin(loan)
        return lend(lent, to: loan)
      }
      sched_yield()
    }
    return nil
  }

  package func end(_ loan: Loan) {
    if let limit = loan.limit { Deadlines.shared.remove(limit) }
    let isClosing = state.withLock { state in
      state.end(loan)
      return state.isClosing
    }
    if isClosing { closeIdle() }
  }

  // MARK: The whole pool

  /// Sends each statement to a closure; nil turns the trace off. A connection that is lent now
  /// changes its trace when it is lent again.
  package func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    state.withLock {
      $0.setTrace(trace)
      traceGeneration.store($0.traceGeneration, ordering: .releasing)
    }
  }
}

extension ConnectionPool {
  private func takeIdle(_ role: ConnectionRole, for loan: Loan?) -> LentConnection? {
    if role == .reader, let reader = takeSpare() { return reader }
    return state.withLock { $0.takeIdle(role, for: loan) }
  }

  /// Returns an idle connection, or opens one if that is quick. A failure here is ignored: it
  /// occurs again, and is reported, when the caller waits for a connection.
  private func takeAtOnce(_ role: ConnectionRole) -> LentConnection? {
    if let idle = takeIdle(role, for: nil) { return idle }
    guard opensAtOnce, let opening = state.withLock({ $0.takeOpeningAtOnce(role) }) else {
      return nil
    }
    return try? open(opening)
  }

  private func takeSpare() -> LentConnection? {
    guard let reader = spare.take().map(LentConnection.init) else { return nil }
    if reader.connection.traceGeneration != traceGeneration.load(ordering: .acquiring) {
      state.withLock { $0.tellTrace(reader) }
    }
    return reader
  }
}
