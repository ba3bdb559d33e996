// Waiting for a connection, opening another one, and passing returned ones to those that wait.

extension ConnectionPool {
  /// Puts all connections under the lock, until the claim is ended.
  func claimSpare() {
    if let reader = spare.claim() { giveBack(LentConnection(reader)) }
  }

  func giveBack(_ lent: LentConnection) {
    let (waiter, isClosing) = state.withLock { state in
      let waiter = state.giveBack(lent)
      look(&state)
      return (waiter, state.isClosing)
    }
    if let waiter { waiter.open(.connection(lent)) } else if isClosing { closeIdle() }
  }

  /// Closes a connection that must not be lent again.
  func drop(_ lent: LentConnection) {
    close(lent)
    closeIdle()
  }

  func leaseSlowly(_ role: ConnectionRole, for loan: Loan?) throws -> LentConnection {
    try openFirst(role, for: loan)
    if role == .reader { claimSpare() }
    defer { if role == .reader { spare.endClaim() } }
    let gate = ThreadGate<Grant>()
    let id = state.withLock { $0.makeIdentifier() }
    if let loan { loan.interrupter.beginWaiting { [self] _ in endWait(role, id, of: loan) } }
    defer { loan?.interrupter.endWaiting() }
    wait(role, for: loan, id: id, open: gate.open)
    return try redeem(gate.wait(), role)
  }

  /// Shows the thread sanitizer that the following code runs after the work of the grant's giver,
  /// which ended under the lock. A continuation also orders the two, but if it is resumed before
  /// its task is suspended, the sanitizer does not see that and reports false races.
  func orderAfterGiver() { state.withLock { _ in } }

  /// Opens the connection that has to exist before others of a role: the writer, or, if the driver
  /// does not need one yet, the first reader.
  func openFirst(_ role: ConnectionRole, for loan: Loan?) throws {
    guard state.withLock({ $0.needsFirst(role, for: loan) }) else { return }
    // The pool may have been closed meanwhile, and waits for this opening even if it fails.
    defer { closeIdle() }
    try opening.withLock { _ in
      guard state.withLock({ $0.beginFirst(role, for: loan) }) else { return }
      defer { state.withLock { $0.endFirst() } }
      let first = LentConnection(try openFirstReader(role) ?? open(.writer))
      let waiter = state.withLock { $0.adoptFirst(first) }
      waiter?.open(.connection(first))
    }
  }

  private func openFirstReader(_ role: ConnectionRole) throws -> Connection? {
    guard role == .reader, driver.maximumReaders > 0, let reader = try driver.openFirstReader()
    else { return nil }
    return try connection(reader, .reader)
  }

  private func open(_ role: ConnectionRole) throws -> Connection {
    try connection(driver.openConnection(role), role)
  }

  private func connection(_ base: any DriverConnection, _ role: ConnectionRole) throws -> Connection
  {
    let connection = Connection(base, role, of: driver, layoutGuard: layoutGuard)
    if let statementTimeout { try connection.setStatementTimeout(statementTimeout) }
    for function in functions { try connection.add(function) }
    return connection
  }

  /// Runs work on the whole database, whose statements have no time limit. A transaction that it
  /// leaves open is rolled back.
  func withoutStatementTimeout<R>(_ connection: Connection, _ body: () throws -> R) throws -> R {
    guard let statementTimeout else { return try body() }
    try connection.setStatementTimeout(nil)
    let result = Result { try body() }
    do {
      // An open transaction might refuse the setting, or take it back at its end.
      connection.endLease()
      try connection.setStatementTimeout(statementTimeout)
    } catch {
      // Without its limit, the connection must not be lent again.
      connection.close()
    }
    return try result.get()
  }

