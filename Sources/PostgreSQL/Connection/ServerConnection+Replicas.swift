import Foundation
import PersistentObjectsEngine

// Reading from replicas. A connection stays with one as long as it is near enough.
extension ServerConnection {
  /// The time after which a replica is asked again how far behind it is.
  private static let timeOfTrust = Duration.milliseconds(500)

  /// Goes to another server if that of the connection is too far behind, or the primary has stood in for a while; before
  /// a transaction begins.
  func requireNearness() throws {
    guard let choice, let link, askedForLag + Self.timeOfTrust < .now else { return }
    if replica != nil, let lag = try? link.lag(), lag <= choice.maximumLag {
      askedForLag = .now
    } else {
      if let replica { choice.leave(replica) }
      try adopt(try choice.choose())
    }
  }

  /// The position behind all that was committed so far, in the server's log.
  func position() throws -> String {
    let sql = """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
      """
    return try run(sql).text(0, 0) ?? ""
  }

  /// Waits until the replica has a position, for the time that it may be behind, and goes to the primary if it takes
  /// longer.
  func wait(for position: String) throws {
    guard let choice else { return }
    guard Self.isPosition(position) else {
      throw PersistenceError(
        .invalidQuery,
        "“\(position)” is no position of \(name); take one that store.position() gave.")
    }
    let end = ContinuousClock.now + choice.maximumLag
    var pause = Duration.milliseconds(1)
    while try !has(position) {
      if .now > end { return try adopt(try choice.primary()) }
      Thread.sleep(forTimeInterval: Double(pause.milliseconds) / 1000)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  private func has(_ position: String) throws -> Bool {
    let sql = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= '\(position)'::pg_lsn"
    return try run(sql).text(0, 0) == "t"
  }

  /// Two hexadecimal numbers of 32 bits, with a slash between.
  private static func isPosition(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { UInt32($0, radix: 16) != nil && !$0.hasPrefix("+") }
  }
}

extension PostgresConnection: PositionTelling {
  func position() throws -> String { try server.position() }
  func wait(for position: String) throws { try server.wait(for: position) }
}
