/// A prepared statement of a connection, with the parameters of its next run.
///
/// Use: set the parameters, call ``next()`` until it returns nil, and ``reset()``, which makes all
/// parameters NULL again. It is used by whoever holds its connection.
public final class Statement {
  /// The text that it is known by.
  public let sql: String
  /// The parameters of the next run, as one row.
  public let parameters: RowBatch
  /// Whether it was run and not yet reset. While it runs it is not handed out again.
  @exclusivity(unchecked) public private(set) var isRunning = false

  /// A second statement of the same text, for use while this one runs.
  var twin: Statement?
  /// The time by the cache's clock when it was handed out last.
  var lastUse: UInt64 = 0

  private let base: any DriverStatement
  private let activity: ConnectionActivity
  private let mayWrite: Bool
  /// The parameters that are batches.
  @exclusivity(unchecked) private var batches: [(rows: RowBatch, index: Int)] = []
  @exclusivity(unchecked) private var tracedRun: TracedRun?

  init(_ base: any DriverStatement, sql: String, _ activity: ConnectionActivity) {
    self.base = base
    self.sql = sql
    self.activity = activity
    mayWrite = !base.isReadOnly
    parameters = RowBatch(width: base.parameterCount)
  }

  deinit { reset() }

  // MARK: Parameters

  /// Sets an integer.
  @inline(__always)
  public func set(_ value: Int64, at index: Int) { parameters.set(value, at: index) }

  /// Sets a value of any kind.
  public func set(_ value: StoredValue, at index: Int) { parameters.set(value, at: index) }

  /// Sets a batch of rows, for a parameter that stands for one. It must stay as it is during the run.
  public func set(_ rows: RowBatch, at index: Int) { batches.append((rows, index)) }

  // MARK: Running

  /// Moves to the next row; nil when there is none. The row is valid until the next call. Throws a
  /// ``PersistenceError``.
  @inline(__always)
  public func next() throws -> Row? {
    if !isRunning { try begin() }
    do {
      if let row = try base.next() { return row }
    } catch {
      activity.noteFailure()
      reset()
      throw error
    }
    if tracedRun != nil { endTrace() }
    return nil
  }

  private func begin() throws {
    if parameters.hasStrayCell { throw strayParameter() }
    if let deletions = activity.deletions { try runFirst(deletions) }
    isRunning = true
    activity.running += 1
    if mayWrite { activity.writes += 1 }
    if activity.isTraced { tracedRun = TracedRun() }
    do {
      try base.bind(parameters.row)
      if !batches.isEmpty { try bindBatches() }
    } catch {
      reset()
      throw error
    }
  }

  /// Deletes rows that wait. If that fails the run has not begun, and nothing is left of its parameters.
  private func runFirst(_ deletions: WaitingDeletions) throws {
    do {
      try deletions.run()
    } catch {
      clearParameters()
      throw error
    }
  }

  private func bindBatches() throws {
    for batch in batches { try base.bind(batch.rows, at: batch.index) }
  }

  /// Reads the rows of the next run by and by, where the driver would else read all of them at once.
  package func readByAndBy() {
    if let base = base as? any GradualReading { base.readsByAndBy = true }
  }

  private func strayParameter() -> PersistenceError {
    clearParameters()
    return PersistenceError(
      .invalidQuery,
      "A value was bound beyond the statement's \(parameters.width) parameters.", sql: sql)
  }

  /// Runs a statement whose rows, if it has any, are of no interest, and resets it.
  public func run() throws {
    // A failure has reset it.
    while try next() != nil {}
    reset()
  }

  /// Runs a statement, which gives no rows, once for each row of a batch, whose cells are its parameters; up to one
  /// that fails.
  ///
  /// - Parameters:
  ///   - refusal: makes an error of a row of that which refused it.
  ///   - check: gets the number of changes of each run.
  func run(
    for rows: RowBatch, refusal: (_ error: PersistenceError, _ row: Int) -> any Error,
    check: (_ changes: [Int]) throws -> Void = { _ in }
  ) throws {
    try activity.deletions?.run()
    if mayWrite { activity.writes += 1 }
    var changes: [Int] = []
    do {
      let began = activity.isTraced ? ContinuousClock.now : nil
      defer {
        if let began {
          for _ in 0..<min(rows.count, changes.count + 1) { activity.tell(sql, since: began) }
        }
      }
      try base.run(for: rows, changes: &changes)
    } catch {
      activity.noteFailure()
      throw (error as? PersistenceError).map { refusal($0, changes.count) } ?? error
    }
    try check(changes)
  }

  /// A run for rows, which is sent together with others.
  func pipelined(for rows: RowBatch, isBatch: Bool, hasToChange: Bool) -> StatementRun {
    if mayWrite { activity.writes += 1 }
    return StatementRun(base, for: rows, isBatch: isBatch, hasToChange: hasToChange)
  }

  /// Ends the run, so that the statement may be run again, with all parameters NULL.
  @inline(__always)
  public func reset() {
    if isRunning {
      base.reset()
      isRunning = false
      activity.running -= 1
      if tracedRun != nil { endTrace() }
    }
    clearParameters()
  }

  private func clearParameters() {
    parameters.clearRow()
    if !batches.isEmpty { batches.removeAll() }
  }

  private func endTrace() {
    if let tracedRun { activity.tell(sql, since: tracedRun.began) }
    tracedRun = nil
  }

  /// The number of rows that the last run inserted, updated or deleted.
  public var changes: Int { base.changes }

  // MARK: Description

  /// The number of columns of each row.
  public var columnCount: Int { base.columnCount }

  /// The name of a column.
  public func columnName(at index: Int) -> String { base.columnName(at: index) }

  /// The column of a table that a column of the result shows as it is; nil for an expression, and for a
  /// database that does not tell.
  public func origin(at index: Int) -> (table: String, column: String)? { base.origin(at: index) }

  /// Whether it leaves the database as it is.
  public var isReadOnly: Bool { !mayWrite }
}