  /// Turns a grant into a connection, opening one if a slot was granted.
  func redeem(_ grant: Grant, _ role: ConnectionRole) throws -> LentConnection {
    switch grant {
    case .connection(let lent): return lent
    case .closed:
      throw PersistenceError(.storeClosed, "The store \(driver.databaseName) has been closed.")
    case .cancelled: throw CancellationError()
    case .stopped(let loan): throw loan.stopError(cause: nil) ?? CancellationError()
    case .timedOut(let report): throw waitError(report)
    case .deadlock(let loan): throw deadlockError(loan)
    case .slot: break
    }
    do {
      let lent = LentConnection(try open(driver.maximumReaders == 0 ? .writer : role))
      state.withLock { $0.adopt(lent) }
      return lent
    } catch {
      // The slot goes to the next waiter, which tries in turn.
      state.withLock { $0[role].giveSlotBack() }?.open(.slot)
      closeIdle()
      throw error
    }
  }

  // MARK: Waiting

  /// Calls `open` at once if the grant can be decided now, and later otherwise. A task is marked as
  /// cancelled before its handler runs, and work as stopped before its wait is ended, so either
  /// this function sees the mark or the waiter is found.
  ///
  /// - Parameter endsWithTask: whether the wait ends if its task is cancelled.
  func wait(
    _ role: ConnectionRole, for loan: Loan?, id: UInt64, endsWithTask: Bool = false,
    open: @escaping @Sendable (Grant) -> Void
  ) {
    let decided = state.withLock { state -> Grant? in
      if endsWithTask && Task.isCancelled { return .cancelled }
      if let grant = state.take(role, for: loan) { return grant }
      if let loan, loan.interrupter.isStopped { return .stopped(loan) }
      if let holder = blockedHolder(state, role) { return .deadlock(holder) }
      let isUnderway = loan?.isUnderway ?? false
      // Closing has refused all others in the line.
      if state.isClosing && !isUnderway { return .closed }
      let limit = Deadlines.Instant.now + acquisitionTimeout
      state[role].enqueue(
        PoolWaiter(
          id: id, open: open, since: .now, deadline: min(limit, loan?.deadline ?? limit),
          isUnderway: isUnderway))
      look(&state)
      return nil
    }
    if let decided { open(decided) }
  }

  /// Ends the wait of work that was stopped.
  private func endWait(_ role: ConnectionRole, _ id: UInt64, of loan: Loan) {
    guard let (waiter, grant) = state.withLock({ $0.takeStopped(role, id, of: loan) }) else {
      return
    }
    waiter.open(grant)
  }

  /// Returns the holder of the only writer, if it cannot continue before the caller has got the
  /// writer.
  private func blockedHolder(_ state: PoolState, _ role: ConnectionRole) -> Loan? {
    guard state.usesWriter(role), state.hasSoleWriter else { return nil }
    return Loan.keepingWriterMeanwhile(of: self)
      ?? state.writingOnThisThread
  }

  /// Schedules the next check of the waiting lines, unless one is scheduled that is early enough.
  private func look(_ state: inout PoolState) {
    guard let due = state.earlierLook else { return }
    if let later = state.look { Deadlines.shared.remove(later) }
    state.look = Deadlines.shared.add(at: due) { [weak self] in self?.serveByTheClock() }
  }

  private func serveByTheClock() {
    let due = state.withLock { state in
      let due = state.takeDue(at: .now)
      look(&state)
      return due
    }
    for (waiter, grant) in due.wakes { waiter.open(grant) }
    for lent in due.spent { close(lent) }
    // Closing may have begun meanwhile, and waits for these.
    if !due.spent.isEmpty { closeIdle() }
  }

  private func waitError(_ report: String) -> PersistenceError {
    PersistenceError(
      .timedOut,
      """
      no connection of the store \(driver.databaseName) became free within \(report) Shorten long \
      work, split it, or raise the limit (acquisitionTimeout, or the call's timeout)
      """)
  }

  private func deadlockError(_ loan: Loan) -> PersistenceError {
    PersistenceError(
      .deadlock,
      """
      this would wait for itself: the connection is held by \(loan), which cannot end before this does. \
      Use its session, or end it first
      """)
  }
}
