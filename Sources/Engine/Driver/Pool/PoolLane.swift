/// The connections of one role in a ``PoolState``, and the line before them.
struct PoolLane {
  /// The number that may be open.
  let limit: Int
  /// The number that is opened without hesitation. Others are opened for those who have waited a while.
  let usual: Int
  /// The number that stays open without use. Others are closed when they have been idle for a while.
  private let kept: Int
  /// The connections that nobody uses, and since when.
  private(set) var idle: [(lent: LentConnection, since: Deadlines.Instant)] = []
  /// The number that is open or being opened, lent ones included.
  var open = 0
  /// The waiters, in order.
  private(set) var waiters = Queue<PoolWaiter>()
  /// No waiter has to be told before this that its time is over.
  private var earliestDeadline: Deadlines.Instant?

  /// The wait before a connection is opened beyond the usual ones: longer than most
  /// work takes, so that short work shares the few whose pages are in memory.
  static let patience = Duration.milliseconds(10)
  /// The time that a connection beyond those that are kept stays open without use.
  static let idleLimit = Duration.seconds(10)

  init(limit: Int, usual: Int) {
    self.limit = limit
    self.usual = min(limit, usual)
    kept = min(self.usual, DatabaseCharacter().usualConnections)
  }

  /// Counts a connection that the caller is going to open; false if the usual ones are open.
  mutating func takeSlot() -> Bool {
    guard open < usual else { return false }
    open += 1
    return true
  }

  mutating func takeIdle() -> LentConnection? { idle.popLast()?.lent }

  /// Keeps a connection that came back, or returns the waiter that is to get it.
  mutating func giveBack(_ lent: LentConnection) -> PoolWaiter? {
    precondition(idle.count < open, "a connection was released twice")
    if let waiter = waiters.popFirst() { return waiter }
    idle.append((lent, since: .now))
    return nil
  }

  /// The right to open a connection came back; returns the waiter that is to have it.
  mutating func giveSlotBack() -> PoolWaiter? {
    if let waiter = waiters.popFirst() { return waiter }
    open -= 1
    return nil
  }

  // MARK: Waiting

  mutating func enqueue(_ waiter: PoolWaiter) {
    waiters.append(waiter)
    earliestDeadline = min(earliestDeadline ?? waiter.deadline, waiter.deadline)
  }

  mutating func removeWaiter(_ id: UInt64) -> PoolWaiter? {
    waiters.removeAll { $0.id == id }.first
  }

  /// Takes those whose work has not begun yet.
  mutating func takeBeginners() -> [PoolWaiter] { waiters.removeAll { !$0.isUnderway } }

  /// The next instant at which something has to be done by the clock.
  var due: Deadlines.Instant? {
    let closing = open > kept ? idle.first.map { $0.since + Self.idleLimit } : nil
    guard let first = waiters.first, let earliestDeadline else { return closing }
    return open < limit ? min(first.since + Self.patience, earliestDeadline) : earliestDeadline
  }

  /// The waiters whose time is over.
  mutating func takeExpired(at now: Deadlines.Instant) -> [PoolWaiter] {
    guard let earliest = earliestDeadline, earliest <= now else { return [] }
    let expired = waiters.removeAll { $0.deadline <= now }
    earliestDeadline = waiters.elements.map(\.deadline).min()
    return expired
  }

  /// The waiters that may open connections beyond the usual ones.
  mutating func takePatient(at now: Deadlines.Instant) -> [PoolWaiter] {
    var patient: [PoolWaiter] = []
    while open < limit, let first = waiters.first, first.since + Self.patience <= now {
      open += 1
      _ = waiters.popFirst()
      patient.append(first)
    }
    return patient
  }

  /// The connections beyond those that are kept that have been idle long enough. They still count as open.
  mutating func takeSpent(at now: Deadlines.Instant) -> [LentConnection] {
    var spent: [LentConnection] = []
    while open - spent.count > kept, let first = idle.first, first.since + Self.idleLimit <= now {
      spent.append(idle.removeFirst().lent)
    }
    return spent
  }
}
