import PersistentObjectsEngine

/// Checks of statements that are sent together.
enum PipeliningChecks {
  static let all = [
    Check("Statements that are sent together must run in order, each for all its rows", runs),
    Check("Of statements that are sent together those before the first that fails must run", fails),
  ]

  private static func runs(_ bench: Bench) throws {
    guard let connection = bench.connection as? any Pipelining else { return }
    try bench.makeSample(count: 2)
    let insertion = try insertion(bench)
    var runs = [
      StatementRun(insertion, for: batch([[3, 30], [4, 40]]), isBatch: false),
      StatementRun(
        try update(bench), for: batch([[31, 3], [5, 4711], [11, 1]]), isBatch: false),
      StatementRun(insertion, for: batch([[5, 50]]), isBatch: false),
    ]
    if let rows = bench.dialect.rows([.integer, .integer], from: bench.place(1), as: nil) {
      let text = "\(bench.dialect.insertRows) sample (pk, i) SELECT c0, c1 FROM \(rows)"
      runs.append(
        StatementRun(
          try bench.connection.prepare(text), for: batch([[6, 60], [7, 70]]), isBatch: true))
    }
    var changes: [Int] = []
    try bench.transaction { try connection.run(runs, changes: &changes) }
    let isLong = runs.count == 4
    try bench.demand(
      changes == [1, 1, 1, 0, 1, 1] + (isLong ? [2] : []), "the changes were \(changes)")
    try bench.demand(
      [11, 2, 31, 40, 50] + (isLong ? [60, 70] : []), of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func fails(_ bench: Bench) throws {
    guard let connection = bench.connection as? any Pipelining else { return }
    try bench.makeSample(count: 2)
    let runs = [
      StatementRun(try update(bench), for: batch([[7, 1]]), isBatch: false),
      StatementRun(try insertion(bench), for: batch([[3, 3], [1, 0], [4, 4]]), isBatch: false),
      StatementRun(try update(bench), for: batch([[8, 2]]), isBatch: false),
    ]
    try bench.run(bench.dialect.beginWrite)
    defer { try? bench.connection.rollBackOpen() }
    var changes: [Int] = []
    try bench.demandError([.constraintViolated], of: "a key that is there") {
      try connection.run(runs, changes: &changes)
    }
    try bench.demand(changes == [1, 1], "the changes were \(changes)")
  }

  private static func insertion(_ bench: Bench) throws -> any DriverStatement {
    try bench.connection.prepare("INSERT INTO sample (pk, i) VALUES (\(bench.places(1...2)))")
  }

  private static func update(_ bench: Bench) throws -> any DriverStatement {
    try bench.connection.prepare(
      "UPDATE sample SET i = \(bench.place(1)) WHERE pk = \(bench.place(2))")
  }

  private static func batch(_ rows: [[Int64]]) -> RowBatch {
    RowBatch(rows: rows.map { $0.map { .integer($0) } }, width: 2)
  }
}
