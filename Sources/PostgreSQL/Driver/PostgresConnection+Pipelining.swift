import PersistentObjectsDriver

extension PostgresConnection: Pipelining {
  func run(_ runs: [StatementRun], changes: inout [Int]) throws {
    try StatementPipeline.run(runs, on: server, changes: &changes)
  }

  func commit(after runs: [StatementRun], changes: inout [Int]) throws -> Bool {
    let pipeline = Result { try StatementPipeline(before: runs, on: server) }
    // If the server has refused a statement, it refuses all others. If values are refused, the code
    // below reports for which statement.
    if let pipeline = try server.refusesAll ? pipeline.get() : (try? pipeline.get()) {
      return try pipeline.commit(&changes)
    }
    var counts: [Int] = []
    defer { changes += counts }
    try run(runs, changes: &counts)
    var rest = counts[...]
    for run in runs {
      let count = run.isBatch ? 1 : run.rows.count
      if run.hasToChange && rest.prefix(count).contains(0) { return false }
      rest = rest.dropFirst(count)
    }
    try server.commit()
    return true
  }
}
