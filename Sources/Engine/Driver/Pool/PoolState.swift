/// The state behind the lock of a ``ConnectionPool``: holders and waiters. Nothing here blocks or
/// resumes waiters; the functions return what has to be done, and the pool does it without the
/// lock.
struct PoolState {
  private var writers: PoolLane
  private var readers: PoolLane
  private var wasOpened = false
  private var hasWriter = false
  /// Whether the connection that has to exist before others is being opened.
  private var isOpeningFirst = false
  private(set) var isClosing = false
  private var trace: (@Sendable (StatementTrace) -> Void)?
  private(set) var traceGeneration = 0
  private var lastIdentifier: UInt64 = 0
  private var closeListeners: [@Sendable () -> Void] = []
  /// The work that has begun but not ended, and may suspend.
  private var suspending = LoanList()
  /// The same for work that blocks its thread. Each caller that waits for the only writer searches
  /// it, and the other list has all of those callers.
  private var blocking = LoanList()
  /// All open connections.
  private var connections: [LentConnection] = []
  /// The timer of the next check of the waiting lines; the pool has no other.
  var look: Deadlines.Token?

  init(_ driver: any Driver) {
    let character = driver.dialect.character
    writers = PoolLane(limit: character.maximumWriters, usual: character.usualConnections)
    readers = PoolLane(limit: driver.maximumReaders, usual: character.usualConnections)
  }

  var isOpen: Bool { wasOpened && !isClosing }

  /// The lane of a role; the writers' lane for both roles if writers also read.
  subscript(role: ConnectionRole) -> PoolLane {
    _read { if usesWriter(role) { yield writers } else { yield readers } }
    _modify { if usesWriter(role) { yield &writers } else { yield &readers } }
  }

  /// Returns whether a lease has to begin with opening the connection that has to exist before
  /// others of its role. A lease that comes too late opens none.
  func needsFirst(_ role: ConnectionRole, for loan: Loan?) -> Bool {
    lacksFirst(role) && !refuses(loan)
  }

  private func lacksFirst(_ role: ConnectionRole) -> Bool {
    !(usesWriter(role) ? hasWriter : wasOpened)
  }

  /// Notes that the first connection is about to be opened; returns false if it is not needed. To
  /// be followed by ``endFirst()``.
  mutating func beginFirst(_ role: ConnectionRole, for loan: Loan?) -> Bool {
    isOpeningFirst = needsFirst(role, for: loan)
    return isOpeningFirst
  }

  mutating func endFirst() { isOpeningFirst = false }

  // MARK: Leases

  /// Takes an idle connection; nil if there is none or the pool is closed.
  mutating func takeIdle(_ role: ConnectionRole, for loan: Loan?) -> LentConnection? {
    if refuses(loan) { return nil }
    let idle = self[role].takeIdle()
    if let idle { tellTrace(idle) }
    return idle
  }

  /// Takes a connection or the right to open one; nil if the caller has to wait.
  mutating func take(_ role: ConnectionRole, for loan: Loan?) -> Grant? {
    if refuses(loan) { return .closed }
    if let idle = takeIdle(role, for: loan) { return .connection(idle) }
    return self[role].takeSlot() ? .slot : nil
  }

  /// Takes the right to open another connection; returns false if the usual number is open or the
  /// pool is closed.
  mutating func takeSlot(_ role: ConnectionRole) -> Bool {
    isOpen && !lacksFirst(role) && self[role].takeSlot()
  }

  /// Returns whether a lease comes too late. Work that began before the pool was closed may
  /// continue to its end.
  private func refuses(_ loan: Loan?) -> Bool { isClosing && loan.map { !isListed($0) } ?? true }

  /// Keeps a returned connection, or returns the waiter that gets it.
  mutating func giveBack(_ lent: LentConnection) -> PoolWaiter? {
    tellTrace(lent)
    return self[lent.connection.role].giveBack(lent)
  }

  /// Adds the connection that had to be opened before others, or returns the waiter that gets it.
  mutating func adoptFirst(_ first: LentConnection) -> PoolWaiter? {
    let role = first.connection.role
    wasOpened = true
    if role == .writer { hasWriter = true }
    connections.append(first)
    self[role].open += 1
    return self[role].giveBack(first)
  }

  /// Adds a connection that was opened for a slot.
  mutating func adopt(_ connection: LentConnection) {
    connections.append(connection)
    tellTrace(connection)
  }

