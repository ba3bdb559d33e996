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
  private var idle: [ServerLink] = []

  init(_ configuration: PostgresConfiguration, kept: Int) {
    self.configuration = configuration
    self.kept = kept
    name = ConnectionString(configuration.connection).withoutSecrets
  }

  /// A link that nobody has; opened if there is none. Throws `cannotOpen`.
  func take() throws -> ServerLink {
    guard let link = lock.withLock({ _ in idle.popLast() }) else {
      return try ServerLink(configuration, name: name)
    }
    if link.isGone { try link.reconnect() }
    return link
  }

  /// Keeps a link for the next that wants one, unless there are enough.
  func giveBack(_ link: ServerLink) {
    let isKept = lock.withLock { _ in
      guard link.isIdle, idle.count < kept else { return false }
      idle.append(link)
      return true
    }
    if !isKept { link.close() }
  }
}
