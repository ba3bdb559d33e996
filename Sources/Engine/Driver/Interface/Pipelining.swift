/// A connection that sends statements together and waits for their results once.
///
/// For databases asked over a network, where each answer that is waited for takes as long as many statements. A
/// failure spoils the transaction there (`failureSpoilsTransaction`).
public protocol Pipelining: DriverConnection {
  /// Runs statements, which give no rows, in order, up to the first that fails. In a transaction.
  /// - Parameter changes: gets the number of changes of each execution that did not fail.
  func run(_ runs: [StatementRun], changes: inout [Int]) throws

  /// Does the same, and commits the open transaction, unless a statement fails, or an execution changes no row of one
  /// that has to (``StatementRun/hasToChange``). Such an execution is the last whose changes are told.
  /// - Returns: whether the transaction is committed. Where not, only its rollback may follow.
  func commit(after runs: [StatementRun], changes: inout [Int]) throws -> Bool
}

/// A statement with the rows that it is run for.
public struct StatementRun {
  /// A statement of the same connection.
  public let statement: any DriverStatement
  /// The rows, which stay as they are until the statements have run.
  public let rows: RowBatch
  /// Whether one execution has all rows, as its first parameter; else there is one for each row, whose cells are the
  /// parameters.
  public let isBatch: Bool
  /// Whether each execution has to change a row, if the transaction is to be committed behind it. Then it is an
  /// `UPDATE` or `DELETE` of one row.
  public let hasToChange: Bool

  /// A statement with its rows.
  public init(
    _ statement: any DriverStatement, for rows: RowBatch, isBatch: Bool, hasToChange: Bool = false
  ) {
    (self.statement, self.rows, self.isBatch) = (statement, rows, isBatch)
    self.hasToChange = hasToChange
  }
}
