import CSQLite
import Foundation
import PersistentObjectsEngine

/// One open `sqlite3*`, with what a connection and its statements share.
///
/// Connection and statements hold it strongly, so a statement that outlives its connection is
/// harmless: SQLite frees the database after its last statement (`sqlite3_close_v2`).
final class DatabaseHandle {
  /// The database; used by whoever holds the connection's lease.
  let pointer: OpaquePointer
  /// The use of the connection.
  let role: ConnectionRole
  /// The path, for messages.
  let name: String
  /// The way to make files beside it, such as copies.
  var newFile = NewFile(permissions: nil)
  /// Whether the operating system lets it write to the file.
  var wasOpenedToWrite = false
  /// Whether the write-ahead log is not used yet, since the file is somebody else's.
  var awaitsLog = false
  /// Whether text in the file is UTF-8, as in all files this package makes, or UTF-16.
  @exclusivity(unchecked) var storesUTF8 = true
  /// The last failure of this lease after which no transaction was open.
  var endingFailure: PersistenceError? {
    didSet { hasEndingFailure = endingFailure != nil }
  }
  /// Whether there is one; each lease asks, and an optional error is slower to ask for.
  private(set) var hasEndingFailure = false
  /// Tells whether a statement may go on after the layout has changed.
  var layoutCheck: ((_ sql: String) throws -> Bool)?
  /// Whether the layout is just being looked at.
  var isCheckingLayout = false
  /// Reads the schema cookie; prepared at its first use.
  private var schemaVersion: OpaquePointer?
  /// Whether `close()` was called.
  @exclusivity(unchecked) private(set) var isClosed = false

  /// The time that a statement may take; nil for any time.
  var statementLimit: StatementLimit? {
    didSet { hasStatementLimit = statementLimit != nil }
  }
  /// Whether there is a limit; each statement asks, and an optional is slower to ask for.
  @exclusivity(unchecked) private(set) var hasStatementLimit = false
  /// Waits for other processes; nil before it is configured.
  private var lockWait: LockWait?

  private let interruptLock = NSLock()
  private var canInterrupt = true

  /// Whether the database is gone when it is closed.
  var isInMemory: Bool { name == ":memory:" }

  /// Takes `pointer` over.
  init(_ pointer: OpaquePointer, role: ConnectionRole, name: String) {
    self.pointer = pointer
    self.role = role
    self.name = name
  }

  deinit { close() }

  /// Closes the database, now or as soon as its last statement is gone.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    interruptLock.withLock { canInterrupt = false }
    sqlite3_finalize(schemaVersion)
    schemaVersion = nil
    sqlite3_close_v2(pointer)
  }

  /// Stops the statement that runs now. Safe from any thread: the lock keeps `close()` away.
  func interrupt() {
    interruptLock.withLock {
      guard canInterrupt else { return }
      lockWait?.interrupt()
      sqlite3_interrupt(pointer)
    }
  }

  /// Has the connection wait for other processes, asleep, as long as a timeout allows.
  func waitForLocks(upTo timeout: Duration) throws {
    let wait = LockWait(timeout: timeout)
    try check(wait.install(in: self))
    interruptLock.withLock { lockWait = wait }
  }

  /// Limits the time of each statement, or no longer does.
  func limitStatements(to limit: Duration?) {
    statementLimit = limit.map(StatementLimit.init)
    StatementLimit.install(limit != nil, in: self)
  }

  func closedError(sql: String?) -> PersistenceError {
    PersistenceError(.storeClosed, "The database \(name) is closed.", sql: sql)
  }

  /// The statement that reads the schema cookie.
  func schemaVersion(for sql: String?) throws -> OpaquePointer? {
    if schemaVersion == nil {
      let text = "PRAGMA schema_version"
      try check(sqlite3_prepare_v2(pointer, text, -1, &schemaVersion, nil), sql: sql)
    }
    return schemaVersion
  }

  /// Throws if SQLite answered anything but OK.
  func check(_ code: Int32, sql: String? = nil) throws {
    guard code != SQLITE_OK else { return }
    throw failure(code, sql: sql)
  }

  /// The error for a result code that SQLite just gave. Ask before the next call into SQLite.
  func failure(_ code: Int32, sql: String? = nil) -> PersistenceError {
    let message = String(cString: sqlite3_errmsg(pointer))
    let isInterrupted = code & 0xff == SQLITE_INTERRUPT
    let error =
      if isInterrupted, let limit = statementLimit, limit.isExceeded {
        limit.error(code, sql: sql)
      } else {
        ResultCode(isRefusedByHeader(code) ? SQLITE_CORRUPT : code).error(
          message: message, database: name, role: role,
          systemError: sqlite3_system_errno(pointer), sql: sql)
      }
    if sqlite3_get_autocommit(pointer) != 0 { endingFailure = error }
    return error
  }

  /// A header that asks for another version of SQLite lets a file be read and not written.
  private func isRefusedByHeader(_ code: Int32) -> Bool {
    code == SQLITE_READONLY && wasOpenedToWrite && sqlite3_db_readonly(pointer, "main") == 1
  }

  /// Runs a statement; its rows are skipped.
  func execute(_ sql: String) throws { try prepare(sql).run() }

  /// The first column of the first row, as text; nil when there is no row.
  func firstText(_ sql: String) throws -> String? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.next()?.text(at: 0)
  }

  /// Reads each row of a query.
  @discardableResult
  func rows<Value>(of sql: String, _ read: (Row) throws -> Value) throws -> [Value] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    var values: [Value] = []
    while let row = try statement.next() { values.append(try read(row)) }
    return values
  }
}

extension SQLiteStatement {
  /// Runs a statement without parameters, and resets it.
  func run() throws {
    defer { reset() }
    while try next() != nil {}
  }
}
