// All connections of a role may be held by work that waits, itself or in child tasks, for further
// connections. Then none of them would be returned before the limit of somebody's wait.

import PersistentObjectsDriver

extension PoolState {
  /// Adds a waiter to the line of a role. Those that hold up others who have connections come
  /// first: they are the ones after whom connections are returned. For the only writer, first come,
  /// first served: nobody who has it waits for it.
  mutating func enqueue(_ waiter: Waiter<Grant>, _ role: ConnectionRole) {
    let isSole = usesWriter(role) && hasSoleWriter
    self[role].waiters.add(waiter, isAhead: !isSole && !waiter.heldUp.isEmpty)
  }

  /// Has one more connection opened than usually allowed if otherwise no work can go on: the first
  /// waiter then ends, and those that wait for it return theirs. If twice as many are open, work is
  /// nested without end, and a waiter is refused.
  mutating func endStandstill() -> Due {
    var due = Due()
    guard let role = standstill else { return due }
    if usesWriter(role) && hasSoleWriter || self[role].open >= 2 * self[role].growth.limit {
      due.wakes += refuseNested(role).map { [$0] } ?? []
      return due
    }
    let opening = Opening(role: role, isFirst: false)
    if !opensAtOnce {
      self[role].openings += 1
      due.openings.append(opening)
    } else if let waiter = self[role].waiters.popFirst() {
      due.wakes.append((waiter, .opening(opening)))
    }
    self[role].open += 1
    return due
  }

  /// Removes a waiter that holds up others, and returns it with the refusal.
  private mutating func refuseNested(_ role: ConnectionRole) -> (Waiter<Grant>, Grant)? {
    guard let nested = self[role].waiters.queue.elements.first(where: { !$0.heldUp.isEmpty }),
      let holder = nested.heldUp.first, self[role].waiters.remove(nested)
    else { return nil }
    return (nested, .deadlock(holder))
  }

  /// The role whose connections are all held by work that waits for connections that are never
  /// returned; nil if there is none.
  ///
  /// Begins with all roles and removes those of which some holder can go on, whom others may wait
  /// for in turn.
  var standstill: ConnectionRole? {
    var stopped = roles
    while true {
      let waiting = heldUp(by: stopped)
      let rest = stopped.filter { isHeld($0, by: waiting) }
      // Another reader lets the holder of the writer go on, too.
      if rest.count == stopped.count { return rest.last }
      stopped = rest
    }
  }

  /// The work that waits for connections of some roles.
  private func heldUp(by roles: [ConnectionRole]) -> [ObjectIdentifier: Loan] {
    var loans: [ObjectIdentifier: Loan] = [:]
    for role in roles {
      for waiter in self[role].waiters.queue.elements {
        for loan in waiter.heldUp { loans[ObjectIdentifier(loan)] = loan }
      }
    }
    return loans
  }

  /// Returns whether all connections that a role may have are open and held by some work.
  private func isHeld(_ role: ConnectionRole, by loans: [ObjectIdentifier: Loan]) -> Bool {
    let lane = self[role]
    guard lane.open >= lane.growth.limit, lane.openings == 0, lane.idle.isEmpty else {
      return false
    }
    return loans.values.reduce(0) { $0 + $1.count(role) } >= lane.open
  }
}
