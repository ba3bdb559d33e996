/// A transaction without savepoints was to go on after a failure.
///
/// Where a failure spoils the transaction, each call that may fail would need a savepoint, which costs about as
/// much as the call. So a transaction that may be run again is first run without any; should a call in it fail,
/// it is run again with them, and then goes on or fails as it does everywhere.
struct SavepointsNeeded: Error {
  /// The error that has ended the transaction.
  let error: any Error

  /// The error of all calls that follow on the failure.
  static let errorOfLaterCalls = PersistenceError(
    .sessionFailed,
    """
    a call in this transaction has failed, and to go on after that the transaction is run again from its \
    beginning; let errors out of the closure
    """)
}

extension Session {
  /// The error with which the attempt has ended that the session was lent for.
  func attemptFailure(_ error: any Error) -> any Error {
    guard needsSavepoints, (error as? PersistenceError)?.isTransient != true else { return error }
    return SavepointsNeeded(error: error)
  }
}
