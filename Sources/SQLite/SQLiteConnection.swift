import CSQLite
import PersistentObjectsEngine

/// One connection to an SQLite database, with its prepared statements.
final class SQLiteConnection: Connection {
  let database: DatabaseHandle
  private var table = StatementTable()
  private var seekers = StatementTable()
  /// By the identity of their text.
  private var insertions: [Int: SQLiteRowInsertion] = [:]
  /// Whether a key was sought since ``endSeeking()`` or the beginning of the lease.
  private var hasSought = false
  private var cache: StatementCache
  /// Prepared beforehand: to go back must not take memory when there is none. nil when closed.
  private var rollback: SQLiteStatement?
  /// Whether its transaction could not be rolled back.
  private var isStuck = false

  /// A connection that uses `database` and keeps `cacheCapacity` statements made at run time.
  init(_ database: DatabaseHandle, cacheCapacity: Int) throws {
    self.database = database
    rollback = try database.prepare("ROLLBACK")
    cache = StatementCache(capacity: cacheCapacity)
    super.init(role: database.role)
    database.connection = self
  }

  deinit { database.connection = nil }

  // MARK: Statements

  override func statement(_ text: StatementText) throws -> Statement {
    guard let found = table.find(text.id)?.takeUnretainedValue() else { return try prepare(text) }
    return found.isRunning ? try idle(found) : found
  }

  private func prepare(_ text: StatementText) throws -> SQLiteStatement {
    let statement = try prepareCopying(text) ?? prepare(text.sql)
    // Replaced whole, not changed in place: so the compiler drops the exclusivity check that would
    // otherwise cost as much as the lookup.
    table = table.adding(statement, for: text.id)
    return statement
  }

  private func prepareCopying(_ text: StatementText) throws -> SQLiteStatement? {
    guard let copying = text.copying, let place = database.copyPlace else { return nil }
    try refuseIfClosed()
    do {
      return try database.prepare(copying.sql) {
        CopyingStatement(
          $0, sql: text.sql, copied: copying.copied, in: database, place: place)
      }
    } catch let error as PersistenceError where error.code == .invalidQuery {
      // No such table or column, which is to be said of the text that is known.
      return nil
    }
  }

