import CPostgreSQL
import Foundation
import PersistentObjectsEngine
import Synchronization

/// A connection to a server, as libpq has it.
///
/// Statements that begin a transaction or a savepoint wait for the next one, and are
/// sent together with it: each answer that is waited for costs as much as many statements.
final class ServerConnection {
  /// The database and the schema, for messages.
  let name: String
  let schema: String
  /// Whether there was one of that name when the connection was opened, or was made through it.
  private(set) var hasSchema = false
  let pointer: OpaquePointer
  /// A handle that stops the running statement, from any thread; nil when closed.
  private let cancellation: Mutex<Cancellation?>
  /// Whether somebody has asked for the running statement to be stopped.
  let isInterrupted = Atomic(false)
  private(set) var isClosed = false
  /// Whether the server has said that it ends the connection.
  private var wasEnded = false
  /// The statements that wait for the next one.
  var queued = QueuedStatements()
  /// Distinct for each transaction.
  var transactionNumber = 0
  var lastNumber = 0
  /// The number of times that an answer of the server was waited for.
  var roundTrips = 0
  /// The number of times that the connection was made anew. What was prepared before is gone.
  private(set) var generation = 0
  /// Whether the open transaction sees one state of the database from its first statement on.
  var holdsSnapshot = false
  /// Whether the table of the layout's version is there.
  var hasLayoutTable = false
  /// The version of the layout that was seen last, and the transaction that has asked for it.
  var layoutVersion: Int64 = 0
  var askedTransaction = -1
  /// The generation in which the query for the version was prepared.
  var layoutQueryGeneration = -1
  /// The engine's check of statements that meet another layout; nil where nobody wants to know.
  var layoutCheck: ((_ sql: String) throws -> Bool)?
  var isCheckingLayout = false
  private let configuration: PostgresConfiguration
  let notices = NoticeReceiver()
  /// The longest time of a statement; nil for any.
  private var statementTimeout: Duration?

  init(_ configuration: PostgresConfiguration, name: String) throws {
    self.name = name
    self.configuration = configuration
    schema = PostgresDialect(configuration).character.shortened(configuration.schema)
    let options = [
      ("dbname", configuration.connection), ("client_encoding", "UTF8"),
      ("application_name", configuration.applicationName),
    ]
    pointer = try Self.connect(options, to: name)
    cancellation = Mutex(Cancellation(pointer))
    notices.receive(from: pointer)
    try configure()
  }

  deinit { close() }

