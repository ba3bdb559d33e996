/// The connections of one role in a ``PoolState``, and the line before them.
struct PoolLane {
  /// How many may be open.
  let limit: Int
  /// Those that nobody uses.
  var idle: [LentConnection] = []
  /// How many are open or being opened, lent ones included.
  var open = 0
  /// Who waits, in order.
  var waiters = Queue<PoolWaiter>()

  init(limit: Int) { self.limit = limit }

  /// Counts a connection that the caller is going to open; false if there are enough.
  mutating func takeSlot() -> Bool {
    guard open < limit else { return false }
    open += 1
    return true
  }

  /// Keeps a connection that came back, or answers the waiter who is to get it.
  mutating func giveBack(_ lent: LentConnection) -> PoolWaiter? {
    precondition(idle.count < open, "a connection was released twice")
    if let waiter = waiters.popFirst() { return waiter }
    idle.append(lent)
    return nil
  }

  /// The right to open a connection came back; answers the waiter who is to have it.
  mutating func giveSlotBack() -> PoolWaiter? {
    if let waiter = waiters.popFirst() { return waiter }
    open -= 1
    return nil
  }
}
