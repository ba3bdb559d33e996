import CPostgreSQL
import PersistentObjectsEngine
import Synchronization

// MARK: Simple statements

extension ServerConnection {
  /// Runs statements without parameters, and returns what the last has given, as text.
  @discardableResult
  func run(_ sql: String) throws -> ServerResult {
    try reconnectIfLost()
    try beginRoundTrip()
    let texts = takeQueued() + [sql]
    return try succeeded(PQexec(pointer, texts.joined(separator: "; ")), sql: sql)
  }

  func commit() throws {
    // Nothing was done in a transaction that has not begun.
    if queued.beginTransaction { return queued.endTransaction() }
    try run("COMMIT").requireCommitted("COMMIT")
  }

  func rollBack() throws {
    let hasBegun = !queued.beginTransaction
    queued.endTransaction()
    if hasBegun { try run("ROLLBACK") }
  }

  /// Whether the open transaction refuses everything but its end.
  var isSpoiled: Bool { PQtransactionStatus(pointer) == PQTRANS_INERROR }

  func takeQueued() -> [String] { queued.take(isSpoiled: isSpoiled) }

  func beginRoundTrip() throws {
    if isClosed { throw closedError }
    isInterrupted.store(false, ordering: .relaxed)
    if !isInTransaction { transactionNumber += 1 }
    roundTrips += 1
  }

  func succeeded(_ result: OpaquePointer?, sql: String) throws -> ServerResult {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      if let result { return ServerResult(result) }
      throw failure(nil, sql: sql)
    default:
      defer { PQclear(result) }
      throw failure(result, sql: sql)
    }
  }
}

// MARK: Statements with parameters

extension ServerConnection {
  /// A name for a statement or a cursor.
  func makeName() -> String {
    lastNumber += 1
    return "s\(lastNumber)"
  }

  /// Prepares a statement, and describes it.
  func prepare(_ sql: String, as name: String, types: [ServerType?], of original: String) throws
    -> ServerResult
  {
    try reconnectIfLost()
    return try pipelining(
      original,
      send: {
        PQsendPrepare(pointer, name, sql, Int32(clamping: types.count), types.numbers) == 1
          && PQsendDescribePrepared(pointer, name) == 1
      },
      take: {
        _ = try takeResult(original)
        return try takeResult(original)
      })
  }

  /// Runs a prepared statement.
  func run(_ name: String, _ parameters: BoundParameters, of sql: String) throws -> ServerResult {
    try pipelining(sql, send: { send(name, parameters) }, take: { try takeResult(sql) })
  }

  /// Runs a prepared statement that changes tables, and counts the version of the layout up.
  func run(changingLayout name: String, of sql: String) throws -> ServerResult {
    guard hasLayoutTable else { return try run(name, BoundParameters(), of: sql) }
    return try pipelining(
      sql, send: { send(name, BoundParameters()) && sendText(Self.newLayout) },
      take: {
        let result = try takeResult(sql)
        note(layout: try takeResult(Self.newLayout))
        return result
      })
  }

  /// Runs prepared statements one after the other, up to the first that fails.
  ///
  /// - Parameter body: called with the result of each.
  func run(
    each runs: [(name: String, parameters: BoundParameters)], of sql: String,
    _ body: (ServerResult) -> Void
  ) throws {
    try pipelining(
      sql, send: { runs.allSatisfy { send($0.name, $0.parameters) } },
      take: { for _ in runs { body(try takeResult(sql)) } })
  }

  private func send(_ name: String, _ parameters: BoundParameters) -> Bool {
    parameters.withPointers { values, lengths, formats in
      PQsendQueryPrepared(
        pointer, name, Int32(clamping: parameters.count), values, lengths, formats, 1) == 1
    }
  }

  /// Runs a text that is not kept prepared.
  ///
  /// - Parameter types: the types of the parameters.
  func run(
    _ text: String, _ parameters: BoundParameters, types: [ServerType?], of sql: String
  ) throws -> ServerResult {
    try pipelining(
      sql,
      send: {
        parameters.withPointers { values, lengths, formats in
          PQsendQueryParams(
            pointer, text, Int32(clamping: parameters.count), types.numbers, values, lengths,
            formats, 1)
            == 1
        }
      }, take: { try takeResult(sql) })
  }
}

// MARK: Pipelines

extension ServerConnection {
  /// Sends what is queued and what `send` sends, and takes the results, those of `send` by `take`.
  private func pipelining<R>(
    _ sql: String, send: () -> Bool, take: () throws -> R
  ) throws -> R {
    try beginRoundTrip()
    guard PQenterPipelineMode(pointer) == 1 else { throw failure(nil, sql: sql) }
    defer { leavePipeline() }
    let (query, texts) = (layoutQuery, takeQueued())
    let isSent =
      texts.allSatisfy(sendText) && (query != .before || sendLayoutQuery()) && send()
      && (query != .behind || sendLayoutQuery())
    guard PQpipelineSync(pointer) == 1, isSent else { throw failure(nil, sql: sql) }
    for text in texts { _ = try takeResult(text) }
    if query == .before { try takeLayoutVersion() }
    let result = try take()
    if query == .behind { try takeLayoutVersion() }
    return result
  }

  /// Sends a text without parameters; its result is text.
  func sendText(_ text: String) -> Bool {
    PQsendQueryParams(pointer, text, 0, nil, nil, nil, nil, 0) == 1
  }

  /// Takes the one result of a statement. After one that failed the server passes the others over.
  func takeResult(_ sql: String) throws -> ServerResult {
    let result = try succeeded(PQgetResult(pointer), sql: sql)
    PQclear(PQgetResult(pointer))
    return result
  }

  /// Takes what is left, up to the result that ends the pipeline.
  private func leavePipeline() {
    var hadNone = false
    while true {
      let result = PQgetResult(pointer)
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
        if PQexitPipelineMode(pointer) == 0 { giveUp() }
        return
      }
      // The end of a statement is told by no result; only where the connection is lost are there two.
      if result == nil && hadNone { return giveUp() }
      hadNone = result == nil
    }
  }
}

extension [ServerType?] {
  /// The server's numbers; 0 stands for a type that it finds out.
  fileprivate var numbers: [Oid] { map { $0?.rawValue ?? 0 } }
}
