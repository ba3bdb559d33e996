import CPostgreSQL
import PersistentObjectsEngine

extension ServerConnection {
  /// Runs a `COPY … FROM STDIN`. It has no place in a pipeline, but what is queued goes before it, in one round trip.
  ///
  /// - Parameter body: sends the rows; what it throws ends the `COPY`, and spoils the transaction as any failure.
  func copy(
    _ sql: String, _ body: (_ send: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> ServerResult {
    try beginRoundTrip()
    let asksForLayout = layoutQuery != .none && hasLayoutTable
    let texts = takeQueued() + (asksForLayout ? [layoutText] : []) + [sql]
    guard PQsendQuery(pointer, texts.joined(separator: "; ")) == 1 else {
      throw failure(nil, sql: sql)
    }
    try awaitCopy(sql)
    var cause: (any Error)?
    do {
      try body { try send($0, of: sql) }
    } catch {
      cause = error
    }
    roundTrips += 1
    guard PQputCopyEnd(pointer, cause == nil ? nil : "the program has refused a value") == 1 else {
      throw failure(nil, sql: sql)
    }
    let result = Result { try takeLast(sql) }
    if let cause, !isLost { throw cause }
    return try result.get()
  }

  private func send(_ bytes: [UInt8], of sql: String) throws {
    let isSent = bytes.withUnsafeBytes { memory in
      let start = memory.bindMemory(to: CChar.self).baseAddress
      return PQputCopyData(pointer, start, Int32(clamping: memory.count)) == 1
    }
    guard isSent else { throw failure(nil, sql: sql) }
  }

  /// Takes the results of the statements before a `COPY`, up to the server's word that it waits for rows.
  private func awaitCopy(_ sql: String) throws {
    while let result = PQgetResult(pointer) {
      switch PQresultStatus(result) {
      case PGRES_COPY_IN: return PQclear(result)
      case PGRES_TUPLES_OK: note(layout: ServerResult(result))
      case PGRES_COMMAND_OK: PQclear(result)
      default:
        defer { PQclear(result) }
        let error = failure(result, sql: sql)
        while let more = PQgetResult(pointer) { PQclear(more) }
        throw error
      }
    }
    throw failure(nil, sql: sql)
  }

  /// Takes the result of the `COPY`, and the end behind it.
  private func takeLast(_ sql: String) throws -> ServerResult {
    let result = Result { try succeeded(PQgetResult(pointer), sql: sql) }
    while let more = PQgetResult(pointer) { PQclear(more) }
    return try result.get()
  }
}
