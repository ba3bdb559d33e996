import Synchronization

/// The connections of one database: a writer and some readers, lent to one holder at a time.
///
/// First come, first served, writers and readers each in a line of their own; no wait is longer than
/// the acquisition timeout. Connections are opened when first needed; the writer comes first, since it
/// creates the database. Beyond four readers another is opened when somebody has waited 10 ms, up to the
/// driver's limit, and closed after ten idle seconds. A driver that allows no readers has its writer
/// read, too.
public final class ConnectionPool: Sendable {
  /// What opens the connections.
  public let driver: any Driver
  /// How long a wait for a connection may be.
  public let acquisitionTimeout: Duration
  let statementTimeout: Duration?
  private let state: Guarded<PoolState>
  private let spare = SpareConnection()
  /// Counts up as the trace is set.
  private let traceGeneration = Atomic<Int>(0)
  /// Held while the writer is opened, so that it is opened once.
  private let opening = Guarded(())

  /// How many readers are opened without hesitation.
  static let usualReaders = 4

  /// A pool that opens nothing yet.
  public init(
    driver: any Driver, acquisitionTimeout: Duration = .seconds(30),
    statementTimeout: Duration? = nil
  ) {
    self.driver = driver
    self.acquisitionTimeout = acquisitionTimeout
    self.statementTimeout = statementTimeout
    state = Guarded(PoolState(maximumReaders: driver.maximumReaders))
  }

  deinit { close() }

  // MARK: Leases

  /// Lends a connection; blocks the calling thread while none is free. Give it back with
  /// ``release(_:)``. Throws `storeClosed`, `timedOut` and what opening a connection throws.
  ///
  /// Code in tasks uses ``suspendingLease(_:)``: blocked threads of a ``StoreExecutor`` may be the very
  /// ones that a holder needs to go on.
  public func lease(_ role: Connection.Role) throws -> sending Connection {
    try lease(role, for: nil)
  }

  func lease(_ role: Connection.Role, for loan: Loan?) throws -> sending Connection {
    if let idle = takeIdle(role, for: loan) { return idle.connection }
    return try leaseSlowly(role, for: loan)
  }

  /// Lends a connection; suspends the task while none is free. Give it back with
  /// ``release(_:)``. Throws `CancellationError` when the task is cancelled before its turn, and
  /// what ``lease(_:)`` throws.
  public func suspendingLease(_ role: Connection.Role) async throws -> sending Connection {
    try await suspendingLease(role, for: nil)
  }

  func suspendingLease(
    _ role: Connection.Role, for loan: Loan?
  ) async throws -> sending Connection {
    try Task.checkCancellation()
    if let idle = takeIdle(role, for: loan) { return idle.connection }
    try openWriterIfNeeded()
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let id = state.withLock { $0.makeIdentifier() }
    let grant = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(TaskGate($0), id: id, role, for: loan) }
    } onCancel: {
      state.withLock { $0.removeWaiter(id, role) }?.gate.open(.cancelled)
    }
    return try redeem(grant, role)
  }

  /// Takes a connection back and hands it to whoever waits longest. A transaction that is still open
  /// is rolled back; a connection that cannot do that is closed, and another one opened when needed.
  public func release(_ connection: Connection) { release(.passRetained(connection)) }

  /// The same for one whose reference is counted by hand, and given back.
  func release(_ connection: Unmanaged<Connection>) {
    let (mayBeLent, role) = connection.borrow { ($0.endLease(), $0.role) }
    if !mayBeLent {
      drop(LentConnection(connection.takeRetainedValue()))
    } else if role == .writer {
      giveBack(LentConnection(connection.takeRetainedValue()))
    } else if let other = spare.keep(connection) {
      giveBack(LentConnection(other.takeRetainedValue()))
    }
  }

  /// The number of those that wait for a connection of a role now.
  public func waitingCount(_ role: Connection.Role) -> Int {
    state.withLock { $0.waitingCount(role) }
  }

  // MARK: Loans

  /// Lists work that begins, so that others can be told who has what.
  func begin(_ loan: Loan) { state.withLock { $0.begin(loan) } }

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
  public func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    state.withLock {
      $0.setTrace(trace)
      traceGeneration.store($0.traceGeneration, ordering: .releasing)
    }
  }

  /// Refuses further leases and those that wait for one, with `storeClosed`, and closes what is idle.
  /// Leases that are out may be used to their end and are closed when they come back; the writer
  /// goes last, so that it can copy the log into the file.
  public func close() {
    let waiters = state.withLock { $0.beginClosing() }
    // Never ended: what comes back from now on is closed.
    claimSpare()
    for waiter in waiters { waiter.gate.open(.closed) }
    closeIdle()
  }

  /// Waits until all connections are closed after ``close()``.
  public func waitUntilClosed() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { $0.isClosed { continuation.resume() } }
      if isClosed { continuation.resume() }
    }
  }

  /// Blocks the thread until all connections are closed after ``close()``.
  public func blockUntilClosed() {
    let gate = ThreadGate()
    if state.withLock({ $0.isClosed { gate.open(.closed) } }) { return }
    _ = gate.wait()
  }

  /// Waits until all connections are closed after ``close()``, or until an instant.
  func waitUntilClosed(by instant: Deadlines.Instant) async -> Bool {
    await withCheckedContinuation { continuation in
      let race = FirstOnly { continuation.resume(returning: $0) }
      if state.withLock({ $0.isClosed { race.end(true) } }) { return race.end(true) }
      Deadlines.shared.add(at: instant) { race.end(false) }
    }
  }

  /// Whether the database has been opened and not been closed.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The work that has begun and not ended.
  var unended: [Loan] { state.withLock { $0.unended } }

  /// How many connections are lent for single reads, which are not listed.
  var unlistedReads: Int { state.withLock { $0.unlistedReads } }

  /// Stops the statements that run now.
  func interruptAll() { state.withLock { $0.interruptAll() } }
}

