import CPostgreSQL
import Foundation

/// libpq as a careful programmer would use it: one connection, statements that are prepared once
/// and found by their text, parameters and results in binary form. It is bound to no actor, like
/// ``RawDatabase``.
final class RawServer {
  /// The name by which the server knows the connections of this process, those of the engine
  /// included.
  static let applicationName = "benchmarks_\(UUID().uuidString)"

  let connection: OpaquePointer
  private var queries: [String: RawQuery] = [:]

  /// Makes a connection to the server that libpq's environment names.
  init(schema: String) throws {
    let options = "application_name=\(Self.applicationName) connect_timeout=10"
    guard let connection = PQconnectdb(options) else { throw RawServerError("no memory") }
    self.connection = connection
    guard PQstatus(connection) == CONNECTION_OK else { throw error(nil) }
    try execute("SET search_path TO \(schema); SET client_min_messages TO error")
  }

  deinit { PQfinish(connection) }

  /// Makes an empty schema.
  static func makeSchema(_ name: String) throws {
    try RawServer(schema: "public").execute(
      "SET client_min_messages TO warning; DROP SCHEMA IF EXISTS \(name) CASCADE; CREATE SCHEMA \(name)"
    )
  }

  /// Drops a schema. This process's connections that are not idle are closed: a signal may come in
  /// the middle of a transaction, whose locks the removal would wait for.
  static func dropSchema(_ name: String) throws {
    try RawServer(schema: "public").execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user \
      AND application_name = '\(applicationName)' AND state <> 'idle' AND pid <> pg_backend_pid(); \
      DROP SCHEMA IF EXISTS \(name) CASCADE
      """)
  }

  func execute(_ sql: String) throws { _ = try result(PQexec(connection, sql)) }

  func query(_ sql: String) throws -> RawQuery {
    if let query = queries[sql] { return query }
    let query = RawQuery("q\(queries.count)", of: self)
    _ = try result(PQprepare(connection, query.name, sql, 0, nil))
    queries[sql] = query
    return query
  }

  /// Runs `body` in a transaction that begins with a given statement.
  func inTransaction<R>(
    _ begin: String = "BEGIN ISOLATION LEVEL SERIALIZABLE", _ body: () throws -> R
  ) throws -> R {
    let (begin, commit) = (try query(begin), try query("COMMIT"))
    _ = try begin.run()
    do {
      let value = try body()
      _ = try commit.run()
      return value
    } catch {
      // Report the original error.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Sends rows in the form of a binary COPY.
  func copy(_ sql: String, _ rows: [UInt8]) throws {
    _ = try result(PQexec(connection, sql))
    let isSent = rows.withUnsafeBytes {
      PQputCopyData(
        connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    guard isSent == 1, PQputCopyEnd(connection, nil) == 1 else { throw error(nil) }
    while let answer = PQgetResult(connection) { _ = try result(answer) }
  }

  func result(_ pointer: OpaquePointer?) throws -> RawResult {
    switch PQresultStatus(pointer) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN: return RawResult(pointer: pointer)
    default:
      defer { PQclear(pointer) }
      throw error(pointer)
    }
  }

  private func error(_ result: OpaquePointer?) -> RawServerError {
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    return RawServerError(String(cString: PQerrorMessage(connection)), state: state ?? "")
  }
}

struct RawServerError: Error, CustomStringConvertible {
  let message: String
  let state: String

  /// The server's message, which may have several lines, in one.
  var description: String { message.split(whereSeparator: \.isNewline).joined(separator: "; ") }

  init(_ message: String, state: String = "") {
    self.message = message
    self.state = state
  }

  /// Whether the transaction should be run again.
  var isSerializationFailure: Bool { state == "40001" || state == "40P01" }
}
