/// The connections of one role in a ``PoolState``, and the callers that wait for them.
struct PoolLane {
  /// The maximum number of open connections.
  let limit: Int
  /// The number of connections that are opened without a wait. More are opened only for callers
  /// that have waited for a while.
  let usual: Int
  /// The number of connections that stay open while idle. Others are closed when they have been
  /// idle for a while.
  private let kept: Int
  /// The idle connections, and since when they have been idle.
  private(set) var idle: [(lent: LentConnection, since: Deadlines.Instant)] = []
  /// The number of connections that are open or being opened, including lent ones.
  var open = 0
  /// The waiters, in order.
  private(set) var waiters = Queue<PoolWaiter>()
  /// The earliest instant at which a waiter's time may be over.
  private var earliestDeadline: Deadlines.Instant?
  /// The reason why the last opening failed, and the instant of the next one, for which only one
  /// waiter leaves the line; nil if it succeeded.
  private(set) var failedOpening: (reason: String, next: Deadlines.Instant)?

  /// The time to wait before a connection beyond the usual ones is opened: longer than most work
  /// takes, so that short work shares the few connections whose pages are in memory.
  static let patience = Duration.milliseconds(10)
  /// The time between a failed opening and the next one.
  static let pause = Duration.milliseconds(100)
  /// The time after which an idle connection, beyond those that are kept, is closed.
  static let idleLimit = Duration.seconds(10)

  init(limit: Int, usual: Int) {
    self.limit = limit
    self.usual = min(limit, usual)
    kept = min(self.usual, DatabaseCharacter().usualConnections)
  }

  /// Counts a connection that the caller is about to open; returns false if the usual number is
  /// open, or if the last opening failed and the caller can wait for another connection.
  mutating func takeSlot() -> Bool {
    guard open < usual, failedOpening == nil || open == 0 else { return false }
    open += 1
    return true
  }

  mutating func takeIdle() -> LentConnection? { idle.popLast()?.lent }

  /// Keeps a returned connection, or returns the waiter that gets it.
  mutating func giveBack(_ lent: LentConnection) -> PoolWaiter? {
    precondition(idle.count < open, "a connection was released twice")
    if let waiter = waiters.popFirst() { return waiter }
    idle.append((lent, since: .now))
    return nil
  }

  /// Takes back the right to open a connection, or returns the waiter that gets it.
  mutating func giveSlotBack() -> PoolWaiter? {
    if let waiter = waiters.popFirst() { return waiter }
    open -= 1
    return nil
  }

  /// Takes back the right to open a connection, after a failure; returns false if there is no other
  /// connection that the caller can wait for.
  mutating func putOff(because reason: String) -> Bool {
    guard open > 1 else { return false }
    open -= 1
    failedOpening = (reason, next: .now + Self.pause)
    return true
  }

  mutating func noteOpening() { failedOpening = nil }

  // MARK: Waiting

  /// Adds a waiter. One that has waited before gets its old place.
  mutating func enqueue(_ waiter: PoolWaiter) {
    waiters.insert(waiter) { $0.since > waiter.since }
    earliestDeadline = min(earliestDeadline ?? waiter.deadline, waiter.deadline)
  }

  mutating func removeWaiter(_ id: UInt64) -> PoolWaiter? {
    waiters.remove { $0.id == id }
  }

  /// Removes and returns the waiters whose work has not begun yet.
  mutating func takeBeginners() -> [PoolWaiter] { waiters.removeAll { !$0.isUnderway } }

  /// The next instant at which the lane has to be checked.
  var due: Deadlines.Instant? {
    let closing = open > kept ? idle.first.map { $0.since + Self.idleLimit } : nil
    guard let first = waiters.first, let earliestDeadline else { return closing }
    return open < limit ? min(nextOpening(for: first), earliestDeadline) : earliestDeadline
  }

  private func nextOpening(for waiter: PoolWaiter) -> Deadlines.Instant {
    let patient = waiter.since + Self.patience
    return failedOpening.map { max(patient, $0.next) } ?? patient
  }

  /// Removes and returns the waiters whose time is over.
  mutating func takeExpired(at now: Deadlines.Instant) -> [PoolWaiter] {
    guard let earliest = earliestDeadline, earliest <= now else { return [] }
    let expired = waiters.removeAll { $0.deadline <= now }
    earliestDeadline = waiters.elements.map(\.deadline).min()
    return expired
  }

  /// Removes and returns the waiters that may open connections beyond the usual number.
  mutating func takePatient(at now: Deadlines.Instant) -> [PoolWaiter] {
    var patient: [PoolWaiter] = []
    while open < limit, let first = waiters.first, nextOpening(for: first) <= now {
      open += 1
      _ = waiters.popFirst()
      patient.append(first)
      failedOpening?.next = now + Self.pause
    }
    return patient
  }

  /// Removes and returns the connections, beyond those that are kept, that have been idle long
  /// enough. They still count as open.
  mutating func takeSpent(at now: Deadlines.Instant) -> [LentConnection] {
    var spent: [LentConnection] = []
    while open - spent.count > kept, let first = idle.first, first.since + Self.idleLimit <= now {
      spent.append(idle.removeFirst().lent)
    }
    return spent
  }
}
