/// The error of a statement that has spoiled its transaction, with what is to be asked after the rollback
/// to explain it.
///
/// `@unchecked Sendable`: thrown and caught by the same session.
struct DeferredExplanation: Error, @unchecked Sendable {
  let error: PersistenceError
  let explain: (Connection) throws -> PersistenceError

  /// Explains an error now, or where that failure has spoiled the transaction, after the rollback.
  ///
  /// - Parameter explain: asks the database. If it fails the error stands as it is.
  static func of(
    _ error: PersistenceError, on connection: Connection,
    _ explain: @escaping (Connection) throws -> PersistenceError
  ) -> any Error {
    if connection.character.failureSpoilsTransaction {
      return DeferredExplanation(error: error, explain: explain)
    }
    return (try? explain(connection)) ?? error
  }
}

extension Connection {
  /// Runs work of a transaction that is no session's, and explains its failure here, after the rollback.
  package func explaining<R>(_ work: () throws -> R) throws -> R {
    do {
      return try work()
    } catch let deferred as DeferredExplanation {
      try? rollBack()
      throw (try? deferred.explain(self)) ?? deferred.error
    }
  }

  /// Runs what may be refused, so that the open transaction goes on if it is: behind a savepoint, where a
  /// failure would spoil it. A transaction without savepoints does not go on.
  @inline(__always)
  func attempting<R>(_ body: () throws -> R) throws -> R {
    guard character.failureSpoilsTransaction, usesSavepoints else { return try body() }
    return try behindSavepoint(body)
  }

  private func behindSavepoint<R>(_ body: () throws -> R) throws -> R {
    guard isInTransaction else { return try body() }
    try run("SAVEPOINT attempt")
    do {
      let result = try body()
      try run("RELEASE attempt")
      return result
    } catch {
      // Some failures end the transaction.
      if isInTransaction {
        try run("ROLLBACK TO attempt")
        try run("RELEASE attempt")
      }
      throw error
    }
  }
}
