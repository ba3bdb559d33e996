/// A prepared statement, as a driver makes it.
///
/// The engine runs it in this order: ``bind(_:)``, ``bind(_:at:)`` for each parameter that is a batch,
/// ``next()`` until that returns nil or no more rows are wanted, ``reset()``. It is not run again before it
/// is reset.
public protocol DriverStatement: AnyObject {
  /// The number of parameters.
  var parameterCount: Int { get }
  /// The number of columns of each row; 0 for a statement that returns no rows.
  var columnCount: Int { get }
  /// The name of a column.
  func columnName(at index: Int) -> String
  /// The column of a table that a column of the result shows as it is; nil for an expression, and for a
  /// database that does not tell.
  func origin(at index: Int) -> (table: String, column: String)?
  /// Whether it leaves the database as it is.
  var isReadOnly: Bool { get }

  /// Begins a run with a value for each parameter. The cells and their bytes stay where they are until
  /// ``reset()``.
  func bind(_ parameters: Row) throws
  /// Binds a batch of rows to a parameter, which stays as it is until ``reset()``. The text has the parameter
  /// where ``Dialect/rows(_:from:as:)`` or ``Dialect/isMember(_:_:)`` put it.
  func bind(_ rows: RowBatch, at index: Int) throws
  /// Moves to the next row; nil when there is none. The row is valid until the next call.
  func next() throws -> Row?
  /// Ends the run.
  func reset()
  /// Runs the statement, which gives no rows, once for each row of a batch, whose cells are its parameters; up to
  /// one that fails. In a transaction. Without an implementation it is run for one row after the other; a driver
  /// that waits for a server's answers had better send all rows first.
  /// - Parameter changes: gets the number of changes of each run that did not fail.
  func run(for rows: RowBatch, changes: inout [Int]) throws
  /// The number of rows that the last run inserted, updated or deleted.
  var changes: Int { get }
}

extension DriverStatement {
  /// Runs the statement for one row after the other.
  public func run(for rows: RowBatch, changes: inout [Int]) throws {
    defer { reset() }
    for row in 0..<rows.count {
      try bind(rows[row])
      while try next() != nil {}
      changes.append(self.changes)
      reset()
    }
  }
}
