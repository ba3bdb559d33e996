/// One connection to a database, as a driver makes it.
///
/// Isolation: used by one thread at a time, but for ``interrupt()``.
///
/// A connection may be able to do more than this; then it conforms to ``Vacuuming``, ``BackingUp`` and the
/// like, too.
public protocol DriverConnection: AnyObject {
  /// Prepares a text that is exactly one statement. The engine keeps the statement for later runs.
  ///
  /// Throws `invalidQuery` for a text that is no statement, or more than one, and says where it goes wrong.
  func prepare(_ sql: String) throws -> any DriverStatement

  /// Whether a transaction is open, as the database sees it.
  var isInTransaction: Bool { get }
  /// Rolls the open transaction back. It must not fail for want of memory, and need not throw where
  /// ``endLease()`` will return false, so that the connection is closed and the transaction with it.
  func rollBack() throws
  /// The failure after which the database ended the transaction by itself since the lease began, as some
  /// do when the disk is full; nil where there was none, or where the driver cannot tell.
  var endingFailure: (any Error)? { get }
  /// Whether nothing can be committed while others read.
  var isHeldUpByReaders: Bool { get }

  /// Makes the connection ready for the next holder, when all statements have been reset: rolls back what
  /// is still open.
  /// - Returns: whether it may be used again. If not, it is closed, and another one opened.
  func endLease() -> Bool
  /// Closes it. Its statements are used no more.
  func close()
  /// Stops the statement that runs now, which then throws `interrupted`. Called from any thread, also
  /// while no statement runs, and after ``close()``.
  func interrupt()

  /// The tables that the database holds, with their columns and indices.
  func readSchema() throws -> [ExistingTable]
  /// The indices that the database holds, without those that it made for keys by itself.
  func readIndices() throws -> [ExistingIndex]
}
