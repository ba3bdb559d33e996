import CPostgreSQL
import Foundation
import PersistentObjectsEngine
import Synchronization

/// A connection to a server, as libpq has it.
///
/// One statement at a time takes rows from the server. Where another one is run meanwhile, what the first has
/// left is read into memory.
final class ServerConnection {
  /// The database and the schema, for messages.
  let name: String
  private let schema: String
  private let pointer: OpaquePointer
  /// A handle that stops the running statement, from any thread; nil when closed.
  private let cancellation: Mutex<Cancellation?>
  /// Whether somebody has asked for the running statement to be stopped.
  private let isInterrupted = Atomic(false)
  private(set) var isClosed = false
  /// Whether the server has said that it ends the connection.
  private var wasEnded = false
  /// The statement whose rows are being read.
  private weak var reading: PostgresStatement?
  /// Whether a transaction was open when that statement began.
  private var wasInTransaction = false
  private var lastStatementNumber = 0
  /// The names of statements that are needed no more.
  private var discarded: [String] = []

  init(_ configuration: PostgresConfiguration, name: String) throws {
    self.name = name
    schema = PostgresDialect(configuration).character.shortened(configuration.schema)
    let options = [
      ("dbname", configuration.connection), ("client_encoding", "UTF8"),
      ("application_name", configuration.applicationName),
    ]
    pointer = try Self.connect(options, to: name)
    cancellation = Mutex(Cancellation(pointer))
    try configure(configuration)
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

  private func configure(_ configuration: PostgresConfiguration) throws {
    let dialect = PostgresDialect(configuration)
    let lockTimeout = configuration.lockTimeout.map { max(1, $0.milliseconds) } ?? 0
    try run(
      """
      SET search_path TO \(dialect.quoted(schema)); SET client_min_messages TO warning; \
      SET timezone TO 'UTC'; SET standard_conforming_strings TO on; SET lock_timeout TO \(lockTimeout)
      """)
  }

  func close() {
    if isClosed { return }
    isClosed = true
    cancellation.withLock { $0 = nil }
    PQfinish(pointer)
  }

  // MARK: State

  /// Whether the connection cannot be used any more.
  var isLost: Bool { isClosed || wasEnded || PQstatus(pointer) != CONNECTION_OK }

  var isInTransaction: Bool {
    if isClosed { return false }
    switch PQtransactionStatus(pointer) {
    case PQTRANS_INTRANS, PQTRANS_INERROR: return true
    case PQTRANS_ACTIVE: return wasInTransaction
    default: return false
    }
  }

  var closedError: PersistenceError {
    PersistenceError(.storeClosed, "The connection to \(name) has been closed.")
  }

  // MARK: The schema

  func hasSchema() throws -> Bool {
    let schema = PostgresDialect.literal(schema)
    let result = try run("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = \(schema)")
    return result.rowCount > 0
  }

  func makeSchema() throws {
    if try hasSchema() { return }
    do {
      try run("CREATE SCHEMA IF NOT EXISTS \(PostgresDialect.enclosed(schema, in: "\""))")
    } catch {
      // Somebody else may have been faster.
      if try !hasSchema() { throw error }
    }
  }

  // MARK: Simple statements

  /// Runs statements without parameters, and returns what the last has given, as text.
  @discardableResult
  func run(_ sql: String) throws -> ServerResult {
    try beginStatement(nil)
    return try succeeded(PQexec(pointer, sql), sql: sql)
  }

  // MARK: Prepared statements

  func makeStatementName() -> String {
    lastStatementNumber += 1
    return "s\(lastStatementNumber)"
  }

  /// Has the server drop a statement, before the next one is prepared.
  func discard(_ name: String) { discarded.append(name) }

  /// Prepares a statement, and describes it.
  func prepare(_ sql: String, as name: String, types: [Oid], of original: String) throws
    -> ServerResult
  {
    try beginStatement(nil)
    dropDiscarded()
    try succeeded(
      PQprepare(pointer, name, sql, Int32(clamping: types.count), types), sql: original)
    return try succeeded(PQdescribePrepared(pointer, name), sql: original)
  }

  private func dropDiscarded() {
    if discarded.isEmpty || PQtransactionStatus(pointer) == PQTRANS_INERROR { return }
    // What was prepared in a transaction that was rolled back is there all the same.
    PQclear(PQexec(pointer, discarded.map { "DEALLOCATE \($0)" }.joined(separator: "; ")))
    discarded = []
  }

  /// Starts a run whose rows are taken one by one.
  func start(_ name: String, _ parameters: BoundParameters, for statement: PostgresStatement) throws
  {
    try beginStatement(statement)
    let isSent = parameters.withPointers { values, lengths, formats in
      PQsendQueryPrepared(
        pointer, name, Int32(clamping: parameters.count), values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw failure(nil, sql: statement.sql) }
    if statement.columnCount > 0 { PQsetSingleRowMode(pointer) }
    reading = statement
  }

  /// The next result of the running statement; nil when it has ended.
  func nextResult(sql: String) throws -> ServerResult? {
    if isClosed { throw closedError }
    guard let result = PQgetResult(pointer) else {
      reading = nil
      return nil
    }
    switch PQresultStatus(result) {
    case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK: return ServerResult(result)
    default:
      let error = failure(result, sql: sql)
      PQclear(result)
      while let rest = PQgetResult(pointer) { PQclear(rest) }
      reading = nil
      throw error
    }
  }

  private func beginStatement(_ next: PostgresStatement?) throws {
    if isClosed { throw closedError }
    if let reading, reading !== next { reading.readToTheEnd() }
    isInterrupted.store(false, ordering: .relaxed)
    wasInTransaction = isInTransaction
  }

  @discardableResult
  private func succeeded(_ result: OpaquePointer?, sql: String) throws -> ServerResult {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      if let result { return ServerResult(result) }
      throw failure(nil, sql: sql)
    default:
      defer { PQclear(result) }
      throw failure(result, sql: sql)
    }
  }

  // MARK: Errors

  private func failure(_ result: OpaquePointer?, sql: String) -> PersistenceError {
    let report = ServerReport(result, of: self, message: Self.message(of: pointer))
    if report.saysGoodbye { wasEnded = true }
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
