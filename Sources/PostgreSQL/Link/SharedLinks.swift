import PersistentObjectsDriver
import Synchronization

/// Links to one database, or to its replicas, that connections share: each takes one for a
/// transaction, or for a statement outside of transactions. Nobody waits for one: the connections
/// that take them are those of pools, and the calls of a directory, whose numbers are limited.
///
/// `@unchecked Sendable`: its variables are accessed only under the lock.
final class SharedLinks: @unchecked Sendable {
  private let configuration: PostgresConfiguration
  private let name: String
  private let history = ServerHistory()
  /// The servers to choose from; nil for the configured one.
  let choice: ReplicaChoice?
  /// The maximum number of idle links that stay open.
  private let kept: Int
  /// The time after which an idle link is closed, as soon as another one is given back.
  private let idleTime: Duration
  private let lock = Mutex(())
  /// The idle links, the one that was given back last at the end. It is taken first, so that those
  /// which a burst has opened stay idle.
  private var idle: [IdleLink] = []
  private var isClosed = false

  private struct IdleLink {
    let link: ServerLink
    let start: ContinuousClock.Instant
  }

  /// - Parameter readsReplicas: whether the links lead to the configured replicas.
  init(
    _ configuration: PostgresConfiguration, kept: Int, readsReplicas: Bool = false,
    idleTime: Duration = .seconds(10)
  ) {
    self.configuration = configuration
    self.kept = kept
    self.idleTime = idleTime
    name = ConnectionString(configuration.connection).withoutSecrets
    choice = readsReplicas ? ReplicaChoice(configuration, name: name, history: history) : nil
  }

  /// Takes an idle link, or opens one if there is none. Throws the errors of opening a link.
  func take(stoppedBy sign: StopSign? = nil) throws -> ServerLink {
    guard let link = lock.withLock({ _ in idle.popLast()?.link }) else {
      return try open(stoppedBy: sign)
    }
    let isGone = link.isGone
    guard let choice else {
      if isGone { try link.reconnect(stoppedBy: sign) }
      return link
    }
    if !isGone, choice.isNear(link) { return link }
    link.close()
    return try isGone
      ? choice.choose(stoppedBy: sign) : choice.choose(insteadOf: link, stoppedBy: sign)
  }

  private func open(stoppedBy sign: StopSign?) throws -> ServerLink {
    try choice?.choose(stoppedBy: sign)
      ?? ServerLink(configuration, name: name, history: history, stoppedBy: sign)
  }

  /// Keeps a link for its next user, unless there are enough, and closes those that have been idle
  /// for too long.
  func giveBack(_ link: ServerLink) {
    link.notices.didWarn = nil
    let now = ContinuousClock.now
    for old in lock.withLock({ _ in takeOld(now) }) { old.close() }
    let isKept = lock.withLock { _ in
      guard link.isIdle, !isClosed, idle.count < kept else { return false }
      idle.append(IdleLink(link: link, start: now))
      return true
    }
    if !isKept { link.close() }
  }

  private func takeOld(_ now: ContinuousClock.Instant) -> [ServerLink] {
    let count = idle.firstIndex { $0.start + idleTime > now } ?? idle.count
    if count == 0 { return [] }
    defer { idle.removeFirst(count) }
    return idle.prefix(count).map(\.link)
  }

  /// Closes the idle links. Those in use are closed when they are given back.
  func close() {
    let links = lock.withLock { _ in
      isClosed = true
      defer { idle = [] }
      return idle.map(\.link)
    }
    for link in links { link.close() }
  }
}
