import PersistentObjectsDriver
import Synchronization

/// A connection's hold on a link: its own one, or a shared one that it takes for each transaction.
final class LinkLease {
  /// The database and the schema, for messages.
  let name: String
  /// The link; nil if none is needed.
  private(set) var link: ServerLink?
  /// The links that connections share; nil if this one has its own.
  private let sharedLinks: SharedLinks?
  /// The servers from which a reading connection chooses; nil if there is only one.
  let choice: ReplicaChoice?
  /// Whether the link is kept until the end of the next transaction, since its server has what that
  /// needs.
  private(set) var keepsLink = false
  private(set) var isClosed = false
  /// The maximum wait for a server that is away; none while the connection is opened, since callers
  /// wait for that.
  var maximumAbsence = Duration.zero
  /// The function that is called with each warning.
  var didWarn: ((String) -> Void)? { didSet { link?.notices.didWarn = didWarn } }
  /// The handle of the link that stops the running statement, from any thread.
  private let cancellation = Mutex<Cancellation?>(nil)
  /// The sign that ends the opening of a link, from any thread.
  private let sign = StopSign()

  init(name: String, links: SharedLinks?, choice: ReplicaChoice?) {
    self.name = name
    sharedLinks = links
    self.choice = links?.choice ?? choice
  }

  deinit { close() }

  // MARK: Taking and leaving

  /// Returns the link; takes a shared one if there is none yet.
  func take() throws -> ServerLink {
    if let link { return link }
    guard let sharedLinks else { throw closedError }
    let link = try awaitingServer { try connecting { try sharedLinks.take(stoppedBy: $0) } }
    use(link)
    return link
  }

  /// Continues over another link.
  func use(_ other: ServerLink) {
    leave()
    other.notices.didWarn = didWarn
    cancellation.withLock { $0 = other.cancellation }
    link = other
  }

  /// Returns a shared link to its pool, or closes its own.
  private func leave() {
    cancellation.withLock { $0 = nil }
    guard let link else { return }
    self.link = nil
    if let sharedLinks { sharedLinks.giveBack(link) } else { link.close() }
  }

  /// Returns a shared link to its pool when its transaction has ended.
  func giveBack() {
    guard sharedLinks != nil, !keepsLink, link?.isInTransaction == false else { return }
    leave()
  }

  /// Notes that a transaction begins, for which the link may have been kept.
  func beginTransaction() { keepsLink = false }

  /// Lets go of a link that was kept for a transaction which has not begun.
  func stopKeepingLink() {
    guard keepsLink else { return }
    keepsLink = false
    giveBack()
  }

  func close() {
    if isClosed { return }
    isClosed = true
    leave()
  }

  var closedError: PersistenceError {
    PersistenceError(.storeClosed, "The connection to \(name) has been closed.")
  }

  // MARK: Connecting

  /// Connects again if the link was lost. Returns false if it was not.
  func reconnect() throws -> Bool {
    guard let link, link.isGone else { return false }
    if let choice, link.replica != nil {
      // The server that answers now may have less than the one before.
      use(
        try connecting { sign in
          try keepsLink ? choice.primary(stoppedBy: sign) : choice.choose(stoppedBy: sign)
        })
      return true
    }
    cancellation.withLock { $0 = nil }
    try connecting { try link.reconnect(stoppedBy: $0) }
    cancellation.withLock { $0 = link.cancellation }
    return true
  }

  /// Switches to another server if this one is too far behind, or if the primary has stood in for a
  /// while. Returns false if there is no need.
  func changeServerIfBehind() throws -> Bool {
    guard let choice, let link, !keepsLink, !choice.isNear(link) else { return false }
    use(
      try awaitingServer {
        try connecting { try choice.choose(insteadOf: link, stoppedBy: $0) }
      })
    return true
  }

  /// Keeps the link for the next transaction, and returns it. Takes a shared one if there is none
  /// yet.
  func keep() throws -> ServerLink {
    keepsLink = true
    return try take()
  }

  /// Switches to the primary.
  func usePrimary(of choice: ReplicaChoice) throws {
    use(try awaitingServer { try connecting { try choice.primary(stoppedBy: $0) } })
  }

  /// Runs a closure, and again while the server is away, unless it cannot be run again.
  func awaitingServer<R>(
    _ body: () throws -> R, unless isOver: () -> Bool = { false }
  ) throws -> R {
    var absence = ServerAbsence(upTo: maximumAbsence)
    while true {
      do {
        return try body()
      } catch let error as PersistenceError where error.saysServerIsAway && !isOver() {
        try connecting { try absence.pause(after: error, stoppedBy: $0) }
      }
    }
  }

  /// Runs a closure that may open a link, which ``interrupt()`` can end.
  private func connecting<R>(_ body: (StopSign) throws -> R) rethrows -> R {
    try sign.whileConnecting { try body(sign) }
  }

  // MARK: Interruption, from any thread

  func interrupt() {
    if sign.raise() { return }
    cancellation.withLock { $0?.send() }
  }

  /// Drops the link if the server has been silent for too long while a transaction ends.
  func abandonIfSilent() {
    if sign.raise() { return }
    cancellation.withLock { $0?.dropIfSilent(for: Cancellation.graceOfEnd) }
  }
}
