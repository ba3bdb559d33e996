import PersistentObjectsDriver

/// The state behind the lock of a ``ConnectionPool``: holders and waiters. Nothing here blocks or
/// resumes waiters; the functions return what has to be done, and the pool does it without the
/// lock.
struct PoolState {
  private var writers: PoolLane
  private var readers: PoolLane
  /// Whether waiters open connections themselves, since that is quick. Otherwise the pool opens
  /// them, and the waiters stay in the line, where their wait can end.
  let opensAtOnce: Bool
  /// Whether a connection that has to exist before others is being opened.
  private var isOpeningFirst = false
  private(set) var isClosing = false
  private var trace: (@Sendable (StatementTrace) -> Void)?
  private(set) var traceGeneration = 0
  /// The line of those that wait for everything to be closed.
  var closers = WaitingLine<Bool>()
  /// The work that has begun but not ended, and may suspend.
  private var suspending: [ObjectIdentifier: Loan] = [:]
  /// The same for work that blocks its thread. Each caller that waits for the only writer searches
  /// it, and the other one has all of those callers.
  private var blocking: [ObjectIdentifier: Loan] = [:]
  /// All open connections.
  private var connections: [LentConnection] = []
  /// The timer of the next check of the waiting lines; the pool has no other.
  var look: Deadlines.Token?

  init(_ driver: any Driver) {
    let character = driver.dialect.character
    opensAtOnce = character.opensAtOnce
    let usual = character.usualConnections
    writers = PoolLane(Growth(usual: usual, limit: character.maximumWriters))
    readers = PoolLane(Growth(usual: usual, limit: driver.maximumReaders))
  }

  var isOpen: Bool { readers.isReady && !isClosing }

  /// The lane of a role; the writers' lane for both roles if writers also read.
  subscript(role: ConnectionRole) -> PoolLane {
    _read { if usesWriter(role) { yield writers } else { yield readers } }
    _modify { if usesWriter(role) { yield &writers } else { yield &readers } }
  }

  // MARK: Leases

  /// Takes an idle connection; nil if there is none or the pool is closed.
  mutating func takeIdle(_ role: ConnectionRole, for loan: Loan?) -> LentConnection? {
    if refuses(loan) { return nil }
    let idle = self[role].takeIdle()
    if let idle { tellTrace(idle) }
    return idle
  }

  /// Returns whether a connection that was just opened is one for the caller who has opened it.
  func suits(_ lent: LentConnection, _ role: ConnectionRole, for loan: Loan?) -> Bool {
    usesWriter(role) == (lent.connection.role == .writer) && !refuses(loan)
  }

  /// Returns whether a lease comes too late. Work that began before the pool was closed may
  /// continue to its end.
  func refuses(_ loan: Loan?) -> Bool { isClosing && loan.map { !isListed($0) } ?? true }

  /// Keeps a returned connection, or returns the waiter that gets it.
  mutating func giveBack(_ lent: LentConnection) -> Waiter<Grant>? {
    tellTrace(lent)
    return self[lent.connection.role].giveBack(lent)
  }

  // MARK: Opening

  /// Takes the right to open a connection; nil if enough are open, or one has to exist before.
  mutating func takeOpening(
    _ role: ConnectionRole, at now: Deadlines.Instant? = nil
  ) -> Opening? {
    if yields(role) { return nil }
    if self[role].isReady {
      return self[role].takeSlot(at: now) ? Opening(role: role, isFirst: false) : nil
    }
    if isOpeningFirst || self[role].isRefused(at: now ?? .now) { return nil }
    isOpeningFirst = true
    return Opening(role: role, isFirst: true)
  }

  /// Takes the right to open a connection, if that needs no other one; nil if the usual number is
  /// open or the pool is not.
  mutating func takeOpeningAtOnce(_ role: ConnectionRole) -> Opening? {
    isOpen && self[role].isReady ? takeOpening(role) : nil
  }

  /// Returns whether a connection may be opened without a wait for others.
  func mayOpen(_ role: ConnectionRole) -> Bool {
    self[role].isReady ? self[role].open < self[role].growth.usual : !isOpeningFirst
  }

  /// Has connections opened for the waiters, up to the usual number; at `now`, also for those that
  /// have waited for a while.
  mutating func serve(at now: Deadlines.Instant? = nil) -> Due {
    var due = Due()
    for role in roles {
      if let room = takeRoom(for: role) { due.spent.append(room) }
      while self[role].firstUnserved != nil, let opening = takeOpening(role, at: now) {
        if opensAtOnce {
          if let waiter = self[role].waiters.popFirst() {
            due.wakes.append((waiter, .opening(opening)))
          }
        } else {
          self[role].openings += 1
          due.openings.append(opening)
        }
      }
    }
    return due
  }