  override func statement(sql: String) throws -> Statement {
    if let found = cache.find(sql) { return try idle(found) }
    let statement = try prepare(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  override func seekingStatement(_ text: StatementText) throws -> Statement {
    // Opening costs more than one find alone would win.
    guard hasSought else {
      hasSought = true
      return try statement(text)
    }
    guard let found = seekers.find(text.id)?.takeUnretainedValue() else {
      return try prepareSeeking(text)
    }
    return found.isRunning ? try statement(text) : found
  }

  override func row(
    of key: Int64, _ text: StatementText, staysOpen: Bool
  ) throws -> Unmanaged<Statement>? {
    let found = staysOpen && hasSought ? seekers.find(text.id) : table.find(text.id)
    guard let found else { return try super.row(of: key, text, staysOpen: staysOpen) }
    return try found.borrow { statement in
      if statement.isRunning { return try super.row(of: key, text, staysOpen: staysOpen) }
      if staysOpen { hasSought = true }
      statement.set(key, at: 0)
      if try statement.step() { return .passUnretained(statement) }
      statement.reset()
      return nil
    }
  }

  override func run(_ text: StatementText, for key: Int64) throws {
    guard let found = table.find(text.id) else { return try super.run(text, for: key) }
    try found.borrow { statement in
      if statement.isRunning { return try super.run(text, for: key) }
      try statement.run(for: key)
    }
  }

  private func prepareSeeking(_ text: StatementText) throws -> Statement {
    guard let sql = text.seekingSQL, let place = database.soughtKey else {
      return try statement(text)
    }
    try refuseIfClosed()
    do {
      let statement = try database.prepare(sql) {
        SeekingStatement($0, sql: text.sql, in: database, place: place)
      }
      seekers = seekers.adding(statement, for: text.id)
      return statement
    } catch let error as PersistenceError where error.code == .invalidQuery {
      // The file has a table of the name that the keys come from; or no such table or column, which
      // is to be said of the text that is known.
      return try statement(text)
    }
  }

  override func rowInsertion(_ text: StatementText, columns: Int) throws -> RowInsertion? {
    guard let source = database.rowSource else { return nil }
    if let found = insertions[text.id] { return found.isBusy ? nil : found }
    guard let statement = try preparedInsertion(text) else { return nil }
    let insertion = SQLiteRowInsertion(statement, from: source, columns: columns)
    insertions[text.id] = insertion
    return insertion.isBusy ? nil : insertion
  }

  private func preparedInsertion(_ text: StatementText) throws -> SQLiteStatement? {
    do {
      return try prepare(text.sql)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      // The file has a table of the name that the rows come from; or no such table or column, which
      // the statement for one row is to say.
      return nil
    }
  }

  override func endSeeking() {
    hasSought = false
    database.endSeeking()
  }

  override func update(_ rows: StagedRows, _ text: StatementText) throws {
    try run(try statement(text), staging: rows)
  }

  override func execute(_ sql: String) throws {
    try refuseIfClosed()
    try database.execute(sql)
  }

  /// `first`, or while it runs a twin of it that does not.
  private func idle(_ first: SQLiteStatement) throws -> SQLiteStatement {
    var candidate = first
    while candidate.isRunning {
      if candidate.twin == nil { candidate.twin = try prepare(first.sql) }
      if let twin = candidate.twin { candidate = twin }
    }
    return candidate
  }

  private func prepare(_ sql: String) throws -> SQLiteStatement {
    try refuseIfClosed()
    return try database.prepare(sql)
  }

  private func refuseIfClosed() throws {
    guard database.isClosed else { return }
    throw PersistenceError(.storeClosed, "The database \(database.name) is closed.")
  }

  // MARK: State

  override var changes: Int { database.isClosed ? 0 : Int(sqlite3_changes64(database.pointer)) }

  override var writes: Int { database.writes }

  override var isInTransaction: Bool {
    !database.isClosed && sqlite3_get_autocommit(database.pointer) == 0
  }

  override var isHeldUpByReaders: Bool { database.awaitsLog }

  override var endingFailure: (any Error)? { database.endingFailure }

  override func readSchema() throws -> [ExistingTable] { try existingTables() }

  override func brokenReference() throws -> BrokenReference? { try firstBrokenReference() }
  override func readIndices() throws -> [ExistingIndex] { try existingIndices() }
  override func dataVersion() throws -> Int64 {
    let statement = try statement(sql: "PRAGMA data_version")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : 0
  }

  override func layoutVersion() throws -> Int64? { try database.readSchemaVersion() }

  override func tables(usedBy sql: String) -> Set<String>? { database.tables(usedBy: sql) }

  override func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) { database.trace = trace }

  override func interrupt() { database.interrupt() }

  override func setStatementTimeout(_ limit: Duration?) throws {
    database.limitStatements(to: limit)
  }

  /// The log is copied into the file at once, so that the file is as short as it can be.
  override func vacuum() throws { try execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }

  override func optimize(isThorough: Bool) throws {
    // The limit keeps it short in large tables; a thorough one reads all rows.
    try execute(isThorough ? "ANALYZE" : "PRAGMA analysis_limit = 1000; PRAGMA optimize")
  }

  override func findProblems() throws -> [DatabaseProblem] { try problems() }

  override func backUp(
    to path: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try refuseIfClosed()
    try SQLiteBackup(of: database, to: path, isReplacing: isReplacing).run(progress)
  }

  @discardableResult
  override func endLease() -> Bool {
    hasSought = false
    if database.runningStatements > 0 { resetAll() }
    if isInTransaction { try? rollBack() }
    if database.awaitsLog { database.useLogIfRecognised() }
    if database.hasEndingFailure { database.endingFailure = nil }
    return !isStuck
  }

  /// A transaction of a file that cannot be rolled back, for want of memory, ends when the connection is
  /// closed, as it is at the end of the lease.
  override func rollBack() throws {
    try refuseIfClosed()
    do {
      try rollback?.run()
    } catch {
      isStuck = isInTransaction && !database.isInMemory
      if !isStuck { throw error }
    }
  }

  override func close() {
    guard !database.isClosed else { return }
    endLease()
    table = StatementTable()
    seekers = StatementTable()
    insertions = [:]
    rollback = nil
    cache = StatementCache(capacity: cache.capacity)
    database.close()
  }

  private func resetAll() {
    for first in table.statements + seekers.statements + cache.statements {
      var next: SQLiteStatement? = first
      while let statement = next {
        statement.close()
        next = statement.twin
      }
    }
  }
}
