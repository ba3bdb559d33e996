package import PersistentObjectsDriver

/// The statements of a save that wait to be sent together, possibly with the `COMMIT` after them.
package final class StatementQueue {
  private let connection: Connection
  private let pipelining: any Pipelining
  private var waiting: [QueuedStatement] = []
  /// The number of bytes of their values.
  private var byteCount = 0

  fileprivate init(_ connection: Connection, _ pipelining: any Pipelining) {
    self.connection = connection
    self.pipelining = pipelining
  }

  /// Inserts rows, at the latest in ``run()``. The batch must not change until then.
  ///
  /// - Parameter refusal: turns the database's error into the error of a row.
  package func insert(
    _ rows: RowBatch, _ insertion: Insertion,
    refusal: @escaping (_ error: PersistenceError, _ row: Int) -> any Error
  ) throws {
    let connection = connection
    let insertAlone = { try connection.insert(rows, insertion, refusal: refusal) }
    guard !insertion.loads(rows.count, on: connection) else {
      try run()
      return try insertAlone()
    }
    let batch = insertion.text(for: rows.count, on: connection)
    try add(
      QueuedStatement(
        statement: try connection.statement(batch ?? insertion.row), rows: rows,
        isBatch: batch != nil, refusal: refusal, runBatch: insertAlone))
  }

  /// Adds a statement. If many statements or bytes are waiting then, runs them.
  package func add(_ statement: QueuedStatement) throws {
    waiting.append(statement)
    byteCount += statement.rows.byteCount
    if waiting.count >= 512 || byteCount >= 1 << 20 { try run() }
  }

  /// Removes the waiting statements, which hold their objects; statements that change rows also
  /// hold this queue.
  package func removeAll() { (waiting, byteCount) = ([], 0) }

  /// Runs the waiting statements.
  package func run() throws {
    defer { removeAll() }
    if waiting.count < 2 { return try waiting.first?.runAlone() ?? () }
    do {
      try attempting { try runTogether() }
    } catch let failure as BatchFailure {
      // The database does not tell which of the rows was refused.
      guard connection.usesSavepoints else { throw failure.error }
      for statement in waiting { try statement.runAlone() }
    }
  }

  /// Runs the waiting statements and commits, in a single round trip if possible. Throws
  /// ``BatchFailure`` if only savepoints can tell which row was refused.
  package func commit(_ commit: StatementText) throws {
    // It takes a savepoint to find out which row of a batch is refused.
    if waiting.isEmpty || connection.usesSavepoints && waiting.contains(where: \.isBatch) {
      try run()
      return try connection.run(commit)
    }
    let isCounted = waiting.contains(where: \.isCounted)
    do {
      defer { removeAll() }
      try runTogether(before: isCounted ? nil : commit)
    }
    if isCounted { try connection.run(commit) }
  }

  private func attempting(_ body: () throws -> Void) throws {
    // Rows written one by one need not be written again to find out which one is refused.
    if waiting.contains(where: \.isBatch) { try connection.attempting(body) } else { try body() }
  }

  private func runTogether(before commit: StatementText? = nil) throws {
    var changes: [Int] = []
    let isDone: Bool
    do {
      isDone = try connection.run(waiting, before: commit, by: pipelining, changes: &changes)
    } catch let error as PersistenceError {
      // A statement that changed nothing may be the reason.
      if changes.contains(0) { try check(changes, canAsk: false) }
      throw failure(error, atExecution: changes.count)
    }
    try check(changes, canAsk: commit == nil)
    if !isDone { throw PersistenceError(.databaseFailed, "The transaction was not committed.") }
  }

  private func check(_ changes: [Int], canAsk: Bool) throws {
    // After an execution that changed nothing, there may be no more numbers.
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
package struct QueuedStatement {
  let statement: Statement
  let rows: RowBatch
  let isBatch: Bool
  /// The function that turns the database's error into the error of a row.
  let refusal: (_ error: PersistenceError, _ row: Int) -> any Error
  /// A check that throws if the numbers of changes are wrong. If there is one, each execution has
  /// to change one row, unless the changes are counted.
  ///
  /// `canAsk` tells whether the check may query the database for the reason.
  package var check: ((_ changes: [Int], _ canAsk: Bool) throws -> Void)?
  /// Whether the check has to come before the `COMMIT` is sent: the database can only be told that
  /// an execution has to change a row, not how many.
  package var isCounted = false
  /// The function that writes the rows of a batch by itself.
  var runBatch: (() throws -> Void)?

  package init(
    statement: Statement, rows: RowBatch, isBatch: Bool,
    refusal: @escaping (_ error: PersistenceError, _ row: Int) -> any Error,
    check: ((_ changes: [Int], _ canAsk: Bool) throws -> Void)? = nil,
    runBatch: (() throws -> Void)? = nil
  ) {
    self.statement = statement
    self.rows = rows
    self.isBatch = isBatch
    self.refusal = refusal
    self.check = check
    self.runBatch = runBatch
  }

  var executionCount: Int { isBatch ? 1 : rows.count }

  /// Runs the statement by itself.
  func runAlone() throws {
    if let runBatch { return try runBatch() }
    try statement.run(for: rows, refusal: refusal) { try check?($0, true) }
  }
}

/// The error of a batch in which a row is refused.
package struct BatchFailure: Error {
  package let error: PersistenceError
}

extension Connection {
  /// Returns an empty queue; nil if the driver sends each statement by itself.
  package func makeQueue() -> StatementQueue? { pipelining.map { StatementQueue(self, $0) } }

  fileprivate func run(
    _ statements: [QueuedStatement], before commit: StatementText?, by pipelining: any Pipelining,
    changes: inout [Int]
  ) throws -> Bool {
    try deletions.run()
    let began = activity.isTraced ? ContinuousClock.now : nil
    defer { if let began { trace(statements, commit, executed: changes.count, since: began) } }
    let runs = try statements.map {
      try $0.statement.pipelined(
        for: $0.rows, isBatch: $0.isBatch, hasToChange: $0.check != nil && !$0.isCounted)
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

  /// Traces each statement that was executed, and the one that failed.
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