  mutating func makeIdentifier() -> UInt64 {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// Whether there is only one writer, so that waiting for it means waiting for its holder.
  var hasSoleWriter: Bool { writers.limit == 1 }

  /// Returns whether a connection of this role is a writer.
  func usesWriter(_ role: ConnectionRole) -> Bool { role == .writer || readers.limit == 0 }

  // MARK: Loans

  /// Lists work that begins. Throws nothing, since a lease reports whether the pool is closed.
  mutating func begin(_ loan: Loan) {
    if isClosing { return }
    if loan.isBlocking { blocking.add(loan) } else { suspending.add(loan) }
  }

  mutating func end(_ loan: Loan) {
    if loan.isBlocking { blocking.remove(loan) } else { suspending.remove(loan) }
  }

  private func isListed(_ loan: Loan) -> Bool {
    loan.isBlocking ? blocking.contains(loan) : suspending.contains(loan)
  }

  private var loans: [Loan] { suspending.loans + blocking.loans }

  private var hasLoans: Bool { !suspending.loans.isEmpty || !blocking.loans.isEmpty }

  /// The work on this thread that has the writer.
  var writingOnThisThread: Loan? {
    blocking.loans.first { $0.isBlockingThisThread && $0.holds(.writer) }
  }

  /// Removes the waiters whose time is over, and returns them with reports of how long they have
  /// waited in vain, and who holds the connections.
  private mutating func takeExpired(
    _ role: ConnectionRole, at now: Deadlines.Instant
  ) -> [(PoolWaiter, Grant)] {
    let expired = self[role].takeExpired(at: now)
    if expired.isEmpty { return [] }
    // The same for all of them, and the loans may be many.
    let rest = report(on: role)
    return expired.map { ($0, .timedOut("\($0.waited). \(rest)")) }
  }

  /// Removes the waiter of work that was stopped, and returns it with the reason; nil if it waits
  /// no longer.
  mutating func takeStopped(
    _ role: ConnectionRole, _ id: UInt64, of loan: Loan
  ) -> (PoolWaiter, Grant)? {
    guard let waiter = self[role].removeWaiter(id) else { return nil }
    guard loan.interrupter.stopReason == .timedOut else { return (waiter, .stopped(loan)) }
    return (waiter, .timedOut("\(waiter.waited). \(report(on: role))"))
  }

  private func report(on role: ConnectionRole) -> String {
    let what = usesWriter(role) ? "The writer is" : "All \(readers.open) readers are"
    return "\(what) \(use(of: role)); \(self[role].waiters.count) others wait."
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
    guard let due = Self.earlier(writers.due, readers.due) else { return nil }
    return look.map { due < $0.instant } ?? true ? due : nil
  }

  private static func earlier(
    _ one: Deadlines.Instant?, _ other: Deadlines.Instant?
  ) -> Deadlines.Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The waiters and connections whose time has come.
  struct Due {
    var wakes: [(PoolWaiter, Grant)] = []
    var spent: [LentConnection] = []
  }

  mutating func takeDue(at now: Deadlines.Instant) -> Due {
    // A timer that was replaced may still have fired; then another one is pending.
    if let look, look.instant <= now { self.look = nil }
    var due = Due()
    for role in [ConnectionRole.writer, .reader] {
      due.wakes += takeExpired(role, at: now)
      // Also while closing: those that still wait belong to work that goes on to its end.
      due.wakes += self[role].takePatient(at: now).map { ($0, .slot) }
      due.spent += self[role].takeSpent(at: now)
    }
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
  mutating func beginClosing() -> [PoolWaiter] {
    isClosing = true
    return writers.takeBeginners() + readers.takeBeginners()
  }

  /// Removes and returns an idle connection to be closed: readers first, the writer after the last
  /// of them.
  mutating func nextToClose() -> LentConnection? {
    guard isClosing, !hasLoans else { return nil }
    return readers.takeIdle() ?? (readers.open == 0 ? writers.takeIdle() : nil)
  }

  /// Removes a connection that was closed. Returns the waiter that may open another.
  mutating func didClose(_ lent: LentConnection) -> PoolWaiter? {
    connections.removeAll { $0.connection === lent.connection }
    return self[lent.connection.role].giveSlotBack()
  }

  /// Whether nothing is open, and nothing will be opened: no work goes on that might still lease a
  /// connection.
  private var hasClosed: Bool {
    isClosing && !isOpeningFirst && !hasLoans && readers.open + writers.open == 0
  }

  /// Returns whether everything is closed; if not, keeps the listener to be called then.
  mutating func isClosed(orTell listener: @escaping @Sendable () -> Void) -> Bool {
    if hasClosed { return true }
    closeListeners.append(listener)
    return false
  }

  /// Removes and returns the listeners that wait for everything to be closed, once it is.
  mutating func takeCloseListeners() -> [@Sendable () -> Void] {
    guard hasClosed else { return [] }
    defer { closeListeners = [] }
    return closeListeners
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
    let lent = [writers, readers].reduce(0) { $0 + $1.open - $1.idle.count }
    return max(0, lent - loans.reduce(0) { $0 + $1.heldCount })
  }
}
