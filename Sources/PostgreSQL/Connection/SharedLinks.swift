import PersistentObjectsEngine
import Synchronization

/// Links to one database, or to its replicas, that connections share: each takes one for a
/// transaction, or for a statement outside of transactions.
///
/// `@unchecked Sendable`: its variables are accessed only under the lock.
final class SharedLinks: @unchecked Sendable {
  private let configuration: PostgresConfiguration
  private let name: String
  /// The servers to choose from; nil for the configured one.
  let choice: ReplicaChoice?
  /// The maximum number of idle links that stay open.
  private let kept: Int
  private let lock = Mutex(())
  private var idle: [ServerLink] = []
  private var isClosed = false

  /// - Parameter readsReplicas: whether the links lead to the configured replicas.
  init(_ configuration: PostgresConfiguration, kept: Int, readsReplicas: Bool = false) {
    self.configuration = configuration
    self.kept = kept
    name = ConnectionString(configuration.connection).withoutSecrets
    choice = readsReplicas ? ReplicaChoice(configuration, name: name) : nil
  }

  /// Takes an idle link, or opens one if there is none. Throws `cannotOpen`.
  func take() throws -> ServerLink {
    guard let link = lock.withLock({ _ in idle.popLast() }) else { return try open() }
    let isGone = link.isGone
    guard let choice else {
      if isGone { try link.reconnect() }
      return link
    }
    if !isGone, choice.isNear(link) { return link }
    link.close()
    return try isGone ? choice.choose() : choice.choose(insteadOf: link)
  }

  private func open() throws -> ServerLink {
    try choice?.choose() ?? ServerLink(configuration, name: name)
  }

  /// Keeps a link for its next user, unless there are enough.
  func giveBack(_ link: ServerLink) {
    link.notices.didWarn = nil
    let isKept = lock.withLock { _ in
      guard link.isIdle, !isClosed, idle.count < kept else { return false }
      idle.append(link)
      return true
    }
    if !isKept { link.close() }
  }

  /// Closes the idle links. Those in use are closed when they are given back.
  func close() {
    let links = lock.withLock { _ in
      isClosed = true
      defer { idle = [] }
      return idle
    }
    for link in links { link.close() }
  }
}
