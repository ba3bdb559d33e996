import PersistentObjectsEngine

/// The end of transactions. A `COMMIT` can be sent behind the last statements, without waiting for
/// their answers, where these can only be good ones or failures, which the server does not commit.
extension ServerConnection {
  func commit() throws {
    // Nothing was done in a transaction that has not begun.
    if queued.beginTransaction { return queued.endTransaction() }
    try run("COMMIT").requireCommitted("COMMIT")
  }

  /// Whether statements were found right for the layout that the transaction sees, or that the server can be told to
  /// demand.
  func mayCommitTogether(_ statements: [PostgresStatement]) -> Bool {
    guard seesOneState, !isSpoiled else { return false }
    if layoutCheck == nil { return true }
    return hasLayoutTable && layoutVersion > 0
      && statements.allSatisfy { $0.checkedLayoutVersion == layoutVersion }
  }

  /// Runs statements one after the other, and commits if none fails.
  ///
  /// - Parameter body: called with the result of each.
  func commit(
    after runs: [(sql: String, call: StatementCall, parameters: BoundParameters)],
    _ body: (ServerResult) -> Void
  ) throws {
    try roundTrip { link in
      let demandsLayout = layoutCheck != nil && !knowsLayoutVersion
      let texts = takeQueued(link)
      try link.pipelining(
        "COMMIT",
        send: {
          texts.allSatisfy(link.send) && (!demandsLayout || sendLayoutDemand(link))
            && runs.allSatisfy { link.send($0.call, $0.parameters) } && link.send("COMMIT")
        },
        take: {
          do {
            for text in texts { _ = try link.takeResult(of: text) }
            if demandsLayout { try takeLayoutDemand(link) }
            for run in runs { body(try link.takeResult(of: run.sql)) }
          } catch let error as PersistenceError where link.isLost && error.databaseCode == nil {
            // The server may have come to the COMMIT before.
            throw link.failure(nil, of: "COMMIT")
          }
          try link.takeResult(of: "COMMIT").requireCommitted("COMMIT")
        })
    }
  }

  /// Has the server fail where the layout is not that of the last transaction.
  private func sendLayoutDemand(_ link: ServerLink) -> Bool {
    var parameters = BoundParameters()
    return parameters.append(.integer(layoutVersion), as: .int8)
      && versionDemand.send(parameters, types: [.int8], over: link, of: self)
  }

  private func takeLayoutDemand(_ link: ServerLink) throws {
    do {
      _ = try versionDemand.takeResult(over: link, of: self)
    } catch let error as PersistenceError where error.databaseCode == Demand.code {
      // Each statement is looked at again before the next.
      layoutVersion = 0
      throw PersistenceError(
        .busy, "Tables were changed meanwhile; run the transaction again.", sql: error.sql,
        databaseCode: error.databaseCode)
    }
  }
}
