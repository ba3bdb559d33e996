import PersistentObjectsDriver

/// The beginning and the end of transactions. A `COMMIT` can be sent after the last statements,
/// without waiting for their results, if each of them either succeeds as wanted or fails: the
/// server does not commit after a failure.
extension ServerConnection {
  /// Begins a transaction with the next statement.
  func begin(_ sql: String) throws {
    if isInTransaction {
      throw PersistenceError(
        .invalidQuery, "A transaction is open already; end it first, or use a savepoint.",
        sql: sql)
    }
    try requireNearness()
    statements.keep(sql)
    transaction.queue(.begin(sql))
  }

  func commit() throws {
    // Nothing was done in a transaction that has not begun.
    if transaction.queued.beginTransaction { return transaction.queued.endTransaction() }
    if !transaction.onlyReads { return try run("COMMIT").requireCommitted("COMMIT") }
    // Nothing depends on it, and nobody ends the wait any more.
    try limited(to: Cancellation.graceOfEnd) { _ = try run("COMMIT") }
  }

  /// Returns whether a `COMMIT` can be sent with statements: whether they were found to be valid
  /// for the layout that the transaction sees, or that the server can be told to demand.
  /// - Parameter versions: the layout versions for which they were found to be valid.
  func mayCommit(withStatementsFor versions: [Int64?]) -> Bool {
    guard seesOneState, !isSpoiled else { return false }
    if layout.check == nil { return true }
    return layout.hasTable && layout.version > 0 && versions.allSatisfy { $0 == layout.version }
  }

  /// Runs statements one after another, and commits if none fails.
  ///
  /// - Parameter body: called with the result of each.
  func commit(
    after runs: [(sql: String, call: StatementCall, parameters: BoundParameters)],
    then body: (ServerResult) -> Void
  ) throws {
    var results: [ServerResult] = []
    defer { results.forEach(body) }
    try pipelining(
      "COMMIT", demandsLayout: true, isRepeatable: true,
      send: { link in
        runs.allSatisfy { link.send($0.call, with: $0.parameters) }
          && statements.send("COMMIT", over: link)
      },
      take: { link in
        results = []
        for run in runs { results.append(try link.takeResult(of: run.sql)) }
        try statements.takeResult(of: "COMMIT", over: link).requireCommitted("COMMIT")
      })
  }
}
