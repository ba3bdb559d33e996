import CPostgreSQL
import Foundation
import PersistentObjectsDriver

// MARK: Texts without parameters

extension ServerLink {
  /// Runs statements, and returns the result of the last one, as text.
  func execute(_ texts: [String], of sql: String) throws -> ServerResult {
    let text = texts.joined(separator: "; ")
    return try succeeded(patience == nil ? PQexec(pointer, text) : lastResult(of: text), of: sql)
  }

  /// Does the same for one statement outside of transactions, which the server has to answer in
  /// time.
  func ask(_ sql: String, within limit: Duration) throws -> ServerResult {
    let earlier = patience
    patience = limit
    defer { patience = earlier }
    return try execute([sql], of: sql)
  }

  /// Does what `PQexec` does, within the limit.
  private func lastResult(of text: String) -> OpaquePointer? {
    guard PQsendQuery(pointer, text) == 1 else { return nil }
    var last: OpaquePointer?
    while let result = nextResult() {
      PQclear(last)
      last = result
      let status = PQresultStatus(result)
      let isCopy = [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status)
      if isCopy || PQstatus(pointer) == CONNECTION_BAD { break }
    }
    return last
  }

  /// Waits for the next result, and drops the connection if the server does not answer in time.
  private func nextResult() -> OpaquePointer? {
    if let patience { awaitAnswer(until: .now + patience) }
    return PQgetResult(pointer)
  }

  private func awaitAnswer(until end: ContinuousClock.Instant) {
    while PQisBusy(pointer) == 1 {
      let remaining = end - .now
      if remaining <= .zero { return cancellation?.drop() ?? () }
      var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      poll(&watched, 1, Int32(remaining.milliseconds) + 1)
      if PQconsumeInput(pointer) == 0 { return }
    }
  }

  private func succeeded(_ result: OpaquePointer?, of sql: String) throws -> ServerResult {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      if let result { return ServerResult(result) }
      throw failure(nil, of: sql)
    default:
      defer { PQclear(result) }
      throw failure(result, of: sql)
    }
  }
}

// MARK: Pipelines

extension ServerLink {
  /// Sends statements together, and takes their results.
  /// - Parameters:
  ///   - send: sends the statements; returns false if that fails.
  ///   - take: takes the result of each.
  func pipelining<R>(_ sql: String, send: () -> Bool, take: () throws -> R) throws -> R {
    guard PQenterPipelineMode(pointer) == 1 else { throw failure(nil, of: sql) }
    let result = Result {
      try sync(sql, send: send)
      return try take()
    }
    var failureAtEnd: PersistenceError?
    leavePipeline { report in
      if case .success = result { failureAtEnd = failureAtEnd ?? failure(report, of: sql) }
    }
    do {
      let value = try result.get()
      // Outside of a transaction, the end commits: constraints are checked there, and the rows of
      // cursors computed.
      if let failureAtEnd, sql != "COMMIT" { throw failureAtEnd }
      // Without its end, the pipeline was rolled back, unless it has committed.
      if isLost && sql != "COMMIT" { throw failure(nil, of: sql) }
      return value
    } catch  where sql == "COMMIT" && isLost && !wasReportedByServer {
      // The server may have run the COMMIT before. A pooler, too, does not know that.
      throw failure(nil, of: sql)
    }
  }

  /// Sends a statement in a pipeline that stays open until its result is received.
  func sendAhead(_ call: StatementCall, of sql: String) throws -> AwaitedResult {
    guard PQenterPipelineMode(pointer) == 1 else { throw failure(nil, of: sql) }
    do {
      try sync(sql) { send(call, with: BoundParameters()) }
    } catch {
      leavePipeline()
      throw error
    }
    let result = AwaitedResult(of: sql)
    awaited = result
    return result
  }

  /// Receives the result of the statement that was sent ahead, if there is one, so that the link is
  /// free for others. A failure is thrown here, and again to whoever takes the result.
  func receiveAwaited() throws {
    guard let awaited else { return }
    cancellation?.beginWait()
    var result = Result { try takeResult(of: awaited.sql) }
    self.awaited = nil
    leavePipeline()
    cancellation?.endWait()
    if isLost, case .success = result { result = .failure(failure(nil, of: awaited.sql)) }
    awaited.result = result
    _ = try result.get()
  }

  private func sync(_ sql: String, send: () -> Bool) throws {
    sent = SentStatements()
    sharedStatements.beginPipeline()
    let isSent = send()
    guard PQpipelineSync(pointer) == 1, isSent else { throw failure(nil, of: sql) }
  }

  /// Sends a text without parameters; its result is text.
  func send(_ text: String) -> Bool {
    sent.add()
    return PQsendQueryParams(pointer, text, 0, nil, nil, nil, nil, 0) == 1
  }

  /// Sends a run of a statement.
  ///
  /// - Parameter preparing: whether it is prepared first, under the name of its call.
  func send(
    _ call: StatementCall, with parameters: BoundParameters,
    preparing preparation: (sql: String, types: [ServerType?])? = nil
  ) -> Bool {
    let count = Int32(clamping: parameters.count)
    return parameters.withPointers { values, lengths, formats in
      if case .text(let text, let types) = call {
        sent.add()
        return PQsendQueryParams(
          pointer, text, count, types.numbers, values, lengths, formats, 1) == 1
      }
      guard let name = prepared(call, preparing: preparation) else { return false }
      return PQsendQueryPrepared(pointer, name, count, values, lengths, formats, 1) == 1
    }
  }

