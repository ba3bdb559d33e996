import PersistentObjectsEngine

extension PostgresConnection: Pipelining {
  func run(_ runs: [StatementRun], changes: inout [Int]) throws {
    try StatementPipeline.run(runs, on: server, changes: &changes)
  }
}

/// Statements that are sent together.
struct StatementPipeline {
  private let server: ServerConnection
  private var executions:
    [(statement: PostgresStatement, call: StatementCall, parameters: BoundParameters)] = []

  /// Runs statements in order, up to the first that fails. Those before one whose values are refused are run.
  static func run(_ runs: [StatementRun], on server: ServerConnection, changes: inout [Int]) throws
  {
    var pipeline = StatementPipeline(server: server)
    let binding = Result { try runs.forEach { try pipeline.add($0) } }
    try pipeline.run(&changes)
    try binding.get()
  }

  private init(server: ServerConnection) { self.server = server }

  /// Binds all first, since binding may prepare a statement for other types.
  private mutating func add(_ run: StatementRun) throws {
    guard let statement = run.statement as? PostgresStatement else {
      throw PersistenceError(
        .unsupported, "A statement of another kind cannot be sent together with others.")
    }
    try statement.bind(run) { executions.append((statement, $0, $1)) }
  }

  private func run(_ changes: inout [Int]) throws {
    if executions.isEmpty { return }
    var counts: [Int] = []
    do {
      try server.run(each: executions.map { ($0.statement.sql, $0.call, $0.parameters) }) {
        counts.append($0.changes)
      }
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
}
