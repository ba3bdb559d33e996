import CSQLite
import Foundation
import PersistentObjectsDriver

/// An open `sqlite3*`, with the state that a connection and its statements share.
///
/// The connection and its statements retain it, so a statement that outlives its connection is
/// harmless: SQLite frees the database after its last statement (`sqlite3_close_v2`).
final class DatabaseHandle {
  /// The database; used only by the holder of the connection's lease.
  let pointer: OpaquePointer
  /// The role of the connection.
  let role: ConnectionRole
  /// The path, for messages.
  let name: String
  /// The way to create files beside it, such as copies.
  var newFile = NewFile(permissions: nil)
  /// Whether the operating system allows writing to the file.
  var wasOpenedToWrite = false
  /// Whether the file is read without a lock, since the files that locks are in cannot be made.
  var isUnlocked = false
  /// Whether the write-ahead log is not used yet, because the file is somebody else's.
  var awaitsLog = false
  /// The treatment of empty pages to which the next vacuum changes the file; nil leaves its own.
  var autoVacuum: SQLiteConfiguration.AutoVacuum?
  /// Whether text in the file is UTF-8, as in all files that this package writes to, rather than
  /// UTF-16.
  @exclusivity(unchecked) var storesUTF8 = true
  /// The last failure of this lease after which no transaction was open.
  var endingFailure: PersistenceError? {
    didSet { hasEndingFailure = endingFailure != nil }
  }
  /// Whether there is one. Each lease checks this, and checking an optional error is slower.
  private(set) var hasEndingFailure = false
  /// Whether triggers and views may use full-text tables.
  var admitsFullText = false
  /// The check of whether a statement may continue after the layout has changed.
  var layoutCheck: ((_ sql: String) throws -> Bool)?
  /// Whether the layout is being checked.
  var isCheckingLayout = false
  /// The statement that reads the schema cookie; prepared at its first use.
  private var schemaVersion: OpaquePointer?
  /// Whether `close()` was called.
  @exclusivity(unchecked) private(set) var isClosed = false

  /// The time that a statement may take; nil for no limit.
  var statementLimit: StatementLimit? {
    didSet { hasStatementLimit = statementLimit != nil }
  }
  /// Whether there is a limit. Each statement checks this, and checking an optional is slower.
  @exclusivity(unchecked) private(set) var hasStatementLimit = false
  /// The limit of the log's length; nil if the connection writes none.
  @exclusivity(unchecked) var logLimit: LogLimit?
  /// The file and its log, which have to stay at their paths; nil if nothing can be said about
  /// them.
  @exclusivity(unchecked) var watch: FileWatch? {
    didSet { isWatched = watch != nil }
  }
  /// Whether there is a watch. Each statement checks this, and checking an optional is slower.
  @exclusivity(unchecked) private(set) var isWatched = false
  /// The wait for other processes; nil before it is configured.
  private var lockWait: LockWait?

  private let interruptLock = NSLock()
  private var canInterrupt = true
  private var hasBeenInterrupted = false

  /// Whether the database is lost when it is closed.
  var isInMemory: Bool { name == ":memory:" }

