import Synchronization

/// The connections of one database: a writer and some readers, lent to one holder at a time.
///
/// Who comes first is served first, writers and readers each in a line of their own. Connections
/// are opened when first needed; the writer comes first, since it creates the database. A driver
/// that allows no readers has its writer read, too.
public final class ConnectionPool: Sendable {
  /// What opens the connections.
  public let driver: any Driver
  private let state: Guarded<PoolState>
  private let spare = SpareConnection()
  /// Counts up as the trace is set.
  private let traceGeneration = Atomic<Int>(0)
  /// Held while the writer is opened, so that it is opened once.
  private let opening = Guarded(())

  /// A pool that opens nothing yet.
  public init(driver: any Driver) {
    self.driver = driver
    state = Guarded(PoolState(maximumReaders: driver.maximumReaders))
  }

  deinit { close() }

  // MARK: Leases

  /// Lends a connection; blocks the calling thread while none is free. Give it back with
  /// ``release(_:)``. Throws `storeClosed`, and what opening a connection throws.
  ///
  /// Who holds a lease and asks for another of the same role waits for himself when that one is
  /// the last. Code in tasks uses ``suspendingLease(_:)``: blocked threads of a
  /// ``StoreExecutor`` may be the very ones that a holder needs for going on.
  public func lease(_ role: Connection.Role) throws -> sending Connection {
    if let idle = takeIdle(role) { return idle.connection }
    return try leaseSlowly(role)
  }

  /// Lends a connection; suspends the task while none is free. Give it back with
  /// ``release(_:)``. Throws `CancellationError` when the task is cancelled before its turn, and
  /// what ``lease(_:)`` throws.
  public func suspendingLease(_ role: Connection.Role) async throws -> sending Connection {
    try Task.checkCancellation()
    if let idle = takeIdle(role) { return idle.connection }
    try openWriterIfNeeded()
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let id = state.withLock { $0.makeIdentifier() }
    let grant = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enqueue($0, id: id, role) }
    } onCancel: {
      cancel(id, role)
    }
    return try redeem(grant, role)
  }

  /// Takes a connection back and hands it to who waits longest. A transaction that is still open
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

  /// How many wait for a connection of a role now.
  public func waitingCount(_ role: Connection.Role) -> Int {
    state.withLock { $0.waitingCount(role) }
  }

  // MARK: The whole pool

  /// Says whom to tell of each statement; nil turns it off. A connection that is lent now follows
  /// when it is lent next.
  public func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    state.withLock {
      $0.setTrace(trace)
      traceGeneration.store($0.traceGeneration, ordering: .releasing)
    }
  }

  /// Refuses further leases and who waits for one, with `storeClosed`, and closes what is idle.
  /// Leases that are out may be used to their end and are closed when they come back; the writer
  /// goes last, so that it can copy the log into the file.
  public func close() {
    let waiters = state.withLock { $0.beginClosing() }
    // Never ended: what comes back from now on is closed.
    claimSpare()
    for waiter in waiters { waiter.wake(.refused) }
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
    if state.withLock({ $0.isClosed { gate.open(.refused) } }) { return }
    _ = gate.wait()
  }

  /// Whether the database has been opened and not been closed.
  public var isOpen: Bool { state.withLock { $0.isOpen } }
}

extension ConnectionPool {
  /// Lends a reader, whose reference the caller counts by hand, and gives back with the connection.
  func leaseReader() throws -> Unmanaged<Connection> {
    if let reader = takeSpare() { return reader }
    return .passRetained(try lease(.reader))
  }

  private func takeSpare() -> Unmanaged<Connection>? {
    guard let reader = spare.take() else { return nil }
    let known = reader.borrow { $0.traceGeneration }
    if known != traceGeneration.load(ordering: .acquiring) {
      state.withLock { $0.tellTrace(LentConnection(reader.takeUnretainedValue())) }
    }
    return reader
  }

  private func takeIdle(_ role: Connection.Role) -> LentConnection? {
    if role == .reader, let reader = takeSpare() {
      return LentConnection(reader.takeRetainedValue())
    }
    return state.withLock { $0.takeIdle(role) }
  }

  /// From here on the lock sees all connections, until the claim is ended.
  private func claimSpare() {
    if let reader = spare.claim() { giveBack(LentConnection(reader.takeRetainedValue())) }
  }

  private func giveBack(_ lent: LentConnection) {
    let next = state.withLock { $0.giveBack(lent) }
    switch next {
    case .nothing: break
    case .wake(let waiter): waiter.wake(.connection(lent))
    case .close: closeIdle()
    }
  }

  /// Closes a connection that must not be lent again. Its place goes to who waits, to open another.
  private func drop(_ lent: LentConnection) {
    lent.connection.close()
    let (waiter, listeners) = state.withLock { $0.drop(lent) }
    waiter?.wake(.slot)
    for listener in listeners { listener() }
    closeIdle()
  }

  private func leaseSlowly(_ role: Connection.Role) throws -> sending Connection {
    try openWriterIfNeeded()
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let gate = ThreadGate()
    let grant = state.withLock { state -> Grant? in
      if let grant = state.take(role) { return grant }
      state.enqueue(.thread(gate), role)
      return nil
    }
    return try redeem(grant ?? gate.wait(), role)
  }

  private func openWriterIfNeeded() throws {
    guard state.withLock({ $0.needsWriter }) else { return }
    try opening.withLock { _ in
      guard state.withLock({ $0.needsWriter }) else { return }
      let writer = LentConnection(try driver.openConnection(.writer))
      state.withLock { $0.adoptWriter(writer) }
    }
    closeIdle()
  }

  /// Turns a grant into a connection, opening one if that is what was granted.
  private func redeem(_ grant: Grant, _ role: Connection.Role) throws -> sending Connection {
    switch grant {
    case .connection(let lent): return lent.connection
    case .refused:
      throw PersistenceError(.storeClosed, "The store \(driver.databaseName) has been closed.")
    case .slot: break
    }
    do {
      let lent = LentConnection(
        try driver.openConnection(driver.maximumReaders == 0 ? .writer : role))
      state.withLock { $0.tellTrace(lent) }
      return lent.connection
    } catch {
      // The place in the pool goes to who waits, to try in turn.
      state.withLock { $0.giveSlotBack(role) }?.wake(.slot)
      closeIdle()
      throw error
    }
  }

  /// Decides under the lock whether a task has its grant, waits or was cancelled. A task is
  /// marked as cancelled before its handler runs, so either this sees the mark or `cancel` finds
  /// the waiter.
  private func enqueue(
    _ continuation: CheckedContinuation<Grant, any Error>, id: UInt64, _ role: Connection.Role
  ) {
    let decided = state.withLock { state -> Result<Grant, any Error>? in
      if Task.isCancelled { return .failure(CancellationError()) }
      if let grant = state.take(role) { return .success(grant) }
      state.enqueue(.task(TaskGate(continuation, id: id)), role)
      return nil
    }
    if let decided { continuation.resume(with: decided) }
  }

  private func cancel(_ id: UInt64, _ role: Connection.Role) {
    let waiter = state.withLock { $0.removeWaiter(id, role) }
    if case .task(let gate) = waiter {
      gate.continuation.resume(throwing: CancellationError())
    }
  }

  /// Closes idle connections of a closed pool, readers first, one by one. Who closes the last
  /// reader goes on with the writer.
  private func closeIdle() {
    while let lent = state.withLock({ $0.nextToClose() }) {
      lent.connection.close()
      let listeners = state.withLock { $0.didClose(lent) }
      for listener in listeners { listener() }
    }
  }
}
