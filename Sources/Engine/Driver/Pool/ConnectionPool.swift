import Foundation
import Synchronization

/// The connections of one database: a writer and some readers, lent to one holder at a time.
///
/// First come, first served; writers and readers each have a line of their own, and no wait is longer than the
/// acquisition timeout. Connections are opened when first needed. The writer is opened first if it has to create or
/// change the database; otherwise reading opens none. Beyond four readers another is opened when a caller has waited
/// 10 ms, up to the driver's limit, and closed after ten idle seconds. If a driver allows no readers, its writer reads,
/// too.
final class ConnectionPool: Sendable {
  /// Opens the connections.
  let driver: any Driver
  /// The longest wait for a connection.
  let acquisitionTimeout: Duration
  let statementTimeout: Duration?
  /// The program's functions, which each connection can call.
  let functions: [ProgramFunction]
  let layoutGuard: (any LayoutGuard)?
  let state: Guarded<PoolState>
  let spare = SpareConnection()
  private let opensAtOnce: Bool
  /// Counts up as the trace is set.
  private let traceGeneration = Atomic<Int>(0)
  /// A lock that is held while the writer is opened, so that it is opened once.
  let opening = Guarded(())

  /// A pool that opens nothing yet.
  init(
    driver: any Driver, acquisitionTimeout: Duration = .seconds(30),
    statementTimeout: Duration? = nil, functions: [ProgramFunction] = [],
    layoutGuard: (any LayoutGuard)? = nil
  ) {
    self.functions = functions
    self.layoutGuard = layoutGuard
    self.driver = driver
    self.acquisitionTimeout = acquisitionTimeout
    self.statementTimeout = statementTimeout
    opensAtOnce = driver.dialect.character.opensAtOnce
    state = Guarded(PoolState(driver))
  }

  deinit { close() }

  /// The looks for an idle connection before a session goes to another thread, which takes longer than most
  /// that are in its way.
  private static let glances = 30

  // MARK: Leases

  /// Lends a connection; blocks the calling thread while none is free. Give it back with
  /// ``release(_:)``. Throws `storeClosed`, `timedOut` and what opening a connection throws.
  ///
  /// Code in tasks uses ``suspendingLease(_:)``: blocked threads of a ``StoreExecutor`` may be the very
  /// ones that a holder needs to go on.
  func lease(_ role: ConnectionRole, for loan: Loan? = nil) throws -> sending Connection {
    try lend(takeIdle(role, for: loan) ?? leaseSlowly(role, for: loan), to: loan)
  }

  /// Lends a connection; suspends the task while none is free. Give it back with
  /// ``release(_:)``. Throws `CancellationError` when the task is cancelled before its turn, and
  /// what ``lease(_:)`` throws.
  func suspendingLease(
    _ role: ConnectionRole, for loan: Loan? = nil
  ) async throws -> sending Connection {
    try Task.checkCancellation()
    if let idle = takeIdle(role, for: loan) { return lend(idle, to: loan) }
    try openFirst(role)
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let id = state.withLock { $0.makeIdentifier() }
    let grant = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(role, for: loan, id: id) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      state.withLock { $0[role].removeWaiter(id) }?.open(.cancelled)
    }
    orderAfterGiver()
    return lend(try redeem(grant, role), to: loan)
  }

  private func lend(_ lent: LentConnection, to loan: Loan?) -> sending Connection {
    loan?.interrupter.add(lent)
    return lent.connection
  }

  /// Takes a connection back and hands it to whoever waits longest. A transaction that is still open
  /// is rolled back; a connection that cannot do that is closed, and another one opened when needed.
  func release(_ connection: Connection, of loan: Loan? = nil) {
    loan?.interrupter.remove(connection)
    if !connection.endLease() {
      drop(LentConnection(connection))
    } else if connection.role == .writer {
      giveBack(LentConnection(connection))
    } else if let other = spare.keep(connection) {
      giveBack(LentConnection(other))
    }
  }

  // MARK: Loans

  /// Lists work that begins, so that errors can name it.
  func begin(_ loan: Loan) { state.withLock { $0.begin(loan) } }

  /// Lists work that begins with a lease; under one lock where the connection is idle.
  func begin(_ loan: Loan, leasing role: ConnectionRole) throws -> sending Connection {
    let idle = state.withLock { state in
      state.begin(loan)
      return state.takeIdle(role, for: loan)
    }
    do {
      return try lend(idle ?? leaseSlowly(role, for: loan), to: loan)
    } catch {
      end(loan)
      throw error
    }
  }

  /// Lists work that begins with a lease, if a connection can be had at once; else returns nil, and lists
  /// nothing.
  func beginAtOnce(_ loan: Loan, leasing role: ConnectionRole) -> sending Connection? {
    for _ in 0..<Self.glances {
      if let lent = takeAtOnce(role) {
        begin(loan)
        return lend(lent, to: loan)
      }
      sched_yield()
    }
    return nil
  }

  func end(_ loan: Loan) {
    let isClosing = state.withLock { state in
      state.end(loan)
      return state.isClosing
    }
    if isClosing { closeIdle() }
  }

  // MARK: The whole pool

  /// Sends each statement to a closure; nil turns that off. A connection that is lent now follows
  /// when it is lent next.
  func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
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

  /// A connection that is idle, or is opened now where that is quick. What fails here fails again, and is
  /// reported, where the caller waits for a connection.
  private func takeAtOnce(_ role: ConnectionRole) -> LentConnection? {
    if let idle = takeIdle(role, for: nil) { return idle }
    guard opensAtOnce, state.withLock({ $0.takeSlot(role) }) else { return nil }
    return try? redeem(.slot, role)
  }

  private func takeSpare() -> LentConnection? {
    guard let reader = spare.take().map(LentConnection.init) else { return nil }
    if reader.connection.traceGeneration != traceGeneration.load(ordering: .acquiring) {
      state.withLock { $0.tellTrace(reader) }
    }
    return reader
  }
}