  /// Sends the preparation of a statement, unless the link has it already, and its description,
  /// which is the one result of both.
  func sendDescription(of call: StatementCall, sql: String, types: [ServerType?]) -> Bool {
    guard let name = prepared(call, preparing: (sql, types)) else { return false }
    return PQsendDescribePrepared(pointer, name) == 1
  }

  /// Sends the preparation of a statement, if it needs one, and returns its name; nil if that
  /// fails.
  private func prepared(
    _ call: StatementCall, preparing preparation: (sql: String, types: [ServerType?])?
  ) -> String? {
    var (name, preparation) = ("", preparation)
    switch call {
    case .text: break
    case .prepared(let own): name = own
    case .shared(let statement):
      let (known, isNew) = sharedStatements.use(statement)
      (name, preparation) = (known, isNew ? (statement.sql, statement.types) : nil)
    }
    sent.add(call, isPreparedBefore: preparation != nil)
    guard let (sql, types) = preparation else { return name }
    return PQsendPrepare(pointer, name, sql, Int32(clamping: types.count), types.numbers) == 1
      ? name : nil
  }

  /// Takes the one result of a statement. After a failure, the server skips the others.
  ///
  /// - Parameter onPreparation: called if the statement was prepared first, and that succeeded.
  func takeResult(
    of sql: String, onPreparation: () -> Void = {}
  ) throws -> ServerResult {
    guard let marked = sent.take() else { return try takeOneResult(of: sql) }
    do {
      if marked.isPreparedBefore {
        _ = try takeOneResult(of: sql)
        onPreparation()
        if let statement = marked.statement { sharedStatements.notePrepared(statement) }
      }
      return try takeOneResult(of: sql)
    } catch let error as PersistenceError {
      if let statement = marked.statement { sharedStatements.note(error, of: statement) }
      throw error
    }
  }

  private func takeOneResult(of sql: String) throws -> ServerResult {
    let result = try succeeded(nextResult(), of: sql)
    PQclear(nextResult())
    return result
  }

  /// Takes the remaining results, up to the one that ends the pipeline.
  /// - Parameter onFailure: called with each failure among them.
  func leavePipeline(onFailure: (OpaquePointer?) -> Void = { _ in }) {
    var hadNone = false
    while true {
      let result = nextResult()
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC:
        if PQexitPipelineMode(pointer) == 0 { giveUp() }
        return
      case PGRES_FATAL_ERROR: onFailure(result)
      // Both sides wait for the other one.
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: return giveUp()
      default: break
      }
      // No result marks the end of a statement; there are two in a row only if the connection is
      // lost.
      if result == nil && hadNone { return giveUp() }
      hadNone = result == nil
    }
  }
}

// MARK: COPY

extension ServerLink {
  /// Runs texts, the last of which is a `COPY … FROM STDIN`.
  /// - Parameters:
  ///   - rows: sends the rows; an error that it throws ends the `COPY`, and spoils the transaction
  ///     like any failure.
  ///   - earlier: called with the number and the result of each text before it.
  func copy(
    _ texts: [String], of sql: String, rows: (_ send: ([UInt8]) throws -> Void) throws -> Void,
    earlier: (Int, ServerResult) -> Void
  ) throws -> ServerResult {
    guard PQsendQuery(pointer, texts.joined(separator: "; ")) == 1 else {
      throw failure(nil, of: sql)
    }
    try awaitCopy(sql, earlier: earlier)
    var cause: (any Error)?
    do {
      try rows { try send($0, of: sql) }
    } catch {
      cause = error
    }
    guard PQputCopyEnd(pointer, cause == nil ? nil : "the program rejected a value") == 1 else {
      throw failure(nil, of: sql)
    }
    let result = Result { try succeeded(nextResult(), of: sql) }
    dropResults()
    if let cause, !isLost { throw cause }
    if isLost, case .success = result { throw failure(nil, of: sql) }
    return try result.get()
  }

  private func send(_ bytes: [UInt8], of sql: String) throws {
    let isSent = bytes.withUnsafeBytes { memory in
      let start = memory.bindMemory(to: CChar.self).baseAddress
      return PQputCopyData(pointer, start, Int32(clamping: memory.count)) == 1
    }
    guard isSent else { throw failure(nil, of: sql) }
  }

  /// Takes the results of the texts before a `COPY`, until the server reports that it waits for
  /// rows.
  private func awaitCopy(_ sql: String, earlier: (Int, ServerResult) -> Void) throws {
    var number = 0
    while let result = nextResult() {
      if PQresultStatus(result) == PGRES_COPY_IN { return PQclear(result) }
      do {
        earlier(number, try succeeded(result, of: sql))
      } catch {
        dropResults()
        throw error
      }
      number += 1
    }
    throw failure(nil, of: sql)
  }

  private func dropResults() { while let result = nextResult() { PQclear(result) } }
}

extension [ServerType?] {
  /// The server's numbers of the types; 0 stands for a type that the server infers.
  fileprivate var numbers: [Oid] { map { $0?.rawValue ?? 0 } }
}
