import PersistentObjectsDriver
import Synchronization

/// The servers from which sessions read: replicas in turn, and the primary if none of them is up to
/// date enough.
final class ReplicaChoice: Sendable {
  private let configuration: PostgresConfiguration
  private let name: String
  /// The history of the primary.
  private let history: ServerHistory
  private let state: Mutex<State>

  private struct State {
    var next = 0
    /// The replicas that are not used for a while.
    var absences: [Int: Absence] = [:]

    func isUsable(_ replica: Int) -> Bool { absences[replica].map { $0.end <= .now } ?? true }
  }

  private struct Absence {
    let end: ContinuousClock.Instant
    let duration: Duration
  }

  /// The time for which a replica that cannot be reached, or is too far behind, is not used.
  private static let absence = Duration.seconds(5)
  /// The longest time for which a replica is not used that cannot be reached again and again.
  private static let longestAbsence = Duration.seconds(30)
  /// The time after which the lag of a replica is queried again.
  private static let timeOfTrust = Duration.milliseconds(500)

  init(
    _ configuration: PostgresConfiguration, name: String, history: ServerHistory = ServerHistory()
  ) {
    self.configuration = configuration
    self.history = history
    self.name = name
    state = Mutex(State())
  }

  var maximumLag: Duration { configuration.maximumReplicaLag }
  /// The time in which a replica has to say how far it is.
  var patience: Duration { min(max(maximumLag, .seconds(1)), .seconds(5)) }

  /// Connects to the next replica that can be reached and is up to date enough, or else to the
  /// primary.
  func choose(stoppedBy sign: StopSign? = nil) throws -> ServerLink {
    for replica in candidates() {
      if let link = try link(to: replica, stoppedBy: sign) { return link }
    }
    return try primary(stoppedBy: sign)
  }

  func primary(stoppedBy sign: StopSign? = nil) throws -> ServerLink {
    try ServerLink(configuration, name: name, history: history, stoppedBy: sign)
  }

  /// Returns whether a link's server is up to date enough. The primary stands in for a while, and
  /// as long as there is no replica to try.
  func isNear(_ link: ServerLink) -> Bool {
    if link.wasNear + Self.timeOfTrust >= .now { return true }
    guard link.replica == nil ? !hasCandidates : isUpToDate(link) else { return false }
    link.wasNear = .now
    return true
  }

  private func isUpToDate(_ link: ServerLink) -> Bool {
    (try? link.lag(within: patience)).map { $0 <= maximumLag } ?? false
  }

  private var hasCandidates: Bool {
    state.withLock { state in configuration.replicas.indices.contains { state.isUsable($0) } }
  }

  /// Chooses another server than a link's, which is not up to date enough.
  func choose(insteadOf link: ServerLink, stoppedBy sign: StopSign? = nil) throws -> ServerLink {
    if let replica = link.replica { leave(replica) }
    return try choose(stoppedBy: sign)
  }

  /// Returns the replicas to try, in order. Each call begins with the next one.
  private func candidates() -> [Int] {
    state.withLock { state in
      state.next += 1
      let count = configuration.replicas.count
      return (0..<count).map { (state.next + $0) % count }.filter { state.isUsable($0) }
    }
  }

  /// Connects to a replica; excludes it for a while and returns nil if it cannot be reached or is
  /// too far behind. If the call is stopped meanwhile, throws `interrupted`, and excludes it, too:
  /// one that says nothing would stop each call that tries it.
  private func link(to replica: Int, stoppedBy sign: StopSign?) throws -> ServerLink? {
    var configuration = configuration
    configuration.connection = configuration.replicas[replica]
    let link: ServerLink
    do {
      link = try ServerLink(configuration, name: name, replica: replica, stoppedBy: sign)
    } catch {
      leave(replica, isUnreachable: true)
      if (error as? PersistenceError)?.code == .interrupted { throw error }
      return nil
    }
    if isUpToDate(link) {
      state.withLock { $0.absences[replica] = nil }
      return link
    }
    link.close()
    leave(replica)
    return nil
  }

  /// Excludes a replica for a while. The time doubles while it cannot be reached, since each
  /// attempt may take long.
  private func leave(_ replica: Int, isUnreachable: Bool = false) {
    state.withLock { state in
      // Another connection may have tried at the same time.
      if isUnreachable && !state.isUsable(replica) { return }
      let last = isUnreachable ? state.absences[replica]?.duration : nil
      let duration = last.map { min($0 * 2, Self.longestAbsence) } ?? Self.absence
      state.absences[replica] = Absence(end: .now + duration, duration: duration)
    }
  }
}

extension ServerLink {
  /// Returns the time by which the server is behind the one that it follows; zero if it follows
  /// none. A server that has lost the other is as far behind as the last transaction that it has
  /// replayed.
  /// - Parameter limit: the time in which the server has to answer; otherwise the link is dropped.
  func lag(within limit: Duration) throws -> Duration {
    let answer = try ask(Self.lag, within: limit)
    return .milliseconds(answer.integer(0) ?? Int64(Int32.max))
  }

  private static let lag = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN 0 \
    WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() \
    AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0 \
    ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 END::bigint
    """
}