  /// Takes ownership of `pointer`.
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
    let wasInterrupted = interruptLock.withLock {
      canInterrupt = false
      return hasBeenInterrupted
    }
    // An interruption that found no statement would end the copying of the log. SQLite forgets it
    // when it prepares the next statement.
    if wasInterrupted { sqlite3_exec(pointer, "SELECT 1", nil, nil, nil) }
    sqlite3_finalize(schemaVersion)
    schemaVersion = nil
    sqlite3_close_v2(pointer)
    watch = nil
  }

  /// Stops the running statement. Safe from any thread: the lock excludes `close()`.
  func interrupt() {
    interruptLock.withLock {
      guard canInterrupt else { return }
      hasBeenInterrupted = true
      lockWait?.interrupt()
      sqlite3_interrupt(pointer)
    }
  }

  /// Makes the connection wait for other processes, asleep, for at most `timeout`.
  func waitForLocks(upTo timeout: Duration) throws {
    let wait = LockWait(timeout: timeout)
    try check(wait.install(in: self))
    interruptLock.withLock { lockWait = wait }
  }

  /// Copies the log into the file and shortens both, as far as nobody is using them: waiting for
  /// readers would keep all who write waiting, too.
  func copyLog() throws {
    try withoutWaiting { try execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Runs `body`, in which the connection waits no longer than a limit for others that have the
  /// file locked.
  func waiting<R>(upTo limit: Duration, _ body: () throws -> R) rethrows -> R {
    let wait = LockWait(timeout: limit)
    _ = wait.install(in: self)
    defer {
      withExtendedLifetime(wait) { _ = lockWait?.install(in: self) }
    }
    return try body()
  }

  /// Runs statements that fail at once, rather than wait, where others have the file locked.
  func withoutWaiting(_ body: () throws -> Void) rethrows {
    sqlite3_busy_handler(pointer, nil, nil)
    defer { _ = lockWait?.install(in: self) }
    try body()
  }

  /// Limits the time of each statement; nil removes the limit.
  func limitStatements(to limit: Duration?) {
    statementLimit = limit.map(StatementLimit.init)
    StatementLimit.install(limit != nil, in: self)
  }

  func closedError(sql: String?) -> PersistenceError {
    PersistenceError(.storeClosed, "The database \(name) is closed.", sql: sql)
  }

  /// Returns the statement that reads the schema cookie.
  func schemaVersion(for sql: String?) throws -> OpaquePointer? {
    if schemaVersion == nil {
      let text = "PRAGMA schema_version"
      try check(sqlite3_prepare_v2(pointer, text, -1, &schemaVersion, nil), sql: sql)
    }
    return schemaVersion
  }

  /// Throws if a result code is not OK.
  func check(_ code: Int32, sql: String? = nil) throws {
    guard code != SQLITE_OK else { return }
    throw failure(code, sql: sql)
  }

  /// Returns the error for a result code that SQLite has just returned. Call this before the next
  /// call into SQLite.
  func failure(_ reported: Int32, sql: String? = nil) -> PersistenceError {
    let lastError = errno
    let isInterruptedWait = isInterruptedWait(reported)
    let code = isInterruptedWait ? SQLITE_INTERRUPT : reported
    let message = String(
      cString: isInterruptedWait ? sqlite3_errstr(code) : sqlite3_errmsg(pointer))
    let isInterrupted = code & 0xff == SQLITE_INTERRUPT
    let error =
      if isInterrupted, let limit = statementLimit, limit.isExceeded {
        limit.error(code, sql: sql)
      } else {
        ResultCode(isRefusedByHeader(code) ? SQLITE_CORRUPT : code).error(
          message: message, database: name, role: role,
          systemError: systemError(of: code, after: lastError), sql: sql)
      }
    if sqlite3_get_autocommit(pointer) != 0 { endingFailure = error }
    return error
  }

  /// Returns the error of the system behind a failure. Some versions of SQLite do not record why a
  /// COMMIT could not write; then the last error of this thread is trusted if it says that there is
  /// no room.
  private func systemError(of code: Int32, after lastError: Int32) -> Int32 {
    let recorded = sqlite3_system_errno(pointer)
    let isUnexplained = recorded == 0 && code & 0xff == SQLITE_IOERR
    return isUnexplained && FullDisk.isFull(lastError) ? lastError : recorded
  }

  /// Returns whether a wait for another process was interrupted, which SQLite reports as busy.
  private func isInterruptedWait(_ code: Int32) -> Bool {
    code & 0xff == SQLITE_BUSY && lockWait?.takeInterruption() == true
  }

  /// Returns whether the file's header refuses the write: one that requires another version of
  /// SQLite allows reading but not writing.
  private func isRefusedByHeader(_ code: Int32) -> Bool {
    code == SQLITE_READONLY && wasOpenedToWrite && sqlite3_db_readonly(pointer, "main") == 1
  }

  /// Runs a statement and skips its rows.
  func execute(_ sql: String) throws { try prepare(sql).run() }

  /// Returns the first column of the first row, as text; nil if there is no row.
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