extension ConnectionPool {
  /// Lends a reader, whose reference the caller counts by hand, and gives back with the connection.
  func leaseReader(for loan: Loan?) throws -> Unmanaged<Connection> {
    if let reader = takeSpare() { return reader }
    return .passRetained(try lease(.reader, for: loan))
  }

  private func takeSpare() -> Unmanaged<Connection>? {
    guard let reader = spare.take() else { return nil }
    let known = reader.borrow { $0.traceGeneration }
    if known != traceGeneration.load(ordering: .acquiring) {
      state.withLock { $0.tellTrace(LentConnection(reader.takeUnretainedValue())) }
    }
    return reader
  }

  private func takeIdle(_ role: Connection.Role, for loan: Loan?) -> LentConnection? {
    if role == .reader, let reader = takeSpare() {
      return LentConnection(reader.takeRetainedValue())
    }
    return state.withLock { $0.takeIdle(role, for: loan) }
  }

  /// From here on the lock sees all connections, until the claim is ended.
  private func claimSpare() {
    if let reader = spare.claim() { giveBack(LentConnection(reader.takeRetainedValue())) }
  }

  private func giveBack(_ lent: LentConnection) {
    let next = state.withLock { state in
      let next = state.giveBack(lent)
      look(&state)
      return next
    }
    switch next {
    case .nothing: break
    case .wake(let waiter): waiter.gate.open(.connection(lent))
    case .close: closeIdle()
    }
  }

  /// Closes a connection that must not be lent again. Its place goes to the next that waits.
  private func drop(_ lent: LentConnection) {
    lent.connection.close()
    let (waiter, listeners) = state.withLock { $0.drop(lent) }
    waiter?.gate.open(.slot)
    for listener in listeners { listener() }
    closeIdle()
  }

  private func leaseSlowly(
    _ role: Connection.Role, for loan: Loan?
  ) throws -> sending Connection {
    try openWriterIfNeeded()
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let gate = ThreadGate()
    wait(gate, id: state.withLock { $0.makeIdentifier() }, role, for: loan)
    return try redeem(gate.wait(), role)
  }

  private func openWriterIfNeeded() throws {
    guard state.withLock({ $0.needsWriter }) else { return }
    try opening.withLock { _ in
      guard state.withLock({ $0.needsWriter }) else { return }
      let writer = LentConnection(try open(.writer))
      state.withLock { $0.adoptWriter(writer) }
    }
    closeIdle()
  }

  private func open(_ role: Connection.Role) throws -> Connection {
    let connection = try driver.openConnection(role)
    if let statementTimeout { try connection.setStatementTimeout(statementTimeout) }
    return connection
  }

  /// Runs work on the whole database, whose statements take as long as they take.
  func withoutStatementTimeout<R>(_ connection: Connection, _ body: () throws -> R) throws -> R {
    guard let statementTimeout else { return try body() }
    try connection.setStatementTimeout(nil)
    let result = Result { try body() }
    try connection.setStatementTimeout(statementTimeout)
    return try result.get()
  }

