import PersistentObjectsDriver

/// The failure of an attempt to open a connection.
struct Refusal {
  let error: any Error
  /// The instant at which another attempt may be made.
  var until: Deadlines.Instant
  /// Whether a connection has been closed since, so that the next attempt may succeed.
  var hasRoom = false
}

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
  /// Whether the connection that has to exist before others of this role does.
  var isReady = false
  /// The number of connections that are being opened for waiters which stay in the line meanwhile.
  var openings = 0
  /// The failure of the last attempt to open a connection.
  private(set) var refusal: Refusal?
  /// The waiters, in order.
  private(set) var waiters = Queue<PoolWaiter>()
  /// The earliest instant at which a waiter's time may be over.
  private var earliestDeadline: Deadlines.Instant?

  /// The time to wait before a connection beyond the usual ones is opened: longer than most work
  /// takes, so that short work shares the few connections whose pages are in memory.
  static let patience = Duration.milliseconds(10)
  /// The time between attempts to open a connection, while they fail.
  private static let pause = Duration.seconds(1)
  /// The time that the database has to end a connection that was closed, so that it grants another.
  private static let pauseForRoom = Duration.milliseconds(100)
  /// The time after which an idle connection, beyond those that are kept, is closed.
  static let idleLimit = Duration.seconds(10)

  init(limit: Int, usual: Int) {
    self.limit = limit
    self.usual = min(limit, usual)
    kept = min(self.usual, DatabaseCharacter().usualConnections)
  }

  /// Counts a connection that is about to be opened; returns false if enough are open. Beyond the
  /// usual number, one is opened only for a caller that has waited for a while at `now`.
  mutating func takeSlot(at now: Deadlines.Instant? = nil) -> Bool {
    let mayOpen = open < usual || open < limit && hasPatientWaiter(at: now)
    guard mayOpen, !isRefused(at: now ?? .now) else { return false }
    open += 1
    return true
  }

  /// Whether a connection could not be opened a short while ago, but may become free later.
  func isRefused(at now: Deadlines.Instant) -> Bool {
    refusal.map { now < $0.until && mayServeLater } ?? false
  }

  /// Whether those that wait may get a connection although one could not be opened: another one, or
  /// a later one if the database grants none only now.
  var mayServeLater: Bool { open > 0 || (refusal?.error as? PersistenceError)?.code == .busy }

  /// The first waiter, if the database grants it no connection; nil while there are others that it
  /// may get.
  var starved: PoolWaiter? {
    open == 0 && refusal != nil && mayServeLater ? firstUnserved : nil
  }

  mutating func note(_ error: (any Error)?) {
    refusal = error.map { Refusal(error: $0, until: .now + Self.pause) }
  }

  /// Notes that a connection of the other role is closed for a waiter of this one. Returns whether
  /// none has been since the last attempt to open one.
  mutating func takeRoom() -> Bool {
    guard let refusal, !refusal.hasRoom else { return false }
    self.refusal?.until = min(refusal.until, .now + Self.pauseForRoom)
    self.refusal?.hasRoom = true
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

  /// Whether nobody waits, and no connection has to be closed when it has been idle for a while.
  var isSettled: Bool { waiters.isEmpty && open <= kept }

  // MARK: Waiting

  /// The first waiter for which no connection is being opened; nil if there is none.
  var firstUnserved: PoolWaiter? { waiters.count > openings ? waiters[openings] : nil }

  private func hasPatientWaiter(at now: Deadlines.Instant?) -> Bool {
    guard let now, let waiter = firstUnserved else { return false }
    return waiter.since + Self.patience <= now
  }

  mutating func popWaiter() -> PoolWaiter? { waiters.popFirst() }

  /// Adds a waiter at the end of the line.
  ///
  /// - Parameter isAhead: whether it comes before those that hold nobody up.
  mutating func enqueue(_ waiter: PoolWaiter, isAhead: Bool = false) {
    if isAhead { waiters.insert(waiter) { $0.heldUp.isEmpty } } else { waiters.append(waiter) }
    earliestDeadline = min(earliestDeadline ?? waiter.deadline, waiter.deadline)
  }

  mutating func removeWaiter(_ id: UInt64) -> PoolWaiter? {
    waiters.remove { $0.id == id }
  }

  /// Removes and returns the waiters whose work has not begun yet.
  mutating func takeBeginners() -> [PoolWaiter] { waiters.removeAll { !$0.isUnderway } }

  /// Returns the next instant at which the lane has to be checked.
  /// - Parameter mayOpenFirst: whether the connection that has to exist before others may be
  ///   opened.
  /// - Parameter yields: whether no connection may be opened before the other role has one.
  func due(mayOpenFirst: Bool, yields: Bool) -> Deadlines.Instant? {
    let closing = open > kept ? idle.first.map { $0.since + Self.idleLimit } : nil
    guard !waiters.isEmpty, let earliestDeadline else { return closing }
    guard isReady ? open < limit && !yields : mayOpenFirst, let next = firstUnserved else {
      return earliestDeadline
    }
    let opening = next.since + Self.patience
    return min(refusal.map { max($0.until, opening) } ?? opening, earliestDeadline)
  }

  /// Removes and returns the waiters whose time is over.
  mutating func takeExpired(at now: Deadlines.Instant) -> [PoolWaiter] {
    guard let earliest = earliestDeadline, earliest <= now else { return [] }
    let expired = waiters.removeAll { $0.deadline <= now }
    earliestDeadline = waiters.elements.map(\.deadline).min()
    return expired
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
