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
  /// What the connection is for.
  let role: Connection.Role
  /// The path, for messages.
  let name: String
  /// How files beside it are made, such as copies.
  var newFile = NewFile(permissions: nil)
  /// Whether the operating system lets it write to the file.
  var wasOpenedToWrite = false
  /// Whether the write-ahead log is not used yet, since the file is somebody else's.
  var awaitsLog = false
  /// Whom to tell of each statement.
  var trace: (@Sendable (StatementTrace) -> Void)? {
    didSet { isTraced = trace != nil }
  }
  /// Whether there is somebody to tell; each statement asks, and a closure is slower to ask for.
  private(set) var isTraced = false
  /// Where seeking statements put their keys; nil on connections that have none. SQLite frees it
  /// together with the database.
  private(set) var soughtKey: UnsafeMutablePointer<po_sought_key>?
  /// Where statements find who makes rows for them; nil on connections that do not write.
  private(set) var rowSource: UnsafeMutablePointer<po_row_source>?
  /// Where statements find staged rows; nil on connections that do not write. SQLite frees it
  /// together with the database.
  var staged: UnsafeMutablePointer<StagedPlace>?
  /// Where statements put the cells that they copy; nil until that is enabled. SQLite frees it together
  /// with the database.
  var copyPlace: UnsafeMutablePointer<CopyPlace>?
  /// The seeking statements that are open. Unmanaged is safe: each is in the list only while it is
  /// open, and closes before it dies.
  var seekers: [Unmanaged<SeekingStatement>] = []
  /// How many statements have been stepped and not yet reset, or are kept open.
  var runningStatements = 0
  /// Whether text in the file is UTF-8, as in all files this package makes, or UTF-16.
  var storesUTF8 = true
  /// How many runs of statements have begun that may write.
  var writes = 0
  /// The last failure of this lease after which no transaction was open.
  var endingFailure: PersistenceError? {
    didSet { hasEndingFailure = endingFailure != nil }
  }
  /// Whether there is one; each lease asks, and an optional error is slower to ask for.
  private(set) var hasEndingFailure = false
  /// The connection that uses it, as long as it lives. Not weak, which would make each retain of the
  /// connection slow.
  unowned var connection: Connection?
  /// Whether the layout is just being looked at.
  var isCheckingLayout = false
  /// Reads the schema cookie; prepared at its first use.
  private var schemaVersion: OpaquePointer?
  /// Whether `close()` was called.
  private(set) var isClosed = false

  /// The time that a statement may take; nil for any time.
  var statementLimit: StatementLimit? {
    didSet { hasStatementLimit = statementLimit != nil }
  }
  /// Whether there is a limit; each statement asks, and an optional is slower to ask for.
  private(set) var hasStatementLimit = false
  /// Waits for other processes; nil before it is configured.
  private var lockWait: LockWait?

  private let interruptLock = NSLock()
  private var canInterrupt = true

  /// Whether the database is gone when it is closed.
  var isInMemory: Bool { name == ":memory:" }

  /// Takes `pointer` over.
  init(_ pointer: OpaquePointer, role: Connection.Role, name: String) {
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
    try check(wait.install(in: pointer))
    interruptLock.withLock { lockWait = wait }
  }

  /// Limits the time of each statement, or no longer does.
  func limitStatements(to limit: Duration?) {
    statementLimit = limit.map(StatementLimit.init)
    StatementLimit.install(limit != nil, in: self)
  }

  /// Lets statements take rows from the program.
  func enableRowSource() throws { try check(po_row_source_register(pointer, &rowSource)) }

  /// Lets statements seek keys.
  func enableSeeking() throws { try check(po_sought_key_register(pointer, &soughtKey)) }

  /// Closes the seeking statements, each at the latest when its row is read no more.
  func endSeeking() {
    if seekers.isEmpty { return }
    let open = seekers
    seekers = []
    for statement in open { statement.takeUnretainedValue().end() }
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
    // SQLite may have ended the transaction, and goes on interrupting while a statement is open.
    defer { endSeeking() }
    let error = limitError(code, sql) ?? plainError(code, sql)
    if sqlite3_get_autocommit(pointer) != 0 { endingFailure = error }
    return error
  }

  private func limitError(_ code: Int32, _ sql: String?) -> PersistenceError? {
    guard code & 0xff == SQLITE_INTERRUPT, let limit = statementLimit, limit.isExceeded else {
      return nil
    }
    return limit.error(code, sql)
  }

  private func plainError(_ code: Int32, _ sql: String?) -> PersistenceError {
    let message = String(cString: sqlite3_errmsg(pointer))
    return ResultCode(isRefusedByHeader(code) ? SQLITE_CORRUPT : code).error(
      message: message, database: name, role: role, systemError: sqlite3_system_errno(pointer),
      sql: sql)
  }

  /// A header that asks for another version of SQLite lets a file be read and not written.
  private func isRefusedByHeader(_ code: Int32) -> Bool {
    code == SQLITE_READONLY && wasOpenedToWrite && sqlite3_db_readonly(pointer, "main") == 1
  }

  /// The statements of a text run one after the other; their rows are skipped.
  func execute(_ sql: String) throws {
    try forEachStatement(in: sql) { try $0.run() }
  }

  /// The first column of the first row, as text; nil when there is no row.
  func firstText(_ sql: String) throws -> String? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return String(decoding: statement.bytes(at: 0), as: UTF8.self)
  }
}
