// Waiting for a connection, opening another one, and passing returned ones to those that wait.

import Foundation
import PersistentObjectsDriver

extension ConnectionPool {
  /// Returns whether a wait for a role needs to see all connections: those of readers, and those
  /// that may have to be closed for a writer.
  func claimsSpare(_ role: ConnectionRole) -> Bool { role == .reader || !opensAtOnce }

  /// Puts all connections under the lock, until the claim is ended.
  func claimSpare() {
    if let reader = spare.claim() { giveBack(LentConnection(reader)) }
  }

  /// - Parameter opening: the opening of a new connection.
  func giveBack(_ lent: LentConnection, from opening: Opening? = nil) {
    let (makesRoom, waiter, isClosing) = state.withLock { state in
      if let opening { state.adopt(lent, from: opening) }
      let makesRoom = state.makesRoom(lent)
      let waiter = makesRoom ? nil : state.giveBack(lent)
      look(&state)
      return (makesRoom, waiter, state.isClosing)
    }
    if makesRoom { return drop(lent) }
    if let waiter { waiter.open(.connection(lent)) } else if isClosing { closeIdle() }
  }

  /// Passes on a connection after it has rested. Those that wait for it leave their threads to
  /// others meanwhile.
  func rest(_ lent: LentConnection) {
    Thread.detachNewThread { [self] in
      lent.connection.rest()
      giveBack(lent)
    }
  }

  /// Closes a connection that must not be lent again.
  func drop(_ lent: LentConnection) {
    close(lent)
    closeIdle()
  }

  func leaseSlowly(_ role: ConnectionRole, for loan: Loan?) throws -> LentConnection {
    if claimsSpare(role) { claimSpare() }
    defer { if claimsSpare(role) { spare.endClaim() } }
    defer { loan?.endWaiting() }
    while true {
      let waiter = makeWaiter(for: loan)
      if let loan { loan.beginWaiting { [self] _ in endWait(of: waiter, role, for: loan) } }
      enter(waiter, role, for: loan)
      if let lent = try redeem(waiter.block(), role, for: loan) { return lent }
    }
  }

  func leaseSuspending(_ role: ConnectionRole, for loan: Loan?) async throws -> LentConnection {
    if claimsSpare(role) { claimSpare() }
    defer { if claimsSpare(role) { spare.endClaim() } }
    while true {
      let waiter = makeWaiter(for: loan)
      enter(waiter, role, for: loan)
      let grant = await waiter.suspend {
        if state.withLock({ $0[role].waiters.remove(waiter) }) { waiter.open(.cancelled) }
      }
      if let lent = try redeem(grant, role, for: loan) { return lent }
    }
  }

  // MARK: Opening

  /// Opens a connection for the caller. If that fails, others that wait try in turn.
  func open(_ opening: Opening) throws -> LentConnection {
    let lent = try connect(opening)
    state.withLock { $0.adopt(lent, from: opening) }
    return lent
  }

  /// Opens a connection on a thread of its own: opening can neither be stopped nor be limited,
  /// while those that wait for it can leave. If it fails, the first waiter gets the error, unless
  /// it may still get another connection; without waiters, nobody needs to know.
  private func openAside(_ opening: Opening) {
    Thread.detachNewThread { [self] in
      guard let lent = try? connect(opening) else { return }
      giveBack(lent, from: opening)
      serve()
    }
  }

  private func connect(_ opening: Opening) throws -> LentConnection {
    do {
      return LentConnection(try opening.isFirst ? openFirst(opening.role) : open(opening.role))
    } catch {
      state.withLock { $0.giveUp(opening, error) }?.open(.failed(error))
      serve()
      // The pool may have been closed meanwhile, and waits for this opening even if it fails.
      closeIdle()
      throw error
    }
  }

  /// Opens the connection that has to exist before others of a role: the writer, or, if the driver
  /// does not need one yet, the first reader.
  private func openFirst(_ role: ConnectionRole) throws -> Connection {
    try openFirstReader(role) ?? open(.writer)
  }

  private func openFirstReader(_ role: ConnectionRole) throws -> Connection? {
    guard role == .reader, driver.maximumReaders > 0, let reader = try driver.openFirstReader()
    else { return nil }
    return try connection(reader, .reader)
  }

