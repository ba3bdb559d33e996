import CSQLite
import PersistentObjectsDriver

/// The time that a connection's statements may take, measured inside SQLite.
struct StatementLimit {
  /// The number of steps of SQLite's virtual machine between two looks at the clock.
  private static let stepsBetweenLooks: Int32 = 1000

  let duration: Duration
  /// The instant by which the running step has to end.
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether the last statement was stopped by the limit.
  private(set) var isExceeded = false

  init(_ duration: Duration) { self.duration = duration }

  /// Begins a step of a statement that has already taken some time. Returns the argument for
  /// ``endStep(_:)``.
  mutating func beginStep(after spent: Duration) -> ContinuousClock.Instant? {
    let outer = deadline
    isExceeded = false
    deadline = .now + (duration - spent)
    return outer
  }

  /// Ends a step, which may be nested in another statement's.
  mutating func endStep(_ outer: ContinuousClock.Instant?) { deadline = outer }

  /// Returns whether the running step has to be stopped.
  mutating func isOver() -> Bool {
    guard let deadline, deadline <= .now else { return false }
    isExceeded = true
    return true
  }

  func error(_ code: Int32, sql: String?) -> PersistenceError {
    PersistenceError(
      .timedOut,
      """
      the statement took longer than statementTimeout (\(duration)) and was stopped; let it find less, \
      add an index, or raise the limit
      """, sql: sql, databaseCode: ResultCode(code).name)
  }

  /// Makes SQLite look at the clock for a database, or stop doing so.
  static func install(_ isNeeded: Bool, in database: DatabaseHandle) {
    let context = Unmanaged.passUnretained(database).toOpaque()
    sqlite3_progress_handler(
      database.pointer, isNeeded ? stepsBetweenLooks : 0,
      { context in
        guard let context else { return 0 }
        // SQLite calls this only while a statement runs, which retains the database.
        let database = Unmanaged<DatabaseHandle>.fromOpaque(context).takeUnretainedValue()
        return database.statementLimit?.isOver() == true ? 1 : 0
      }, context)
  }
}
