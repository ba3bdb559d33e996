import Foundation
import PersistentObjectsDriver

// Reading from replicas. A connection stays with a replica as long as it is up to date enough.
extension ServerConnection {
  /// Switches to another server if the connection's server is too far behind, or if the primary has
  /// stood in for a while. Called before a transaction begins.
  func requireNearness() throws {
    if try lease.changeServerIfBehind() { try beginAnew() }
  }

  /// Returns the position after everything committed so far, in the server's log.
  func position() throws -> String {
    let sql = """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
      """
    return try run(sql).text(0) ?? ""
  }

  /// Waits until the replica has reached a position, for as long as it may be behind, and switches
  /// to the primary if that takes longer. The next transaction is on the same server.
  func wait(for position: String) throws {
    guard let position = LogPosition(position) else {
      throw PersistenceError(
        .invalidQuery,
        "“\(position)” is not a position of \(name); use one that store.position() returned.")
    }
    guard let choice = lease.choice else { return }
    try requireNearness()
    let link = try lease.keep()
    if link.replica == nil || position <= link.reached { return }
    let end = ContinuousClock.now + choice.maximumLag
    var pause = Duration.milliseconds(1)
    while try !has(position, within: choice.patience) {
      if .now > end || isLost {
        try lease.usePrimary(of: choice)
        return try beginAnew()
      }
      Thread.sleep(forTimeInterval: Double(pause.milliseconds) / 1000)
      try throwIfInterrupted()
      pause = min(pause * 2, .milliseconds(50))
    }
    // The schema may have been replicated meanwhile.
    if !layout.hasTable { try configure() }
  }

  /// Throws `interrupted` if the work was stopped in a pause, when no statement was running. A
  /// request that comes just before the next query is forgotten with it, but is repeated until the
  /// work notices.
  private func throwIfInterrupted() throws {
    guard link?.cancellation?.wasSent == true else { return }
    throw PersistenceError(.interrupted, "The wait for a replica of \(name) was interrupted.")
  }

  private func has(_ position: LogPosition, within limit: Duration) throws -> Bool {
    let sql = "SELECT pg_last_wal_replay_lsn()"
    let answer: ServerResult
    do {
      answer = try limited(to: limit) { try run(sql) }
    } catch let error as PersistenceError where error.code == .busy && isLost {
      // A replica that says nothing is behind.
      return false
    }
    let replayed = answer.text(0).flatMap(LogPosition.init)
    // The primary stands in for a replica that was lost.
    guard let link, link.replica != nil, let replayed else { return true }
    link.reached = replayed
    return position <= replayed
  }
}
