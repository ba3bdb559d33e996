import CPostgreSQL
import Foundation
import PersistentObjectsDriver
import Synchronization

/// A libpq connection.
final class ServerLink {
  /// The database and the schema, for messages.
  private let name: String
  private let options: LinkOptions
  private let history: ServerHistory
  /// The connection; nil if there is none, which libpq treats as one that was lost.
  private(set) var pointer: OpaquePointer?
  /// A handle that stops the running statement; nil when closed.
  private(set) var cancellation: Cancellation?
  private var isClosed = false
  /// Whether the server has announced that it ends the connection.
  private var wasEnded = false
  /// The result of a statement of the open transaction that has not been received yet.
  var awaited: AwaitedResult?
  /// The statements that the server keeps prepared for all stores that share the link.
  var sharedStatements: SharedStatements
  /// The statements that were sent in the open pipeline.
  var sent = SentStatements()
  let notices: NoticeReceiver
  /// The maximum time of the statement that was begun last, if it has one.
  private var statementLimit: StatementLimit?
  /// The maximum wait for an answer; nil for no limit. Then the link is dropped.
  var patience: Duration?
  /// Whether the last failure was that of a ``Demand``.
  private(set) var hasFailedDemand = false
  /// Whether the server has reported the last failure, rather than a pooler or libpq.
  private(set) var wasReportedByServer = false
  /// Whether the last failure was that another node of a cluster is away.
  private(set) var hasMissedNode = false
  /// The number of the replica to which the link leads; nil for the primary.
  let replica: Int?
  /// The instant at which the replica was found to be up to date enough, or the primary was chosen.
  var wasNear = ContinuousClock.now
  /// The position that the replica is known to have reached.
  var reached = LogPosition.start

  /// Opens a link.
  ///
  /// Throws `busy` if the server grants no connection now, or is away, `interrupted` if the sign
  /// was raised, and `cannotOpen`.
  init(
    _ configuration: PostgresConfiguration, name: String, history: ServerHistory = ServerHistory(),
    replica: Int? = nil, stoppedBy sign: StopSign? = nil
  ) throws {
    self.name = name
    self.history = history
    self.replica = replica
    options = LinkOptions(configuration)
    notices = NoticeReceiver(of: name)
    sharedStatements = SharedStatements(capacity: 4 * configuration.statementCacheCapacity)
    use(try open(stoppedBy: sign))
  }

  deinit { close() }

  private func open(stoppedBy sign: StopSign?) throws -> OpaquePointer {
    try LinkOpening(name: name, options: options, history: history).connect(stoppedBy: sign)
  }

  private func use(_ connection: OpaquePointer) {
    pointer = connection
    sharedStatements.reset()
    wasEnded = false
    cancellation = Cancellation(connection)
    notices.receive(from: connection)
  }

  func close() {
    if isClosed { return }
    // Otherwise libpq might wait until it can say goodbye.
    if PQtransactionStatus(pointer) == PQTRANS_ACTIVE { cancellation?.drop() }
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
    !isClosed
      && (isLost
        || PQtransactionStatus(pointer) == PQTRANS_IDLE
          && (cancellation?.settle() == false || hasNews && !isAlive))
  }

  /// Makes the connection anew. Throws the errors of opening a link.
  func reconnect(stoppedBy sign: StopSign? = nil) throws {
    cancellation = nil
    // First, since the server may still count it.
    finish()
    use(try open(stoppedBy: sign))
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
  private var isAlive: Bool { (try? ask("", within: Cancellation.grace)) != nil }

  // MARK: Failures

  /// - Parameters:
  ///   - isFirst: whether the statement is the first of a transaction.
  ///   - limit: its maximum time, if it has one.
  ///   - patience: the maximum wait for each answer; nil for no limit.
  func beginStatement(isFirst: Bool, limit: StatementLimit?, patience: Duration?) {
    if isFirst { cancellation?.beginTransaction() }
    statementLimit = limit
    self.patience = patience
    notices.beginStatement()
  }

  /// Returns the error for a result, or for the link itself if there is none.
  func failure(_ result: OpaquePointer?, of sql: String) -> PersistenceError {
    var report = ServerReport(result, of: name, message: Self.message(of: pointer))
    if report.saysGoodbye || PQstatus(pointer) != CONNECTION_OK { wasEnded = true }
    report.explain(by: notices.warnings, isCommit: sql == "COMMIT")
    if cancellation?.wasDropped == true { report.blameSilence() }
    (hasFailedDemand, wasReportedByServer) = (report.isOfDemand, report.comesFromServer)
    hasMissedNode = report.isOfAbsentNode
    if isLost, !report.hasState, let farewell = notices.farewell { report = farewell }
    return report.error(
      sql: sql, wasInterrupted: cancellation?.wasSent == true, limit: statementLimit,
      isLost: isLost, isCommit: sql == "COMMIT")
  }

  /// Returns libpq's message on one line.
  private static func message(of pointer: OpaquePointer?) -> String {
    guard let message = PQerrorMessage(pointer) else { return "" }
    return String(cString: message).split(whereSeparator: \.isNewline)
      .map { String($0).trimmingSpace }.joined(separator: " ")
  }
}