  /// Adds a connection that was opened.
  mutating func adopt(_ lent: LentConnection, from opening: Opening) {
    connections.append(lent)
    tellTrace(lent)
    if !opensAtOnce {
      self[opening.role].openings -= 1
      self[opening.role].note(nil)
    }
    guard opening.isFirst else { return }
    isOpeningFirst = false
    readers.isReady = true
    if lent.connection.role == .writer { writers.isReady = true }
    self[lent.connection.role].open += 1
  }

  /// Notes that a connection could not be opened. Returns the waiter to be told, which has not
  /// opened it itself; nil while others are open or being opened, one of which the waiter may get,
  /// and if the database grants none only now.
  mutating func giveUp(_ opening: Opening, _ error: any Error) -> Waiter<Grant>? {
    if opening.isFirst { isOpeningFirst = false } else { self[opening.role].open -= 1 }
    if opensAtOnce { return nil }
    self[opening.role].openings -= 1
    self[opening.role].note(error)
    let mayServeLater = self[opening.role].mayServeLater && standstill != opening.role
    return mayServeLater ? nil : self[opening.role].waiters.popFirst()
  }

  /// A role for each lane.
  var roles: [ConnectionRole] { usesWriter(.reader) ? [.writer] : [.writer, .reader] }

  /// Whether the last attempt to open a connection has failed.
  var hasRefusal: Bool { writers.refusal != nil || readers.refusal != nil }

  /// Whether there is only one writer, so that waiting for it means waiting for its holder.
  var hasSoleWriter: Bool { writers.growth.limit == 1 }

  /// Returns whether a connection of this role is a writer.
  func usesWriter(_ role: ConnectionRole) -> Bool { role == .writer || readers.growth.limit == 0 }

  // MARK: Loans

  /// Lists work that begins. Throws nothing, since a lease reports whether the pool is closed.
  mutating func begin(_ loan: Loan) {
    if isClosing { return }
    let id = ObjectIdentifier(loan)
    if loan.isBlocking { blocking[id] = loan } else { suspending[id] = loan }
  }

  mutating func end(_ loan: Loan) {
    let id = ObjectIdentifier(loan)
    if loan.isBlocking { blocking[id] = nil } else { suspending[id] = nil }
  }

  private func isListed(_ loan: Loan) -> Bool {
    (loan.isBlocking ? blocking : suspending)[ObjectIdentifier(loan)] != nil
  }

  private var loans: [Loan] { Array(suspending.values) + blocking.values }

  private var hasLoans: Bool { !suspending.isEmpty || !blocking.isEmpty }

  /// The work on this thread that has the writer.
  var writingOnThisThread: Loan? {
    blocking.values.first { $0.isBlockingThisThread && $0.holds(.writer) }
  }

  /// Removes the waiters whose time is over, and returns them with reports of how long they have
  /// waited in vain, and who holds the connections.
  private mutating func takeExpired(
    _ role: ConnectionRole, at now: Deadlines.Instant
  ) -> [(Waiter<Grant>, Grant)] {
    let expired = self[role].waiters.takeExpired(at: now)
    if expired.isEmpty { return [] }
    // The same for all of them, and the loans may be many.
    let rest = report(on: role)
    return expired.map { ($0, .timedOut("\($0.waited). \(rest)")) }
  }

  /// Removes the waiter of work that was stopped, and returns the reason; nil if it waits no
  /// longer.
  mutating func takeStopped(
    _ role: ConnectionRole, _ waiter: Waiter<Grant>, of loan: Loan
  ) -> Grant? {
    guard self[role].waiters.remove(waiter) else { return nil }
    guard loan.stopReason == .timedOut else { return .stopped(loan) }
    return .timedOut("\(waiter.waited). \(report(on: role))")
  }

  private func report(on role: ConnectionRole) -> String {
    let lane = self[role]
    let count = lane.open - lane.openings
    var parts: [String] = []
    if count > 0 {
      let what = usesWriter(role) ? "The writer is" : "All \(count) readers are"
      parts.append("\(what) \(use(of: role))")
    }
    if lane.openings > 0 || isOpeningFirst && !lane.isReady {
      parts.append("\(count > 0 ? "another" : "A") connection is still being opened")
    }
    if let refusal = lane.refusal {
      let what = parts.isEmpty ? "A connection" : "another"
      parts.append("\(what) could not be opened: \(refusal.error)")
    }
    return "\((parts + ["\(lane.waiters.queue.count) others wait"]).joined(separator: "; "))."
  }

