/// A prepared statement, as implemented by a driver.
///
/// ```swift
/// let parameters = RowBatch([.integer(30)])
/// try withExtendedLifetime(parameters) {
///   try statement.bind(parameters.row)
///   while let row = try statement.next() { print(row.text(at: 0)) }
///   statement.reset()
/// }
/// ```
///
/// The engine calls ``bind(_:)``, ``bind(_:at:)`` for each parameter that is a batch, ``next()``
/// until it returns nil or no more rows are wanted, and ``reset()``, in this order. It does not run
/// a statement again before resetting it.
public protocol DriverStatement: AnyObject {
  /// The number of parameters: the greatest number among the placeholders, batches included.
  var parameterCount: Int { get }
  /// The number of columns of each row; 0 for a statement that returns no rows.
  var columnCount: Int { get }
  /// Returns the name of a column.
  func columnName(at index: Int) -> String
  /// Returns the column of a table that a column of the result shows unchanged; nil for an
  /// expression, or if the database does not tell.
  func origin(at index: Int) -> (table: String, column: String)?
  /// Whether the statement leaves the database unchanged. `BEGIN`, `COMMIT` and statements about
  /// savepoints do.
  var isReadOnly: Bool { get }

  /// Begins a run with a value for each parameter; that of a batch is NULL here. The cells and
  /// their bytes keep their addresses until ``reset()``.
  func bind(_ parameters: Row) throws
  /// Binds a batch of rows, which does not change until ``reset()``, to a parameter, whose index
  /// counts from 0: placeholder 1 has index 0. The text has the parameter where
  /// ``Dialect/rows(_:from:as:)`` or ``Dialect/isMember(_:_:_:)`` put it.
  func bind(_ rows: RowBatch, at index: Int) throws
  /// Moves to the next row; nil if there is none. The row is valid until the next call.
  func next() throws -> Row?
  /// Ends the run.
  func reset()
  /// Runs the statement, which returns no rows, once for each row of a batch, with the row's cells
  /// as parameters, and stops at the first failure. Called in a transaction. The default
  /// implementation runs it for one row after another; a driver that waits for a server's answers
  /// should send all rows first.
  /// - Parameters:
  ///   - rows: the rows, whose cells are the parameters.
  ///   - changes: receives the number of changes of each run that did not fail.
  func run(for rows: RowBatch, changes: inout [Int]) throws
  /// Binds a value to the last parameter for all runs, until another one is bound to it. From then
  /// on, ``bind(_:)`` and ``run(for:changes:)`` get rows that end before that parameter. By default
  /// throws `unsupported`: such a driver has no tables that tenants share.
  func bindForAllRuns(_ value: StoredValue, at index: Int) throws
  /// The number of rows that the last run inserted, updated or deleted. An `UPDATE` counts each row
  /// that its condition selects, changed or not, and an upsert counts 1 for each row.
  var changes: Int { get }
}

extension DriverStatement {
  /// Throws `unsupported`.
  public func bindForAllRuns(_ value: StoredValue, at index: Int) throws {
    throw PersistenceError(.unsupported, "The driver has no tables that tenants share.")
  }

  /// Runs the statement for one row after another.
  public func run(for rows: RowBatch, changes: inout [Int]) throws {
    defer { reset() }
    changes.reserveCapacity(changes.count + rows.count)
    for row in 0..<rows.count {
      try bind(rows[row])
      while try next() != nil {}
      changes.append(self.changes)
      reset()
    }
  }
}
