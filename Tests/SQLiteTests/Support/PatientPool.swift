import PersistentObjectsDriver

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

/// A pool for tests whose tasks wait for each other: that takes long while others keep Swift's
/// threads busy.
func patientPool(_ driver: any Driver) -> ConnectionPool {
  ConnectionPool(driver: driver, acquisitionTimeout: .seconds(600))
}

extension ConnectionPool {
  /// The number of callers that are waiting for a connection of a role.
  func waitingCount(_ role: ConnectionRole) -> Int {
    state.withLock { $0[role].waiters.queue.count }
  }
}
