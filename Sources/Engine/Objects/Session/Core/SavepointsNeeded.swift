import PersistentObjectsDriver

/// The error of a transaction without savepoints that was to continue after a failure.
///
/// In a database where a failure spoils the transaction, each call that may fail would need a
/// savepoint, which costs about as much as the call. So a transaction that may run again first runs
/// without savepoints. If a call in it fails, it runs again with them, and then continues or fails
/// as in any other database.
struct SavepointsNeeded: Error {
  /// The error that has ended the transaction.
  let error: any Error

  /// The error of all calls that follow the failure.
  static let errorOfLaterCalls = PersistenceError(
    .sessionFailed,
    """
    a call in this transaction has failed, and to continue after that the transaction is run again from \
    its beginning; let errors propagate out of the closure
    """)
}

extension Session {
  /// Returns the error of the attempt that the session was lent for.
  func attemptFailure(_ error: any Error) -> any Error {
    guard needsSavepoints, (error as? PersistenceError)?.isTransient != true else { return error }
    return SavepointsNeeded(error: error)
  }
}
