/// The statements of a save that wait to be sent together.
final class StatementQueue {
  private let connection: Connection
  private let pipelining: any Pipelining
  private var waiting: [QueuedStatement] = []

  /// Returns nil where the driver sends each statement by itself.
  init?(_ connection: Connection) {
    guard let pipelining = connection.pipelining else { return nil }
    self.connection = connection
    self.pipelining = pipelining
  }

  /// Has rows inserted, which must stay as they are, at the latest by ``run()``.
  ///
  /// - Parameter refusal: makes an error of a row of that which refused it.
  func insert(
    _ rows: RowBatch, _ insertion: Insertion,
    refusal: @escaping (_ error: PersistenceError, _ row: Int) -> any Error
  ) throws {
    let connection = connection
    let insertAlone = { try connection.insert(rows, insertion, refusal: refusal) }
    guard !insertion.loads(rows.count) else {
      try run()
      return try insertAlone()
    }
    let batch = insertion.text(for: rows.count)
    waiting.append(
      QueuedStatement(
        statement: try connection.statement(batch ?? insertion.row), rows: rows,
        isBatch: batch != nil, refusal: refusal, runAlone: insertAlone))
  }

  /// Adds a statement that is run once for each row.
  func add(_ statement: QueuedStatement) { waiting.append(statement) }

  /// Runs what waits.
  func run() throws {
    defer { waiting = [] }
    if waiting.count < 2 { return try waiting.first?.runAlone() ?? () }
    do {
      try attempting { try runTogether() }
    } catch let failure as BatchFailure {
      // Of several rows nobody could tell which one is refused.
      guard connection.usesSavepoints else { throw failure.error }
      for statement in waiting { try statement.runAlone() }
    }
  }

  private func attempting(_ body: () throws -> Void) throws {
    // Rows that are written one by one need not be written again to tell which one is refused.
    if waiting.contains(where: \.isBatch) { try connection.attempting(body) } else { try body() }
  }

  private func runTogether() throws {
    var changes: [Int] = []
    do {
      try connection.run(waiting, by: pipelining, changes: &changes)
    } catch let error as PersistenceError {
      throw failure(error, atExecution: changes.count)
    }
    var start = 0
    for statement in waiting {
      let end = start + statement.executionCount
      try statement.check?(Array(changes[start..<end]))
      start = end
    }
  }

  private func failure(_ error: PersistenceError, atExecution failed: Int) -> any Error {
    var start = 0
    for statement in waiting {
      let row = failed - start
      start += statement.executionCount
      if start <= failed { continue }
      let isOfRow = [.constraintViolated, .encodingFailed].contains(error.code)
      return statement.isBatch && isOfRow
        ? BatchFailure(error: error) : statement.refusal(error, row)
    }
    return error
  }
}

/// A statement that waits to be sent with others.
struct QueuedStatement {
  let statement: Statement
  let rows: RowBatch
  let isBatch: Bool
  /// Makes an error of a row of that which refused it.
  let refusal: (_ error: PersistenceError, _ row: Int) -> any Error
  /// Throws if the numbers of changes are not what was wanted.
  var check: ((_ changes: [Int]) throws -> Void)?
  /// Does the same by itself.
  let runAlone: () throws -> Void

  var executionCount: Int { isBatch ? 1 : rows.count }
}

/// The error of a batch one of whose rows is refused.
private struct BatchFailure: Error {
  let error: PersistenceError
}

extension Connection {
  fileprivate func run(
    _ statements: [QueuedStatement], by pipelining: any Pipelining, changes: inout [Int]
  ) throws {
    let began = activity.isTraced ? ContinuousClock.now : nil
    defer { if let began { trace(statements, executed: changes.count, since: began) } }
    do {
      try pipelining.run(
        statements.map { $0.statement.pipelined(for: $0.rows, isBatch: $0.isBatch) },
        changes: &changes)
    } catch {
      activity.noteFailure()
      throw error
    }
  }

  /// Tells of each statement that was executed, and of the one that failed.
  private func trace(
    _ statements: [QueuedStatement], executed count: Int, since began: ContinuousClock.Instant
  ) {
    let executions = statements.flatMap {
      Array(repeating: $0.statement.sql, count: $0.executionCount)
    }
    for sql in executions.prefix(count + 1) { activity.tell(sql, since: began) }
  }
}