  private static func connect(
    _ options: [(String, String)], to name: String
  ) throws -> OpaquePointer {
    let keywords = options.map { strdup($0.0) } + [nil]
    let values = options.map { strdup($0.1) } + [nil]
    defer { for text in keywords + values { free(text) } }
    let pointer = keywords.map { UnsafePointer($0) }.withUnsafeBufferPointer { keywords in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectdbParams(keywords.baseAddress, values.baseAddress, 1)
      }
    }
    guard let pointer else {
      throw PersistenceError(.databaseFailed, "There is not enough memory.")
    }
    if PQstatus(pointer) == CONNECTION_OK { return pointer }
    defer { PQfinish(pointer) }
    throw PersistenceError(
      .cannotOpen,
      "\(name) cannot be reached; check the server, the connection string and the password. "
        + "PostgreSQL says: \(message(of: pointer))")
  }

  private func configure() throws {
    let dialect = PostgresDialect(configuration)
    let lockTimeout = Self.milliseconds(configuration.lockTimeout)
    let found = try run(
      """
      SET search_path TO \(dialect.quoted(schema)); SET client_min_messages TO warning; \
      SET timezone TO 'UTC'; SET standard_conforming_strings TO on; SET lock_timeout TO \(lockTimeout); \
      SET cursor_tuple_fraction TO 1; \
      SELECT oid, to_regclass('\(Self.layoutTable)') FROM pg_catalog.pg_namespace \
      WHERE nspname = \(PostgresDialect.literal(schema))
      """)
    hasSchema = found.rowCount > 0
    hasLayoutTable = found.text(0, 1) != nil
  }

  private static func milliseconds(_ limit: Duration?) -> Int64 {
    limit.map { max(1, $0.milliseconds) } ?? 0
  }

  func setStatementTimeout(_ limit: Duration?) throws {
    statementTimeout = limit
    try run("SET statement_timeout TO \(Self.milliseconds(limit))")
  }

  /// Connects anew where the server has gone while nothing was under way: after a restart, say. Whoever is about
  /// to begin something need not hear of it.
  func reconnectIfLost() throws {
    // One that was lost within a transaction, or while a statement was run, stays lost.
    guard !isClosed, !wasEnded, PQtransactionStatus(pointer) == PQTRANS_IDLE, hasNews, isGone
    else { return }
    cancellation.withLock { $0 = nil }
    PQreset(pointer)
    guard PQstatus(pointer) == CONNECTION_OK else {
      throw PersistenceError(
        .cannotOpen,
        "\(name) cannot be reached any more. PostgreSQL says: \(Self.message(of: pointer))")
    }
    cancellation.withLock { $0 = Cancellation(pointer) }
    generation += 1
    let waiting = queued.takeForNewConnection()
    try configure()
    if let statementTimeout { try setStatementTimeout(statementTimeout) }
    queued = waiting
  }

  /// Whether the server has sent something that nobody has asked for, or has closed the connection.
  private var hasNews: Bool {
    var socket = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) != 0
  }

  /// Asks: the end of the connection may come some time after the server's last words.
  private var isGone: Bool {
    let answer = PQexec(pointer, "")
    defer { PQclear(answer) }
    return PQresultStatus(answer) != PGRES_EMPTY_QUERY
  }

  /// Makes the schema if it is missing, and the table of the layout's version.
  func makeSchema() throws {
    if hasSchema && hasLayoutTable { return }
    if !hasSchema {
      try makeOnce("CREATE SCHEMA IF NOT EXISTS \(PostgresDialect.enclosed(schema, in: "\""))")
      hasSchema = true
    }
    do {
      try makeOnce("CREATE TABLE IF NOT EXISTS \(Self.layoutTable) AS SELECT 1::bigint AS version")
      hasLayoutTable = true
    } catch let error as PersistenceError where error.code == .readOnly {
      // Whoever may not make tables does not change any.
    }
  }

  /// Makes something that somebody else may be about to make, too, so that this is refused in the midst of it.
  private func makeOnce(_ sql: String) throws {
    do {
      try run(sql)
    } catch let error as PersistenceError
      where ["23505", "42710", "42P06", "42P07"].contains(error.databaseCode)
    {
      try run(sql)
    }
  }

  func close() {
    if isClosed { return }
    isClosed = true
    cancellation.withLock { $0 = nil }
    PQfinish(pointer)
  }

  // MARK: State

  /// The number of the server's process.
  var processNumber: Int32 { PQbackendPID(pointer) }

  /// Whether the connection cannot be used any more.
  var isLost: Bool { isClosed || wasEnded || PQstatus(pointer) != CONNECTION_OK }

  var isInTransaction: Bool {
    if isClosed { return false }
    return queued.beginTransaction
      || [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(pointer))
  }

  var closedError: PersistenceError {
    PersistenceError(.storeClosed, "The connection to \(name) has been closed.")
  }

  /// A connection whose answers are not known to belong to what is asked cannot be used any more.
  func giveUp() { wasEnded = true }

  // MARK: Errors

  func failure(_ result: OpaquePointer?, sql: String) -> PersistenceError {
    let report = ServerReport(result, of: self, message: Self.message(of: pointer))
    if report.saysGoodbye || PQstatus(pointer) != CONNECTION_OK { wasEnded = true }
    return report.error(
      sql: sql, isInterrupted: isInterrupted.load(ordering: .relaxed), isLost: isLost,
      isCommit: sql == "COMMIT")
  }

  private static func message(of pointer: OpaquePointer) -> String {
    PQerrorMessage(pointer).map { String(cString: $0).trimmingSpace } ?? ""
  }

  // MARK: Interruption

  func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    cancellation.withLock { $0?.send() }
  }
}

/// Stops the statement of a connection, from any thread.
private struct Cancellation: ~Copyable, @unchecked Sendable {
  // `@unchecked` is safe: libpq lets any thread use it.
  private let pointer: OpaquePointer?

  init(_ connection: OpaquePointer) { pointer = PQgetCancel(connection) }

  deinit { PQfreeCancel(pointer) }

  func send() {
    var message = [CChar](repeating: 0, count: 256)
    // Where the server cannot be reached the statement fails by itself.
    PQcancel(pointer, &message, Int32(message.count))
  }
}
