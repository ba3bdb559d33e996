import PersistentObjectsEngine
import Synchronization

/// The servers from which sessions read: replicas in turn, and the primary if none of them is up to
/// date enough.
final class ReplicaChoice: Sendable {
  private let configuration: PostgresConfiguration
  private let name: String
  private let state: Mutex<State>

  private struct State {
    var next = 0
    /// The instants until which replicas are not used.
    var absences: [Int: ContinuousClock.Instant] = [:]
  }

  /// The time for which a replica that cannot be reached, or is too far behind, is not used.
  private static let absence = Duration.seconds(5)
  /// The time after which the lag of a replica is queried again.
  private static let timeOfTrust = Duration.milliseconds(500)

  init(_ configuration: PostgresConfiguration, name: String) {
    self.configuration = configuration
    self.name = name
    state = Mutex(State())
  }

  var maximumLag: Duration { configuration.maximumReplicaLag }

  /// Connects to the next replica that can be reached and is up to date enough, or else to the
  /// primary.
  func choose() throws -> ServerLink {
    for replica in candidates() {
      if let link = link(to: replica) { return link }
      leave(replica)
    }
    return try primary()
  }

  func primary() throws -> ServerLink { try ServerLink(configuration, name: name) }

  /// Returns whether a link's server is up to date enough. The primary may stand in for a while.
  func isNear(_ link: ServerLink) -> Bool {
    if link.wasNear + Self.timeOfTrust >= .now { return true }
    guard link.replica != nil, let lag = try? link.lag(), lag <= maximumLag else { return false }
    link.wasNear = .now
    return true
  }

  /// Chooses another server than a link's, which is not up to date enough.
  func choose(insteadOf link: ServerLink) throws -> ServerLink {
    if let replica = link.replica { leave(replica) }
    return try choose()
  }

  /// Returns the replicas to try, in order. Each call begins with the next one.
  private func candidates() -> [Int] {
    state.withLock { state in
      state.next += 1
      let count = configuration.replicas.count
      let now = ContinuousClock.now
      return (0..<count).map { (state.next + $0) % count }
        .filter { state.absences[$0].map { $0 <= now } ?? true }
    }
  }

  /// Connects to a replica; nil if it cannot be reached or is too far behind.
  private func link(to replica: Int) -> ServerLink? {
    var configuration = configuration
    configuration.connection = configuration.replicas[replica]
    guard let link = try? ServerLink(configuration, name: name, replica: replica) else {
      return nil
    }
    if let lag = try? link.lag(), lag <= maximumLag { return link }
    link.close()
    return nil
  }

  /// Excludes a replica for a while.
  private func leave(_ replica: Int) {
    state.withLock { $0.absences[replica] = .now + Self.absence }
  }
}

extension ServerLink {
  /// Returns the time by which the server is behind the one that it follows; zero if it follows
  /// none. A server that has lost the other is as far behind as the last transaction that it has
  /// replayed.
  func lag() throws -> Duration {
    let answer = try execute([Self.lag], of: Self.lag)
    return .milliseconds(answer.integer(0, 0) ?? Int64(Int32.max))
  }

  private static let lag = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN 0 \
    WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() \
    AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0 \
    ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 END::bigint
    """
}
