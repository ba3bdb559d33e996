package import PersistentObjectsDriver

/// A prepared statement of a connection, with the parameters of its next run.
///
/// To use it, set the parameters, call ``next()`` until it returns nil, and call ``reset()``, which
/// sets all parameters to NULL. Only the holder of its connection may use it.
package final class Statement {
  /// The SQL of the statement.
  package let sql: String
  /// The SQL that it was prepared for, without a tenant.
  let source: String
  /// The parameters of the next run, as one row.
  package let parameters: RowBatch
  /// Whether the statement was run but not yet reset. A running statement is not handed out again.
  @exclusivity(unchecked) package private(set) var isRunning = false

  /// A second statement of the same text, for use while this one runs.
  var twin: Statement?
  /// Whether the statement or one of its twins is running.
  var isInUse: Bool { isRunning || twin?.isInUse == true }
  /// The time at which the statement was last handed out, by the cache's clock.
  var lastUse: UInt64 = 0

  private let base: any DriverStatement
  private let activity: ConnectionActivity
  private let mayWrite: Bool
  /// Whether a parameter is the tenant.
  private let hasTenant: Bool
  @exclusivity(unchecked) private var tenant: TenantParameter
  /// The parameters that are batches.
  @exclusivity(unchecked) private var batches: [(rows: RowBatch, index: Int)] = []
  @exclusivity(unchecked) private var tracedRun: TracedRun?

  init(
    _ base: any DriverStatement, sql: String, for source: String, tenant: TenantParameter,
    _ activity: ConnectionActivity
  ) {
    self.base = base
    self.sql = sql
    self.source = source
    self.tenant = tenant
    hasTenant = tenant.index != nil
    self.activity = activity
    mayWrite = !base.isReadOnly
    parameters = RowBatch(width: tenant.index ?? base.parameterCount)
  }

  deinit { reset() }

  // MARK: Parameters

  /// Sets an integer.
  @inline(__always)
  package func set(_ value: Int64, at index: Int) { parameters.set(value, at: index) }

  /// Sets a value of any kind.
  package func set(_ value: StoredValue, at index: Int) { parameters.set(value, at: index) }

  /// Sets a batch of rows, for a parameter that stands for one. The batch must not change during
  /// the run.
  package func set(_ rows: RowBatch, at index: Int) { batches.append((rows, index)) }

  // MARK: Running

  /// Moves to the next row; nil if there is none. The row is valid until the next call. Throws a
  /// ``PersistenceError``.
  @inline(__always)
  @inlinable
  package func next() throws -> Row? {
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
      if hasTenant { try tenant.bind(to: base, activity) }
      try base.bind(parameters.row)
      if !batches.isEmpty { try bindBatches() }
    } catch {
      reset()
      throw error
    }
  }

  /// Deletes the rows that wait to be deleted. If that fails, the run has not begun, and its
  /// parameters are cleared.
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

  /// Makes the next run read its rows gradually, if the driver would otherwise read all of them at
  /// once.
  package func readByAndBy() {
    if let base = base as? any GradualReading { base.readsByAndBy = true }
  }

  private func strayParameter() -> PersistenceError {
    clearParameters()
    return PersistenceError(
      .invalidQuery,
      "A value was bound beyond the statement's \(parameters.width) parameters.", sql: sql)
  }

  /// Runs the statement, ignores its rows, if it has any, and resets it.
  package func run() throws {
    // A failing `next()` has reset the statement.
    while try next() != nil {}
    reset()
  }

  /// Runs a statement that returns no rows once for each row of a batch, with the row's cells as
  /// parameters, and stops at the first failure.
  ///
  /// - Parameters:
  ///   - refusal: turns the database's error into the error of a row.
  ///   - check: receives the number of changes of each run.
  package func run(
    for rows: RowBatch, refusal: (_ error: PersistenceError, _ row: Int) -> any Error,
    check: (_ changes: [Int]) throws -> Void = { _ in }
  ) throws {
    try activity.deletions?.run()
    if mayWrite { activity.writes += 1 }
    if hasTenant { try tenant.bind(to: base, activity) }
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
      // After the last row, what failed is not a row.
      guard let error = error as? PersistenceError, changes.count < rows.count else { throw error }
      throw refusal(error, changes.count)
    }
    try check(changes)
  }

  /// Returns a run for rows, to be sent together with others.
  func pipelined(for rows: RowBatch, isBatch: Bool, hasToChange: Bool) throws -> StatementRun {
    if mayWrite { activity.writes += 1 }
    if hasTenant { try tenant.bind(to: base, activity) }
    return StatementRun(base, for: rows, isBatch: isBatch, hasToChange: hasToChange)
  }

  /// Ends the run and sets all parameters to NULL, so that the statement can be run again.
  @inline(__always)
  package func reset() {
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
  package var changes: Int { base.changes }

  // MARK: Description

  /// The number of columns of each row.
  package var columnCount: Int { base.columnCount }

  /// Returns the name of a column.
  package func columnName(at index: Int) -> String { base.columnName(at: index) }

  /// Returns the column of a table that a column of the result shows unchanged; nil for an
  /// expression, or if the database does not tell.
  package func origin(at index: Int) -> (table: String, column: String)? { base.origin(at: index) }

  /// Whether the statement leaves the database unchanged.
  package var isReadOnly: Bool { !mayWrite }
}
