/// A connection to a database, as implemented by a driver.
///
/// ```swift
/// let statement = try connection.prepare("DELETE FROM person WHERE pk = $1")
/// var changes: [Int] = []
/// try statement.run(for: RowBatch(column: [7, 9]), changes: &changes)
/// let mayBeUsedAgain = connection.endLease()
/// ```
///
/// Isolation: used by one thread at a time, except for ``interrupt()``.
///
/// A connection with further abilities also conforms to ``Vacuuming``, ``BackingUp`` and similar
/// protocols.
public protocol DriverConnection: AnyObject {
  /// Prepares a text that is exactly one statement. The engine keeps the statement for later runs.
  ///
  /// Throws `invalidQuery` for a text that is not exactly one statement, and says where the error
  /// is.
  func prepare(_ sql: String) throws -> any DriverStatement

  /// Whether a transaction is open, as the database sees it.
  var isInTransaction: Bool { get }
  /// Rolls back the open transaction. It must not fail for lack of memory. It need not throw if
  /// ``endLease()`` will return false, so that the connection is closed, which ends the
  /// transaction.
  func rollBack() throws
  /// The failure after which the database ended the transaction by itself since the lease began, as
  /// some do when the disk is full; nil if there was none, or if the driver cannot tell.
  var endingFailure: (any Error)? { get }
  /// Whether nothing can be committed while others read.
  var isHeldUpByReaders: Bool { get }

  /// Makes the connection ready for the next holder, after all statements have been reset: rolls
  /// back an open transaction.
  /// - Returns: whether the connection may be used again. If not, it is closed and another one
  ///   opened.
  func endLease() -> Bool
  /// Closes the connection. Its statements are not used afterwards.
  func close()
  /// Stops the running statement, which then throws `interrupted`. Called from any thread, even
  /// while no statement runs and after ``close()``.
  func interrupt()
  /// Notes the tenant whose rows the next statements reach, in a column of a type; nil for those of
  /// all. A driver may tell the database, to have it check this. By default does nothing.
  func serve(_ tenant: StoredValue?, of type: ColumnType)

  /// Returns the tables of the database, with their columns and indices.
  func readSchema() throws -> [ExistingTable]
  /// Returns the indices of the database, except those that it created for keys by itself.
  func readIndices() throws -> [ExistingIndex]

  /// The connection, if it conforms to ``LayoutWatching``; do not implement it. Unlike a cast, it
  /// searches no conformances at run time.
  var layoutWatching: (any LayoutWatching)? { get }
  /// The same for ``Resting``.
  var resting: (any Resting)? { get }
}

extension DriverConnection {
  /// Does nothing.
  public func serve(_ tenant: StoredValue?, of type: ColumnType) {}
  /// None: the database does not end transactions by itself, or does not tell.
  public var endingFailure: (any Error)? { nil }
  /// Never: readers and writers do not wait for each other.
  public var isHeldUpByReaders: Bool { false }
  /// No connection: changes are not noticed.
  public var layoutWatching: (any LayoutWatching)? { nil }
  /// No connection: there is no work between leases.
  public var resting: (any Resting)? { nil }
}

extension DriverConnection where Self: LayoutWatching {
  /// The connection.
  public var layoutWatching: (any LayoutWatching)? { self }
}

extension DriverConnection where Self: Resting {
  /// The connection.
  public var resting: (any Resting)? { self }
}
