import CPostgreSQL
import Foundation
import Synchronization

/// A handle that stops the statement of a link, from any thread: first by a request to the server;
/// if that is silent, by dropping the connection.
///
/// The thread that waits for the server is inside libpq, which knows no deadline. It is woken by
/// shutting the socket down, so that waits cost nothing.
///
/// `@unchecked Sendable`: libpq lets any thread use its handle.
final class Cancellation: @unchecked Sendable {
  private let pointer: OpaquePointer?
  /// A descriptor of the connection's socket. Not libpq's own: that may have been closed, and its
  /// number may be that of another file by now. -1 if the process has too many open files.
  private let socket: Int32
  private let sent = Atomic(false)
  private let dropped = Atomic(false)
  /// Whether a request is on its way, which takes a connection of its own.
  private let isSending = Atomic(false)
  private let requests = DispatchGroup()
  /// The number of times that a wait for the server has begun or ended: odd during a wait.
  private let waits = Atomic(0)
  /// The wait that somebody wants to end, and since when.
  private let unwanted = Mutex(UnwantedWait())

  private struct UnwantedWait {
    var number = 0
    var start = ContinuousClock.now
  }

  /// The time in which the server has to stop a statement.
  static let grace = Duration.seconds(1)
  /// The time in which it has to end a transaction.
  static let graceOfEnd = Duration.seconds(2)
  /// The maximum number of requests on their way in the process. A server that accepts connections
  /// and says nothing keeps each of them, and its thread.
  private static let maximumRequests = 64
  private static let requestCount = Atomic(0)

  init(_ connection: OpaquePointer) {
    pointer = PQgetCancel(connection)
    socket = fcntl(PQsocket(connection), F_DUPFD_CLOEXEC, 0)
  }

  deinit {
    PQfreeCancel(pointer)
    if socket >= 0 { close(socket) }
  }

  // MARK: Waits

  /// Notes that the link begins to wait for the server.
  func beginWait() { waits.store((waits.load(ordering: .relaxed) + 1) | 1, ordering: .relaxed) }

  func endWait() { waits.store((waits.load(ordering: .relaxed) | 1) + 1, ordering: .relaxed) }

  /// Drops the connection if the present wait was to end some time ago. Until then, callers come
  /// back.
  func dropIfSilent(for grace: Duration) {
    let number = waits.load(ordering: .relaxed)
    if number.isMultiple(of: 2) { return }
    let isOverdue = unwanted.withLock { wait in
      if wait.number == number { return wait.start + grace <= .now }
      wait = UnwantedWait(number: number)
      return false
    }
    if isOverdue { drop() }
  }

  /// Ends the connection, whose thread notices that at once.
  func drop() {
    dropped.store(true, ordering: .releasing)
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Whether the connection was dropped.
  var wasDropped: Bool { dropped.load(ordering: .acquiring) }

  // MARK: Requests

  /// Whether a request was sent since the last transaction began. It may arrive late, and stop the
  /// next statement.
  var wasSent: Bool { sent.load(ordering: .relaxed) }

  func beginTransaction() {
    settle()
    sent.store(false, ordering: .relaxed)
  }

  /// Waits for a request on its way, which would stop the next statement. Drops the connection and
  /// returns false if the request stays on its way.
  @discardableResult
  func settle() -> Bool {
    guard isSending.load(ordering: .acquiring) else { return true }
    let end = DispatchTime.now() + .milliseconds(Int(Self.grace.milliseconds))
    if requests.wait(timeout: end) == .success { return true }
    drop()
    return false
  }

  /// Sends a request, unless one is on its way. Returns at once, since callers hold locks, and a
  /// server that cannot be reached takes minutes. Drops the connection if an earlier one did not
  /// help.
  func send() {
    sent.store(true, ordering: .relaxed)
    dropIfSilent(for: Self.grace)
    requests.enter()
    let isFree = isSending.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing
    ).exchanged
    guard isFree, Self.takeRequest(self) else { return requests.leave() }
    // Not on a queue of Dispatch, whose threads run Swift's tasks, too: a server may not answer.
    Thread.detachNewThread {
      var message = [CChar](repeating: 0, count: 256)
      // If the server cannot be reached, the statement fails by itself.
      PQcancel(self.pointer, &message, Int32(message.count))
      Self.requestCount.subtract(1, ordering: .relaxed)
      self.isSending.store(false, ordering: .releasing)
      self.requests.leave()
    }
  }

  /// Counts a request, and returns false if there are too many.
  private static func takeRequest(_ cancellation: Cancellation) -> Bool {
    let count = requestCount.add(1, ordering: .relaxed).newValue
    if count <= maximumRequests { return true }
    requestCount.subtract(1, ordering: .relaxed)
    cancellation.isSending.store(false, ordering: .releasing)
    return false
  }
}
