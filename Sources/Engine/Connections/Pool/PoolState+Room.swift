// Connections of one role that are closed so that the database grants one of the other.

import PersistentObjectsDriver

extension PoolState {
  /// Returns whether what the database grants next is for the other role: somebody waits for it,
  /// and it has no connection, unlike this one or because this one's was closed for it.
  func yields(_ role: ConnectionRole) -> Bool {
    let other = self[role.other]
    return other.starved != nil && (self[role].open > 0 || other.refusal?.hasRoom == true)
  }

  /// Returns an idle connection that has to be closed for those that wait for this role.
  mutating func takeRoom(for role: ConnectionRole) -> LentConnection? {
    guard self[role].starved != nil, !self[role.other].idle.isEmpty, self[role].takeRoom() else {
      return nil
    }
    return self[role.other].takeIdle()
  }

  /// Returns whether a returned connection has to be closed for those that wait for the other role,
  /// since they have waited longer than those for this one.
  mutating func makesRoom(_ lent: LentConnection) -> Bool {
    // Called after each transaction, when there has rarely been a refusal.
    if !hasRefusal { return false }
    let role = lent.connection.role
    guard let starved = self[role.other].starved else { return false }
    if let next = self[role].waiters.queue.first, next.since <= starved.since { return false }
    return self[role.other].takeRoom()
  }
}

extension ConnectionRole {
  fileprivate var other: ConnectionRole { self == .reader ? .writer : .reader }
}
