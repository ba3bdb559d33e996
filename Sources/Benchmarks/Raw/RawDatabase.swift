import CSQLite

/// SQLite's C API as a careful programmer would use it: one connection, statements that are
/// prepared once and found by their text. It is bound to no actor: a closure isolated to the main
/// actor would check at each call that it runs there.
final class RawDatabase {
  private var database: OpaquePointer?
  private var statements: [String: RawStatement] = [:]

  /// Makes a connection to a file, which is created if it is missing, with the package's pragmas.
  init(path: String) throws {
    try check(
      sqlite3_open_v2(
        path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil))
    sqlite3_busy_timeout(database, 5000)
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = NORMAL")
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement.pointer) }
    sqlite3_close(database)
  }

  func execute(_ sql: String) throws { try check(sqlite3_exec(database, sql, nil, nil, nil)) }

  func statement(_ sql: String) throws -> RawStatement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    try check(
      sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil))
    guard let pointer else { throw RawError(code: SQLITE_ERROR) }
    let statement = RawStatement(pointer: pointer)
    statements[sql] = statement
    return statement
  }

  /// Runs `body` in a transaction that writes, or that begins with another statement.
  func inTransaction<R>(
    _ begin: String = RawTransaction.writing, _ body: () throws -> R
  ) throws -> R {
    try RawTransaction(self, begin).run(body)
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw RawError(code: code) }
  }
}

struct RawError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { "SQLite: \(String(cString: sqlite3_errstr(code))), code \(code)" }

  var isBusy: Bool { code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED }
}
