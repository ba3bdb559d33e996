/// A connection that sends statements together and waits for their results once.
///
/// For databases asked over a network, where each answer that is waited for takes as long as many statements. A
/// failure spoils the transaction there (`failureSpoilsTransaction`).
public protocol Pipelining: DriverConnection {
  /// Runs statements, which give no rows, in order, up to the first that fails. In a transaction.
  /// - Parameter changes: gets the number of changes of each execution that did not fail.
  func run(_ runs: [StatementRun], changes: inout [Int]) throws
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

  /// A statement with its rows.
  public init(_ statement: any DriverStatement, for rows: RowBatch, isBatch: Bool) {
    (self.statement, self.rows, self.isBatch) = (statement, rows, isBatch)
  }
}
