import PersistentObjectsDriver

// MARK: Texts without parameters

extension ServerConnection {
  /// Runs statements without parameters, and returns the result of the last one, as text.
  @discardableResult
  func run(_ sql: String) throws -> ServerResult {
    try reconnectIfLost()
    return try roundTrip { try $0.execute(takeQueued($0) + [sql], of: sql) }
  }

  /// Runs a statement that can be neither in a transaction nor together with others. Its names
  /// include their schema, since there may be no settings.
  func runAlone(_ sql: String) throws {
    try reconnectIfLost()
    if !transaction.queued.isEmpty { try run("") }
    _ = try roundTrip { try $0.execute([sql + settings.mark], of: sql) }
  }

  /// Rolls back. If the server does not answer soon, drops the connection, with which the
  /// transaction ends: the call has no limit any more that would end the wait.
  func rollBack() throws {
    link?.patience = Cancellation.graceOfEnd
    try limited(to: Cancellation.graceOfEnd) { try rollBackNow() }
  }

  private func rollBackNow() throws {
    let hasBegun = !transaction.queued.beginTransaction
    transaction.queued.endTransaction()
    // A failure does not matter, since everything is rolled back.
    try? receiveAwaited()
    if !hasBegun || transaction.endIfLost() { return }
    link?.cancellation?.settle()
    do {
      try run("ROLLBACK")
    } catch {
      // A server that has lost the connection has rolled back by itself.
      if !transaction.endIfLost() { throw error }
    }
  }
}

// MARK: Statements with parameters

extension ServerConnection {
  /// Prepares a statement, and describes it.
  /// - Parameters:
  ///   - call: the way in which it will be run.
  ///   - estimatesRows: whether the server is asked for the number of rows that it expects.
  func prepare(
    _ sql: String, for call: StatementCall, types: [ServerType?], of original: String,
    estimatesRows: Bool = false
  ) throws -> (description: ServerResult, estimatedRowCount: Int) {
    try reconnectIfLost()
    return try pipelining(
      original, isPreparing: true,
      send: {
        $0.sendDescription(of: call, sql: sql, types: types)
          && (!estimatesRows || $0.send("EXPLAIN \(sql)"))
      },
      take: { link in
        let description = try link.takeResult(of: original)
        guard estimatesRows else { return (description, 0) }
        do {
          return (description, try link.takeResult(of: original).estimatedRowCount ?? 0)
        } catch {
          // Planning computes constant expressions, which may fail.
          if case .prepared(let name) = call { transaction.queued.free("DEALLOCATE \(name)") }
          throw error
        }
      })
  }

  /// Sends a statement of the open transaction whose result is taken later.
  func send(_ call: StatementCall, of sql: String) throws -> AwaitedResult {
    try roundTrip { try $0.sendAhead(call, of: sql) }
  }

  /// Takes the result of ``send(_:of:)``.
  func take(_ awaited: AwaitedResult) throws -> ServerResult {
    if link?.awaited === awaited { try receiveAwaited() }
    guard let result = awaited.result else { throw lease.closedError }
    return try result.get()
  }

  /// Receives the result that the link waits for, if there is one.
  func receiveAwaited() throws {
    do {
      try link?.receiveAwaited()
    } catch {
      if isLost { transaction.loss = error as? PersistenceError }
      throw error
    }
  }

  /// Runs a statement.
  func run(
    _ call: StatementCall, with parameters: BoundParameters, of sql: String
  ) throws -> ServerResult {
    try pipelining(
      sql, isRepeatable: true, send: { $0.send(call, with: parameters) },
      take: { try $0.takeResult(of: sql) })
  }

  /// Runs a statement that changes tables, and increments the layout version.
  func run(
    changingLayout call: StatementCall, with parameters: BoundParameters, of sql: String
  ) throws -> ServerResult {
    guard layout.hasTable else { return try run(call, with: parameters, of: sql) }
    // A table with rows whose constraints are still to be checked cannot be changed.
    let (before, after) =
      isInTransaction
      ? (["SET CONSTRAINTS ALL IMMEDIATE"], ["SET CONSTRAINTS ALL DEFERRED"]) : ([], [])
    return try pipelining(
      sql,
      send: { link in
        before.allSatisfy(link.send) && link.send(call, with: parameters)
          && link.send(LayoutTable.increment) && after.allSatisfy(link.send)
      },
      take: { link in
        for text in before { _ = try link.takeResult(of: text) }
        let result = try link.takeResult(of: sql)
        layout.note(try link.takeResult(of: LayoutTable.increment), in: transaction.number)
        for text in after { _ = try link.takeResult(of: text) }
        return result
      })
  }

  /// Runs statements one after another, up to the first that fails.
  ///
  /// - Parameter body: called with the result of each.
  func run(
    each runs: [(sql: String, call: StatementCall, parameters: BoundParameters)],
    then body: (ServerResult) -> Void
  ) throws {
    var results: [ServerResult] = []
    defer { results.forEach(body) }
    try pipelining(
      runs.first?.sql ?? "", isRepeatable: true,
      send: { link in runs.allSatisfy { link.send($0.call, with: $0.parameters) } },
      take: { link in
        results = []
        for run in runs { results.append(try link.takeResult(of: run.sql)) }
      })
  }

  /// Sends the queued statements and those of `send`, and takes the results, those of `send` by
  /// `take`.
  /// - Parameter demandsLayout: whether the server has to fail if the layout is not that of the
  ///   last transaction, rather than report its version.
  ///   - isPreparing: whether `send` only prepares statements.
  ///   - isRepeatable: whether both closures can be called again.
  func pipelining<R>(
    _ sql: String, demandsLayout: Bool = false, isPreparing: Bool = false,
    isRepeatable: Bool = false,
    send: (ServerLink) -> Bool, take: (ServerLink) throws -> R
  ) throws -> R {
    func run(_ link: ServerLink) throws -> R {
      let query = demandsLayout && layoutQuery != .none ? .demand : layoutQuery
      let texts = takeQueued(link)
      return try link.pipelining(
        sql,
        send: {
          texts.allSatisfy { statements.send($0, over: link) }
            && (query != .before || statements.send(layout.query, over: link))
            && (query != .demand || sendLayoutDemand(link)) && send(link)
            && (query != .behind || statements.send(layout.query, over: link))
        },
        take: {
          for text in texts { _ = try statements.takeResult(of: text, over: link) }
          if query == .before { try takeLayoutVersion(link) }
          if query == .demand { try takeLayoutDemand(link) }
          let result = try take(link)
          if query == .behind { try takeLayoutVersion(link) }
          return result
        })
    }
    return try isRepeatable
      ? repeatableRoundTrip(run) : roundTrip(isPreparing: isPreparing, run)
  }
}
