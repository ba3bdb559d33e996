package import PersistentObjectsDriver

/// The error of a statement that has spoiled its transaction, with a closure that queries the
/// database for an explanation after the rollback.
///
/// `@unchecked Sendable`: thrown and caught by the same session.
package struct DeferredExplanation: Error, @unchecked Sendable {
  package let error: PersistenceError
  package let explain: (Connection) throws -> PersistenceError

  package init(
    error: PersistenceError, explain: @escaping (Connection) throws -> PersistenceError
  ) {
    self.error = error
    self.explain = explain
  }

  /// Returns the explanation of an error, or, if that failure has spoiled the transaction, an error
  /// to be explained after the rollback.
  ///
  /// - Parameter explain: queries the database. If this fails, the original error is used.
  package static func of(
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
  /// Runs work of a transaction that belongs to no session. If a failure has to be explained after
  /// the rollback, rolls back and explains it.
  package func explaining<R>(_ work: () throws -> R) throws -> R {
    do {
      return try work()
    } catch let deferred as DeferredExplanation {
      try? rollBack()
      throw (try? deferred.explain(self)) ?? deferred.error
    }
  }

  /// Runs `body`, which may be refused, so that the open transaction can continue afterwards:
  /// behind a savepoint if a failure would spoil the transaction. A transaction without savepoints
  /// cannot continue.
  @inline(__always)
  @inlinable
  package func attempting<R>(_ body: () throws -> R) throws -> R {
    guard character.failureSpoilsTransaction, usesSavepoints else { return try body() }
    return try behindSavepoint(body)
  }

  private func behindSavepoint<R>(_ body: () throws -> R) throws -> R {
    guard isInTransaction else { return try body() }
    try run(sql: dialect.savepoint("attempt"))
    do {
      let result = try body()
      try run(sql: dialect.release("attempt"))
      return result
    } catch {
      // Some failures end the transaction.
      if isInTransaction {
        try run(sql: dialect.rollBack(to: "attempt"))
        try run(sql: dialect.release("attempt"))
      }
      throw error
    }
  }
}