  private func use(of role: ConnectionRole) -> String {
    let holders = unended.filter { $0.holds(usesWriter(role) ? .writer : .reader) }
    let shown = holders.prefix(5).map(\.description).joined(separator: "; ")
    if holders.count > 5 { return "held by \(shown); and \(holders.count - 5) others" }
    return holders.isEmpty ? "in use" : "held by \(shown)"
  }

  // MARK: The clock

  /// The instant of the next check, if it is earlier than that of the timer.
  var earlierLook: Deadlines.Instant? {
    // Called after each transaction, when there is rarely anything to look for.
    if writers.isSettled && readers.isSettled { return nil }
    let dues = roles.compactMap {
      self[$0].due(mayOpenFirst: !isOpeningFirst, yields: yields($0))
    }
    guard let due = dues.min() else { return nil }
    return look.map { due < $0.instant } ?? true ? due : nil
  }

  /// The waiters to be told, and the connections to be opened and closed.
  struct Due {
    var wakes: [(Waiter<Grant>, Grant)] = []
    var openings: [Opening] = []
    var spent: [LentConnection] = []
  }

  mutating func takeDue(at now: Deadlines.Instant) -> Due {
    // A timer that was replaced may still have fired; then another one is pending.
    if let look, look.instant <= now { self.look = nil }
    let expired = roles.flatMap { takeExpired($0, at: now) }
    // Also while closing: those that still wait belong to work that goes on to its end.
    var due = serve(at: now)
    due.wakes = expired + due.wakes
    due.spent += roles.flatMap { self[$0].takeSpent(at: now) }
    return due
  }

  // MARK: Trace

  mutating func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    self.trace = trace
    traceGeneration += 1
  }

  /// Sets the trace of an idle connection, if it has changed.
  func tellTrace(_ lent: LentConnection) {
    guard lent.connection.traceGeneration != traceGeneration else { return }
    lent.connection.traceGeneration = traceGeneration
    lent.connection.setTrace(trace)
  }

  // MARK: Closing

  /// Refuses leases for work that begins later. Returns the waiters whose work has not begun yet,
  /// so that they can be told.
  mutating func beginClosing() -> [Waiter<Grant>] {
    isClosing = true
    return writers.waiters.removeAll { !$0.isUnderway }
      + readers.waiters.removeAll { !$0.isUnderway }
  }

  /// Removes and returns an idle connection to be closed: readers first, the writer after the last
  /// of them.
  mutating func nextToClose() -> LentConnection? {
    guard isClosing, !hasLoans else { return nil }
    return readers.takeIdle() ?? (readers.open == 0 ? writers.takeIdle() : nil)
  }

  /// Removes a connection that was closed, so that another can be opened.
  mutating func didClose(_ lent: LentConnection) {
    connections.removeAll { $0.connection === lent.connection }
    self[lent.connection.role].open -= 1
  }

  /// Whether nothing is open, and nothing will be opened: no work goes on that might still lease a
  /// connection.
  private var hasClosed: Bool {
    isClosing && !isOpeningFirst && !hasLoans && readers.open + writers.open == 0
  }

  /// Returns whether everything is closed; if not, the waiter is told then.
  mutating func isClosed(orTell waiter: Waiter<Bool>) -> Bool {
    if !hasClosed { closers.add(waiter) }
    return hasClosed
  }

  /// Removes and returns those that wait for everything to be closed, once it is.
  mutating func takeClosers() -> [Waiter<Bool>] {
    hasClosed ? closers.removeAll { _ in true } : []
  }

  /// Stops the running statements of all connections. Called under the lock, so that none is closed
  /// meanwhile.
  func interruptAll() {
    for lent in connections { lent.connection.base.interrupt() }
  }

  /// The work that has begun but not ended, the oldest first.
  var unended: [Loan] { loans.sorted { $0.began < $1.began } }

  /// The number of connections that are lent for single reads, which are not listed.
  var unlistedReads: Int {
    let lent = [writers, readers].reduce(0) {
      $0 + max(0, $1.open - $1.openings - $1.idle.count)
    }
    return max(0, lent - loans.reduce(0) { $0 + $1.heldCount })
  }
}
