import CPostgreSQL
import Foundation
import PersistentObjectsEngine
import Synchronization

/// A libpq connection.
final class ServerLink {
  /// The database and the schema, for messages.
  private let name: String
  private let options: LinkOptions
  /// The connection; nil if there is none, which libpq treats as one that was lost.
  private(set) var pointer: OpaquePointer?
  /// A handle that stops the running statement; nil when closed.
  private(set) var cancellation: Cancellation?
  private var isClosed = false
  /// Whether the server has announced that it ends the connection.
  private var wasEnded = false
  /// The result of a statement of the open transaction that has not been taken yet.
  var awaited: AwaitedResult?
  let notices: NoticeReceiver
  /// Whether the statement that was begun last has a maximum time.
  private var hasStatementLimit = false
  /// Whether the last failure was that of a ``Demand``.
  private(set) var hasFailedDemand = false
  /// Whether the server has reported the last failure, rather than a pooler or libpq.
  private(set) var wasReportedByServer = false
  /// The number of the replica to which the link leads; nil for the primary.
  let replica: Int?
  /// The instant at which the replica was found to be up to date enough, or the primary was chosen.
  var wasNear = ContinuousClock.now
  /// The position that the replica is known to have reached.
  var reached = LogPosition.start

  /// Opens a link.
  ///
  /// Throws `busy` if the server grants no connection now, `interrupted` if the sign was raised, and `cannotOpen`.
  init(
    _ configuration: PostgresConfiguration, name: String, replica: Int? = nil,
    stoppedBy sign: StopSign? = nil
  ) throws {
    self.name = name
    self.replica = replica
    options = LinkOptions(configuration)
    notices = NoticeReceiver(of: name)
    use(try LinkOpening(name: name, options: options).connect(stoppedBy: sign))
  }

  deinit { close() }

  private func use(_ connection: OpaquePointer) {
    pointer = connection
    wasEnded = false
    cancellation = Cancellation(connection)
    notices.receive(from: connection)
  }

  func close() {
    if isClosed { return }
    (isClosed, cancellation, awaited) = (true, nil, nil)
    finish()
  }

  private func finish() {
    PQfinish(pointer)
    pointer = nil
  }

  // MARK: State

  /// Whether the connection cannot be used any more.
  var isLost: Bool { isClosed || wasEnded || PQstatus(pointer) != CONNECTION_OK }

  var isInTransaction: Bool {
    !isClosed
      && (awaited != nil
        || [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(pointer)))
  }

  /// Whether no transaction or statement is running.
  var isIdle: Bool { !isLost && PQtransactionStatus(pointer) == PQTRANS_IDLE }

  /// Whether the open transaction refuses everything except its end.
  var isSpoiled: Bool { PQtransactionStatus(pointer) == PQTRANS_INERROR }

  /// Marks the connection as unusable, since its results may not belong to the statements sent.
  func giveUp() { wasEnded = true }

  // MARK: Reconnecting

  /// Whether the link is lost, or the server has gone while nothing was running, such as by a
  /// restart.
  var isGone: Bool {
    !isClosed && (isLost || PQtransactionStatus(pointer) == PQTRANS_IDLE && hasNews && !isAlive)
  }

  /// Makes the connection anew. Throws the errors of opening a link.
  func reconnect(stoppedBy sign: StopSign? = nil) throws {
    cancellation = nil
    // First, since the server may still count it.
    finish()
    let opening = LinkOpening(name: name, options: options, isRepeated: true)
    use(try opening.connect(stoppedBy: sign))
  }

  /// The file descriptor of the connection.
  var socket: Int32 { PQsocket(pointer) }

  /// Whether the server has sent something unrequested, or has closed the connection.
  private var hasNews: Bool {
    var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) != 0
  }

  /// Whether the server still answers: the end of the connection may come some time after its last
  /// message.
  private var isAlive: Bool {
    let answer = PQexec(pointer, "")
    defer { PQclear(answer) }
    return PQresultStatus(answer) == PGRES_EMPTY_QUERY
  }

  // MARK: Failures

  /// - Parameters:
  ///   - isFirst: whether the statement is the first of a transaction.
  ///   - isLimited: whether it has a maximum time.
  func beginStatement(isFirst: Bool, isLimited: Bool) {
    if isFirst { cancellation?.beginTransaction() }
    hasStatementLimit = isLimited
    notices.beginStatement()
  }

  /// Returns the error for a result, or for the link itself if there is none.
  func failure(_ result: OpaquePointer?, of sql: String) -> PersistenceError {
    var report = ServerReport(result, of: name, message: Self.message(of: pointer))
    if report.saysGoodbye || PQstatus(pointer) != CONNECTION_OK { wasEnded = true }
    // Citus reports what another node has refused as a warning, and then fails with an internal
    // error.
    if sql == "COMMIT", report.isOfServerItself, let cause = notices.lastWarning,
      cause.refusesCommit
    {
      report = cause
    }
    (hasFailedDemand, wasReportedByServer) = (report.isOfDemand, report.comesFromServer)
    // Without a limit, it was stopped by an administrator.
    return report.error(
      sql: sql, isInterrupted: cancellation?.wasSent == true || !hasStatementLimit,
      isLost: isLost, isCommit: sql == "COMMIT")
  }

  /// Returns libpq's message on one line.
  private static func message(of pointer: OpaquePointer?) -> String {
    guard let message = PQerrorMessage(pointer) else { return "" }
    return String(cString: message).split(whereSeparator: \.isNewline)
      .map { String($0).trimmingSpace }.joined(separator: " ")
  }
}

/// A handle that stops the statement of a link, from any thread.
///
/// `@unchecked Sendable`: libpq lets any thread use its handle.
final class Cancellation: @unchecked Sendable {
  private let pointer: OpaquePointer?
  private let sent = Atomic(false)
  /// Whether a request is on its way, which takes a connection of its own.
  private let isSending = Atomic(false)
  private let requests = DispatchGroup()

  init(_ connection: OpaquePointer) { pointer = PQgetCancel(connection) }

  deinit { PQfreeCancel(pointer) }

  /// Whether a request was sent since the last transaction began. It may arrive late, and stop the
  /// next statement.
  var wasSent: Bool { sent.load(ordering: .relaxed) }

  func beginTransaction() {
    settle()
    sent.store(false, ordering: .relaxed)
  }

  /// Waits for a request on its way, which would stop the next statement.
  func settle() { if isSending.load(ordering: .acquiring) { requests.wait() } }

  /// Sends a request, unless one is on its way. Returns at once, since callers hold locks, and a
  /// server that cannot be reached takes minutes.
  func send() {
    sent.store(true, ordering: .relaxed)
    requests.enter()
    let isFree = isSending.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing
    ).exchanged
    guard isFree else { return requests.leave() }
    // Not on a queue of Dispatch, whose threads run Swift's tasks, too: a server may not answer.
    Thread.detachNewThread {
      var message = [CChar](repeating: 0, count: 256)
      // If the server cannot be reached, the statement fails by itself.
      PQcancel(self.pointer, &message, Int32(message.count))
      self.isSending.store(false, ordering: .releasing)
      self.requests.leave()
    }
  }
}
