import PersistentObjectsEngine
import Synchronization

/// Links to one database that connections take turns with: each has one for a transaction, or for a statement
/// outside of transactions.
///
/// `@unchecked Sendable`: the links that nobody has are reached under the lock alone.
final class SharedLinks: @unchecked Sendable {
  private let configuration: PostgresConfiguration
  private let name: String
  /// The number of links that stay open without use.
  private let kept: Int
  private let lock = Mutex(())
  private var idle: [(link: ServerLink, since: ContinuousClock.Instant)] = []

  private static let idleLimit = Duration.seconds(10)

  init(_ configuration: PostgresConfiguration, kept: Int) {
    self.configuration = configuration
    self.kept = kept
    name = ConnectionString(configuration.connection).withoutSecrets
  }

  /// A link that nobody has; opened if there is none. Throws `cannotOpen`.
  func take() throws -> ServerLink {
    guard let link = lock.withLock({ _ in idle.popLast()?.link }) else {
      return try ServerLink(configuration, name: name)
    }
    if link.isGone { try link.reconnect() }
    return link
  }

  /// Keeps a link for the next that wants one, and closes those that nobody has wanted for a while.
  func giveBack(_ link: ServerLink) {
    guard link.isIdle else { return link.close() }
    let spent = lock.withLock { _ in
      idle.append((link, .now))
      return takeSpent(at: .now)
    }
    for link in spent { link.close() }
  }

  private func takeSpent(at now: ContinuousClock.Instant) -> [ServerLink] {
    let count = idle.prefix { $0.since + Self.idleLimit <= now }.count
    let spent = idle.prefix(min(count, max(0, idle.count - kept))).map(\.link)
    idle.removeFirst(spent.count)
    return spent
  }
}
