/// Threads and tasks that wait for something of which there is not enough: first come, first
/// served, each until its deadline.
///
/// The line is guarded by its owner's lock. The functions return those that have left the line, and
/// the owner opens them without the lock.
package struct WaitingLine<Answer: Sendable> {
  private(set) var queue = Queue<Waiter<Answer>>()
  /// An instant not later than any deadline of those that wait.
  private var earliestDeadline: Deadlines.Instant?

  package init() {}

  /// The instant at which somebody's time may be over; nil if nobody waits.
  var deadline: Deadlines.Instant? { queue.isEmpty ? nil : earliestDeadline }

  /// Adds a waiter at the end of the line.
  ///
  /// - Parameter isAhead: whether it comes before those that hold nobody up.
  package mutating func add(_ waiter: Waiter<Answer>, isAhead: Bool = false) {
    if isAhead { queue.insert(waiter) { $0.heldUp.isEmpty } } else { queue.append(waiter) }
    earliestDeadline = min(earliestDeadline ?? waiter.deadline, waiter.deadline)
  }

  package mutating func popFirst() -> Waiter<Answer>? { queue.popFirst() }

  /// Removes a waiter, such as that of a cancelled task. Returns false if it waits no longer.
  package mutating func remove(_ waiter: Waiter<Answer>) -> Bool {
    queue.remove { $0 === waiter } != nil
  }

  /// Removes and returns those that fit.
  mutating func removeAll(where fits: (Waiter<Answer>) -> Bool) -> [Waiter<Answer>] {
    queue.removeAll(where: fits)
  }

  /// Removes and returns those whose time is over.
  mutating func takeExpired(at now: Deadlines.Instant) -> [Waiter<Answer>] {
    guard let earliest = deadline, earliest <= now else { return [] }
    let expired = queue.removeAll { $0.deadline <= now }
    earliestDeadline = queue.elements.map(\.deadline).min()
    return expired
  }
}