  private func open(_ role: ConnectionRole) throws -> Connection {
    let role = driver.maximumReaders == 0 ? .writer : role
    return try connection(driver.openConnection(role), role)
  }

  private func connection(_ base: any DriverConnection, _ role: ConnectionRole) throws -> Connection
  {
    let connection = Connection(base, role, of: driver, tenancy: tenancy, layoutGuard: layoutGuard)
    if let statementTimeout { try connection.setStatementTimeout(statementTimeout) }
    for function in functions { try connection.add(function) }
    return connection
  }

  /// Runs work on the whole database, whose statements have no time limit. A transaction that it
  /// leaves open is rolled back.
  package func withoutStatementTimeout<R>(_ connection: Connection, _ body: () throws -> R) throws
    -> R
  {
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

  /// Turns a grant into a connection, opening one if that was granted; returns nil if another one
  /// had to be opened first.
  func redeem(
    _ grant: Grant, _ role: ConnectionRole, for loan: Loan?
  ) throws -> LentConnection? {
    switch grant {
    case .connection(let lent): return lent
    case .opening(let opening):
      let lent = try open(opening)
      guard opening.isFirst else { return lent }
      let (isSuitable, next) = state.withLock { state in
        let isSuitable = state.suits(lent, role, for: loan)
        // Before others, which have come later.
        return (isSuitable, isSuitable ? nil : state.takeOpeningAtOnce(role))
      }
      serve()
      if isSuitable { return lent }
      giveBack(lent)
      return try next.map(open)
    case .failed(let error): throw error
    case .closed:
      throw PersistenceError(.storeClosed, "The store \(driver.databaseName) has been closed.")
    case .cancelled: throw CancellationError()
    case .stopped(let loan): throw loan.stopError(cause: nil) ?? CancellationError()
    case .timedOut(let report): throw waitError(report)
    case .deadlock(let loan): throw deadlockError(loan)
    }
  }

  // MARK: Waiting

  private func makeWaiter(for loan: Loan?) -> Waiter<Grant> {
    var heldUp = Loan.heldUp(in: self)
    if let loan, loan.heldCount > 0, !heldUp.contains(where: { $0 === loan }) {
      heldUp.insert(loan, at: 0)
    }
    let limit = Deadlines.Instant.now + acquisitionTimeout
    return Waiter(
      until: min(limit, loan?.deadline ?? limit), isUnderway: loan?.isUnderway ?? false,
      heldUp: heldUp)
  }

  /// Opens the waiter at once if the grant can be decided now; otherwise adds it to the line. Work
  /// is marked as stopped before its wait is ended, so either this function sees the mark or the
  /// waiter is found.
  private func enter(_ waiter: Waiter<Grant>, _ role: ConnectionRole, for loan: Loan?) {
    let decided = state.withLock { state -> Grant? in
      if state.refuses(loan) { return .closed }
      if let idle = state.takeIdle(role, for: loan) { return .connection(idle) }
      if let loan, loan.isStopped { return .stopped(loan) }
      if let holder = blockedHolder(state, role) { return .deadlock(holder) }
      // Closing has refused all others in the line.
      if state.isClosing && !waiter.isUnderway && !state.mayOpen(role) { return .closed }
      state.enqueue(waiter, role)
      return nil
    }
    if let decided { return waiter.open(decided) }
    serve()
    if !waiter.heldUp.isEmpty { carryOut { $0.endStandstill() } }
  }

  /// Ends the wait of work that was stopped.
  private func endWait(of waiter: Waiter<Grant>, _ role: ConnectionRole, for loan: Loan) {
    if let grant = state.withLock({ $0.takeStopped(role, waiter, of: loan) }) { waiter.open(grant) }
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

  private func serveByTheClock() { carryOut { $0.takeDue(at: .now) } }

  /// Has connections opened for those that wait, if there may be more.
  func serve() { carryOut { $0.serve() } }

  private func carryOut(_ body: (inout PoolState) -> PoolState.Due) {
    let due = state.withLock { state in
      let due = body(&state)
      look(&state)
      return due
    }
    for (waiter, grant) in due.wakes { waiter.open(grant) }
    for opening in due.openings { openAside(opening) }
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