  /// Turns a grant into a connection, opening one if that is what was granted.
  private func redeem(_ grant: Grant, _ role: Connection.Role) throws -> sending Connection {
    switch grant {
    case .connection(let lent): return lent.connection
    case .closed:
      throw PersistenceError(.storeClosed, "The store \(driver.databaseName) has been closed.")
    case .cancelled: throw CancellationError()
    case .timedOut(let report): throw waitError(report)
    case .deadlock(let loan): throw deadlockError(loan)
    case .slot: break
    }
    do {
      let lent = LentConnection(try open(driver.maximumReaders == 0 ? .writer : role))
      state.withLock { $0.adopt(lent) }
      return lent.connection
    } catch {
      // The place in the pool goes to the next that waits, to try in turn.
      state.withLock { $0.giveSlotBack(role) }?.gate.open(.slot)
      closeIdle()
      throw error
    }
  }

  // MARK: Waiting

  /// Opens a gate at once where that can be decided now, and later otherwise. A task is marked as
  /// cancelled before its handler runs, so either this sees the mark or the handler finds the waiter.
  private func wait(
    _ gate: some Gate, id: UInt64, _ role: Connection.Role, for loan: Loan?
  ) {
    let decided = state.withLock { state -> Grant? in
      if gate is TaskGate && Task.isCancelled { return .cancelled }
      if let grant = state.take(role, for: loan) { return grant }
      if let holder = blockedHolder(state, role) { return .deadlock(holder) }
      state.enqueue(waiter(gate, id, loan), role)
      look(&state)
      return nil
    }
    if let decided { gate.open(decided) }
  }

  private func waiter(_ gate: some Gate, _ id: UInt64, _ loan: Loan?) -> PoolWaiter {
    let limit = Deadlines.Instant.now + acquisitionTimeout
    return PoolWaiter(
      id: id, gate: gate, since: .now, deadline: min(limit, loan?.deadline ?? limit),
      isUnderway: loan.map { $0.holds(.reader) || $0.holds(.writer) } ?? false)
  }

  /// Who has the writer and cannot go on before the caller has got it.
  private func blockedHolder(_ state: PoolState, _ role: Connection.Role) -> Loan? {
    guard state.usesWriter(role) else { return nil }
    return Loan.keepingWriterMeanwhile(of: self)
      ?? state.holders(.writer).first(where: \.isBlockingThisThread)
  }

  /// Arranges the next look at the lines by the clock.
  private func look(_ state: inout PoolState) {
    guard let due = state.earlierLook() else { return }
    Deadlines.shared.add(at: due) { [weak self] in self?.serveByTheClock() }
  }

  private func serveByTheClock() {
    let due = state.withLock { state in
      let due = state.takeDue(at: .now)
      look(&state)
      return due
    }
    for (waiter, grant) in due.wakes { waiter.gate.open(grant) }
    for lent in due.spent { close(lent) }
  }

  private func waitError(_ report: PoolReport) -> PersistenceError {
    PersistenceError(
      .timedOut,
      """
      no connection of the store \(driver.databaseName) came free in time (acquisitionTimeout is \
      \(acquisitionTimeout.formatted)). \(report.text) Let long work end sooner, split it, or raise the limit
      """)
  }

  private func deadlockError(_ loan: Loan) -> PersistenceError {
    PersistenceError(
      .deadlock,
      """
      this would wait for the connection that \(loan) has, which cannot end before this does. Use its \
      session, or end it first
      """)
  }

  // MARK: Closing

  /// Closes idle connections of a closed pool, readers first, one by one. Whoever closes the last
  /// reader goes on with the writer.
  private func closeIdle() {
    while let lent = state.withLock({ $0.nextToClose() }) { close(lent) }
  }

  private func close(_ lent: LentConnection) {
    lent.connection.close()
    let listeners = state.withLock { $0.didClose(lent) }
    for listener in listeners { listener() }
  }
}

/// Calls a closure with the first of several answers.
private final class FirstOnly: Sendable {
  private let body: @Sendable (Bool) -> Void
  private let hasEnded = Atomic(false)

  init(_ body: @escaping @Sendable (Bool) -> Void) { self.body = body }

  func end(_ answer: Bool) {
    if !hasEnded.exchange(true, ordering: .relaxed) { body(answer) }
  }
}
