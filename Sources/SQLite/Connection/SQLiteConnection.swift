import CSQLite
import PersistentObjectsDriver

/// A connection to an SQLite database.
final class SQLiteConnection: DriverConnection {
  let database: DatabaseHandle
  /// The statement that rolls back; nil when closed. Prepared in advance: rolling back must not
  /// need memory when there is none.
  private var rollback: SQLiteStatement?
  private var readDataVersion: SQLiteStatement?
  /// Whether a transaction could not be rolled back.
  private var isStuck = false

  init(_ database: DatabaseHandle) throws {
    self.database = database
    rollback = try database.prepare("ROLLBACK")
  }

  func prepare(_ sql: String) throws -> any DriverStatement { try database.prepare(sql) }

  var isInTransaction: Bool {
    !database.isClosed && sqlite3_get_autocommit(database.pointer) == 0
  }

  var isHeldUpByReaders: Bool { database.awaitsLog }

  var endingFailure: (any Error)? { database.endingFailure }

  func endLease() -> Bool {
    if isInTransaction { try? rollBack() }
    if database.awaitsLog { database.useLogIfRecognised() }
    if database.hasEndingFailure { database.endingFailure = nil }
    return !isStuck && !(database.isUnlocked && database.watch?.isOutdated == true)
  }

  /// Rolls back the open transaction. If that fails for lack of memory, the transaction of a file
  /// ends when the connection is closed at the end of the lease.
  func rollBack() throws {
    if database.isClosed { throw database.closedError(sql: nil) }
    do {
      try rollback?.run()
    } catch {
      isStuck = isInTransaction && !database.isInMemory
      if !isStuck { throw error }
    }
  }

  func close() {
    rollback = nil
    readDataVersion = nil
    database.close()
  }

  func interrupt() { database.interrupt() }
}

extension SQLiteConnection: Resting {
  var needsRest: Bool { database.logLimit?.isExceeded == true }

  func rest() { database.logLimit?.beginAnew(in: database) }
}

extension SQLiteConnection: StatementLimiting {
  func setStatementTimeout(_ limit: Duration?) throws { database.limitStatements(to: limit) }
}

extension SQLiteConnection: Vacuuming {
  /// Frees unused space. The log is copied into the file at once, so that the file is as short as
  /// possible.
  func vacuum() throws {
    if let mode = database.autoVacuum {
      try database.execute("PRAGMA auto_vacuum = \(mode.rawValue)")
    }
    try database.execute("VACUUM")
    try database.copyLog()
  }
}

extension SQLiteConnection: Optimizing {
  func optimize(isThorough: Bool) throws {
    // The limit keeps this short for large tables; a thorough analysis reads all rows.
    try database.execute("PRAGMA analysis_limit = \(isThorough ? 0 : 1000)")
    try database.execute(isThorough ? "ANALYZE" : "PRAGMA optimize")
  }
}

extension SQLiteConnection: BackingUp {
  func backUp(
    to path: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    if database.isClosed { throw database.closedError(sql: nil) }
    try SQLiteBackup(of: database, to: path, isReplacing: isReplacing).run(progress)
  }
}

extension SQLiteConnection: ChangeNoticing {
  func dataVersion() throws -> Int64 {
    let statement = try readDataVersion ?? database.prepare("PRAGMA data_version")
    readDataVersion = statement
    defer { statement.reset() }
    return try statement.next()?.integer(at: 0) ?? 0
  }
}

extension SQLiteConnection: LayoutWatching {
  func layoutVersion() throws -> Int64 { try database.readSchemaVersion() }

  func tables(usedBy sql: String) -> Set<String>? { database.tables(usedBy: sql) }

  var layoutCheck: ((_ sql: String) throws -> Bool)? {
    get { database.layoutCheck }
    set { database.layoutCheck = newValue }
  }
}
