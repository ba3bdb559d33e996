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
  let growth: Growth
  /// The number of connections that stay open while idle.
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
  var waiters = WaitingLine<Grant>()

  /// The time between attempts to open a connection, while they fail.
  private static let pause = Duration.seconds(1)
  /// The time that the database has to end a connection that was closed, so that it grants another.
  private static let pauseForRoom = Duration.milliseconds(100)

  init(_ growth: Growth) {
    self.growth = growth
    kept = min(growth.usual, DatabaseCharacter().usualConnections)
  }

  /// Counts a connection that is about to be opened; returns false if enough are open. Beyond the
  /// usual number, one is opened only for a caller that has waited for a while at `now`.
  mutating func takeSlot(at now: Deadlines.Instant? = nil) -> Bool {
    guard growth.allowsMore(than: open, since: firstUnserved?.since, at: now),
      !isRefused(at: now ?? .now)
    else { return false }
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
  var starved: Waiter<Grant>? {
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
  mutating func giveBack(_ lent: LentConnection) -> Waiter<Grant>? {
    precondition(idle.count < open, "a connection was released twice")
    if let waiter = waiters.popFirst() { return waiter }
    idle.append((lent, since: .now))
    return nil
  }

  /// Whether nobody waits, and no connection has to be closed when it has been idle for a while.
  var isSettled: Bool { waiters.queue.isEmpty && open <= kept }

  // MARK: Waiting

  /// The first waiter for which no connection is being opened; nil if there is none.
  var firstUnserved: Waiter<Grant>? {
    waiters.queue.count > openings ? waiters.queue[openings] : nil
  }

  /// Returns the next instant at which the lane has to be checked.
  /// - Parameter mayOpenFirst: whether the connection that has to exist before others may be
  ///   opened.
  /// - Parameter yields: whether no connection may be opened before the other role has one.
  func due(mayOpenFirst: Bool, yields: Bool) -> Deadlines.Instant? {
    let closing = open > kept ? idle.first.map { $0.since + Growth.idleLimit } : nil
    guard let deadline = waiters.deadline else { return closing }
    guard isReady ? open < growth.limit && !yields : mayOpenFirst, let next = firstUnserved else {
      return deadline
    }
    let opening = next.since + Growth.patience
    return min(refusal.map { max($0.until, opening) } ?? opening, deadline)
  }

  /// Removes and returns the connections, beyond those that are kept, that have been idle long
  /// enough. They still count as open.
  mutating func takeSpent(at now: Deadlines.Instant) -> [LentConnection] {
    var spent: [LentConnection] = []
    while open - spent.count > kept, let first = idle.first, first.since + Growth.idleLimit <= now {
      spent.append(idle.removeFirst().lent)
    }
    return spent
  }
}
