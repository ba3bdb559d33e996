/// The statements of a save that wait to be sent together, and perhaps with the `COMMIT` behind it.
final class StatementQueue {
  private let connection: Connection
  private let pipelining: any Pipelining
  private var waiting: [QueuedStatement] = []
  /// The number of bytes in their values.
  private var byteCount = 0

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
    try add(
      QueuedStatement(
        statement: try connection.statement(batch ?? insertion.row), rows: rows,
        isBatch: batch != nil, refusal: refusal, runBatch: insertAlone))
  }

  /// Adds a statement that is run once for each row, and runs what waits where that has become much.
  func add(_ statement: QueuedStatement) throws {
    waiting.append(statement)
    byteCount += statement.rows.byteCount
    if waiting.count >= 512 || byteCount >= 1 << 20 { try run() }
  }

  /// Forgets what waits: statements hold their objects, and those that change rows this queue.
  func removeAll() { (waiting, byteCount) = ([], 0) }

  /// Runs what waits.
  func run() throws {
    defer { removeAll() }
    if waiting.count < 2 { return try waiting.first?.runAlone() ?? () }
    do {
      try attempting { try runTogether() }
    } catch let failure as BatchFailure {
      // Of several rows nobody could tell which one is refused.
      guard connection.usesSavepoints else { throw failure.error }
      for statement in waiting { try statement.runAlone() }
    }
  }

  /// Runs what waits and commits, so that one answer is waited for where that can be. Throws ``BatchFailure`` where
  /// savepoints would tell which row is refused.
  func commit(_ commit: StatementText) throws {
    // To tell which row of a batch is refused takes a savepoint.
    if waiting.isEmpty || connection.usesSavepoints && waiting.contains(where: \.isBatch) {
      try run()
      return try connection.run(commit)
    }
    defer { removeAll() }
    try runTogether(before: commit)
  }

  private func attempting(_ body: () throws -> Void) throws {
    // Rows that are written one by one need not be written again to tell which one is refused.
    if waiting.contains(where: \.isBatch) { try connection.attempting(body) } else { try body() }
  }

  private func runTogether(before commit: StatementText? = nil) throws {
    var changes: [Int] = []
    let isDone: Bool
    do {
      isDone = try connection.run(waiting, before: commit, by: pipelining, changes: &changes)
    } catch let error as PersistenceError {
      // What has changed nothing may be the reason.
      if changes.contains(0) { try check(changes, canAsk: false) }
      throw failure(error, atExecution: changes.count)
    }
    try check(changes, canAsk: commit == nil)
    if !isDone { throw PersistenceError(.databaseFailed, "The transaction was not committed.") }
  }

  private func check(_ changes: [Int], canAsk: Bool) throws {
    // Behind one that has changed nothing there may be none.
    var rest = changes[...]
    for statement in waiting where !rest.isEmpty {
      try statement.check?(Array(rest.prefix(statement.executionCount)), canAsk)
      rest = rest.dropFirst(statement.executionCount)
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
  /// Throws if the numbers of changes are not what was wanted. Each execution has to change one row then.
  ///
  /// `canAsk` tells whether it may ask the database for the reason.
  var check: ((_ changes: [Int], _ canAsk: Bool) throws -> Void)?
  /// Does with the rows what a batch does, by itself.
  var runBatch: (() throws -> Void)?

  var executionCount: Int { isBatch ? 1 : rows.count }

  /// Does the same by itself.
  func runAlone() throws {
    if let runBatch { return try runBatch() }
    try statement.run(for: rows, refusal: refusal) { try check?($0, true) }
  }
}

/// The error of a batch one of whose rows is refused.
struct BatchFailure: Error {
  let error: PersistenceError
}

extension Connection {
  fileprivate func run(
    _ statements: [QueuedStatement], before commit: StatementText?, by pipelining: any Pipelining,
    changes: inout [Int]
  ) throws -> Bool {
    try deletions.run()
    let began = activity.isTraced ? ContinuousClock.now : nil
    defer { if let began { trace(statements, commit, executed: changes.count, since: began) } }
    let runs = statements.map {
      $0.statement.pipelined(for: $0.rows, isBatch: $0.isBatch, hasToChange: $0.check != nil)
    }
    do {
      if commit != nil { return try pipelining.commit(after: runs, changes: &changes) }
      try pipelining.run(runs, changes: &changes)
      return true
    } catch {
      activity.noteFailure()
      throw error
    }
  }

  /// Tells of each statement that was executed, and of the one that failed.
  private func trace(
    _ statements: [QueuedStatement], _ commit: StatementText?, executed count: Int,
    since began: ContinuousClock.Instant
  ) {
    var executions = statements.flatMap {
      Array(repeating: $0.statement.sql, count: $0.executionCount)
    }
    if let commit { executions.append(commit.sql) }
    for sql in executions.prefix(count + 1) { activity.tell(sql, since: began) }
  }
}
