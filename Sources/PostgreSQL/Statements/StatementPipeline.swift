import PersistentObjectsDriver

/// Statements that are sent together.
struct StatementPipeline {
  private let server: ServerConnection
  private var executions: [Execution] = []

  private struct Execution {
    let statement: PostgresStatement
    /// The text for errors.
    let sql: String
    let call: StatementCall
    let parameters: BoundParameters
    let demandsChange: Bool
  }

  /// Runs statements in order, up to the first that fails. Statements before one whose values are
  /// refused are run.
  static func run(
    _ runs: [StatementRun], on server: ServerConnection, changes: inout [Int]
  ) throws {
    var pipeline = StatementPipeline(on: server)
    let binding = Result { try runs.forEach { try pipeline.add($0) } }
    // If the server has refused a statement, it refuses all others.
    if server.refusesAll { try binding.get() }
    try pipeline.run(&changes)
    try binding.get()
  }

  private init(on server: ServerConnection) { self.server = server }

  /// Makes a pipeline with which a `COMMIT` can be sent; nil if the results have to be seen first.
  init?(before runs: [StatementRun], on server: ServerConnection) throws {
    self.server = server
    let versions = try runs.map { try $0.serverStatement().checkedLayoutVersion }
    guard server.mayCommit(withStatementsFor: versions) else { return nil }
    for run in runs { try add(run, isBeforeCommit: true) }
  }

  /// Binds the parameters at once, since binding may prepare a statement for other types.
  private mutating func add(_ run: StatementRun, isBeforeCommit: Bool = false) throws {
    let statement = try run.serverStatement()
    let demandsChange = isBeforeCommit && run.hasToChange
    let sent = try demandsChange ? statement.demanding() : statement
    try sent.bind(run) {
      executions.append(
        Execution(
          statement: sent, sql: statement.sql, call: $0, parameters: $1,
          demandsChange: demandsChange))
    }
  }

  private var calls: [(sql: String, call: StatementCall, parameters: BoundParameters)] {
    executions.map { ($0.sql, $0.call, $0.parameters) }
  }

  private func run(_ changes: inout [Int]) throws {
    if executions.isEmpty { return }
    var counts: [Int] = []
    do {
      try server.run(each: calls) { counts.append($0.changes) }
    } catch {
      changes += counts
      try executions[min(counts.count, executions.count - 1)].statement.fail(error)
    }
    var last: PostgresStatement?
    for execution in executions where execution.statement !== last {
      try execution.statement.requireLayout()
      last = execution.statement
    }
    changes += counts
  }

  /// Runs the statements and commits. Returns false if an execution has not changed what it has to.
  func commit(_ changes: inout [Int]) throws -> Bool {
    var counts: [Int] = []
    defer { changes += counts }
    do {
      try server.commit(after: calls) { counts.append($0.changes) }
      return true
    } catch {
      guard counts.count < executions.count else { throw error }
      let refused = executions[counts.count]
      let state = (error as? PersistenceError)?.databaseCode
      guard refused.demandsChange, state == Demand.code, server.link?.hasFailedDemand == true else {
        try refused.statement.fail(error)
      }
      counts.append(0)
      return false
    }
  }
}

extension PostgresStatement {
  func run(for rows: RowBatch, changes: inout [Int]) throws {
    try StatementPipeline.run(
      [StatementRun(self, for: rows, isBatch: false)], on: server, changes: &changes)
  }
}

extension StatementRun {
  fileprivate func serverStatement() throws -> PostgresStatement {
    guard let statement = statement as? PostgresStatement else {
      throw PersistenceError(
        .unsupported, "A statement of another kind cannot be sent together with others.")
    }
    return statement
  }
}
