import PersistentObjectsEngine

/// The beginning and the end of transactions. A `COMMIT` can be sent after the last statements, without waiting for
/// their results, if each of them either succeeds as wanted or fails: the server does not commit after a failure.
extension ServerConnection {
  /// Notes the kind of a transaction that begins with the next statement.
  func begin(_ sql: String) {
    holdsSnapshot = !sql.hasSuffix("READ COMMITTED")
    onlyReads = sql.hasSuffix("READ ONLY")
    if boundaries[sql] == nil { boundaries[sql] = LastingStatement(sql, name: makeName()) }
  }

  /// Sends a text without parameters, by its name if it begins or commits a transaction.
  func send(_ text: String, over link: ServerLink) -> Bool {
    boundaries[text]?.send(over: link, of: self) ?? link.send(text)
  }

  /// Takes the result of ``send(_:over:)``.
  func takeResult(of text: String, over link: ServerLink) throws -> ServerResult {
    try boundaries[text]?.takeResult(over: link, of: self) ?? link.takeResult(of: text)
  }

  func commit() throws {
    // Nothing was done in a transaction that has not begun.
    if queued.beginTransaction { return queued.endTransaction() }
    if !onlyReads { return try run("COMMIT").requireCommitted("COMMIT") }
    // Nothing depends on it, and nobody ends the wait any more.
    try limited(to: Cancellation.graceOfEnd) { _ = try run("COMMIT") }
  }

  /// Returns whether a `COMMIT` can be sent with statements: whether they were found to be valid for the layout that the
  /// transaction sees, or that the server can be told to demand.
  /// - Parameter versions: the layout versions for which they were found to be valid.
  func mayCommit(withStatementsFor versions: [Int64?]) -> Bool {
    guard seesOneState, !isSpoiled else { return false }
    if layoutCheck == nil { return true }
    return hasLayoutTable && layoutVersion > 0 && versions.allSatisfy { $0 == layoutVersion }
  }

  /// Runs statements one after another, and commits if none fails.
  ///
  /// - Parameter body: called with the result of each.
  func commit(
    after runs: [(sql: String, call: StatementCall, parameters: BoundParameters)],
    _ body: (ServerResult) -> Void
  ) throws {
    try pipelining(
      "COMMIT", demandsLayout: true,
      send: { link in
        runs.allSatisfy { link.send($0.call, $0.parameters) } && send("COMMIT", over: link)
      },
      take: { link in
        for run in runs { body(try link.takeResult(of: run.sql)) }
        try takeResult(of: "COMMIT", over: link).requireCommitted("COMMIT")
      })
  }
}
