/// A connection that sends statements together and waits for their results once.
///
/// ```swift
/// let runs = [
///   StatementRun(insert, for: newRows, isBatch: true),
///   StatementRun(update, for: changedRows, isBatch: false),
/// ]
/// var changes: [Int] = []
/// let isCommitted = try connection.commit(after: runs, changes: &changes)
/// ```
///
/// For databases that are queried over a network, where waiting for one answer takes as long as
/// many statements. There, a failure spoils the transaction (`failureSpoilsTransaction`).
public protocol Pipelining: DriverConnection {
  /// Runs statements that return no rows, in order, up to the first that fails. Called in a
  /// transaction.
  /// - Parameters:
  ///   - runs: the statements with their rows.
  ///   - changes: receives the number of changes of each execution that did not fail.
  func run(_ runs: [StatementRun], changes: inout [Int]) throws

  /// Runs statements as ``run(_:changes:)`` does, and commits the open transaction, unless a
  /// statement fails, or an execution that has to change a row (``StatementRun/hasToChange``)
  /// changes none. Such an execution is the last whose changes are reported.
  /// - Returns: whether the transaction is committed. If not, it can only be rolled back.
  func commit(after runs: [StatementRun], changes: inout [Int]) throws -> Bool
}

/// A statement with the rows that it is run for.
///
/// See ``Pipelining``.
public struct StatementRun {
  /// A statement of the same connection.
  public let statement: any DriverStatement
  /// The rows, which do not change until the statements have run.
  public let rows: RowBatch
  /// Whether one execution takes all rows, as its first parameter. If not, there is one execution
  /// for each row, with the row's cells as parameters.
  public let isBatch: Bool
  /// Whether each execution has to change a row for the transaction to be committed. If so, the
  /// statement is an `UPDATE` or `DELETE` of one row.
  public let hasToChange: Bool

  /// Makes a run of a statement for rows.
  public init(
    _ statement: any DriverStatement, for rows: RowBatch, isBatch: Bool, hasToChange: Bool = false
  ) {
    (self.statement, self.rows, self.isBatch) = (statement, rows, isBatch)
    self.hasToChange = hasToChange
  }
}
