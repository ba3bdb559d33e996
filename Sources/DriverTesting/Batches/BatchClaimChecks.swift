import PersistentObjectsDriver

/// Checks of what the dialect's character claims about batches.
enum BatchClaimChecks {
  static let all = [
    Check(
      "In a batch with a row that is refused, the rows before it must stay if"
        + " keepsRowsBeforeRefused is true, and none otherwise", keepsRows),
    Check(
      "If goesOnWithNextBatch is true, a statement at the end of its batch must go on with the next",
      goesOn),
    Check("If readsRowByRow is true, the first row must not wait for the others", readsRowByRow),
  ]

  private static func keepsRows(_ bench: Bench) throws {
    guard let rows = bench.dialect.rows([.integer], from: bench.place(1), as: nil) else {
      throw Skip.takesNoBatches
    }
    try bench.makeSample()
    try bench.run("INSERT INTO sample (pk) VALUES (3)")
    let sql = "\(bench.dialect.insertRows) sample (pk) SELECT c0 FROM \(rows)"
    let statement = try bench.connection.prepare(sql)
    try bench.run(bench.dialect.beginWrite)
    try bench.run(bench.dialect.savepoint("before_batch"))
    try bench.demandError([.constraintViolated], of: "a key that is taken", sql: sql) {
      try statement.rows(batch: RowBatch(column: [1, 2, 3, 4] as [Int64]))
    }
    try compareRows(bench, statement)
    try bench.connection.rollBackOpen()
  }

  private static func compareRows(_ bench: Bench, _ statement: any DriverStatement) throws {
    let keepsRows = bench.character.keepsRowsBeforeRefused
    let changes = statement.changes
    try bench.demand(!keepsRows || changes == 2, "changes was \(changes) rather than 2")
    let isSpoiled = bench.character.failureSpoilsTransaction
    if isSpoiled { try bench.run(bench.dialect.rollBack(to: "before_batch")) }
    try bench.demand(
      keepsRows && !isSpoiled ? [1, 2, 3] : [3], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func goesOn(_ bench: Bench) throws {
    guard bench.character.goesOnWithNextBatch,
      let rows = bench.dialect.rows([.integer], from: bench.place(1), as: "k")
    else { return }
    try bench.makeSample("i", (1...5).map { .integer($0 * 10) })
    let sql = "SELECT r.i FROM \(rows) LEFT JOIN sample AS r ON r.pk = k.c0"
    let statement = try bench.connection.prepare(sql)
    try bench.run(bench.dialect.beginRead)
    let (parameters, key) = (RowBatch(width: statement.parameterCount), RowBatch(width: 1))
    defer { withExtendedLifetime((parameters, key)) { statement.reset() } }
    try statement.bind(parameters.row)
    for pk in [2, 9, 5, 2, 1] as [Int64] {
      key.set(pk, at: 0)
      try statement.bind(key, at: 0)
      try compare(bench, try statement.next(), pk, sql)
    }
  }

  private static func compare(_ bench: Bench, _ row: Row?, _ pk: Int64, _ sql: String) throws {
    let found = row?.value(at: 0)
    try bench.demand(
      found == (pk > 5 ? .null : .integer(pk * 10)),
      "for the key \(pk) it returned \(found.map(Wording.show) ?? "no row")", sql: sql)
  }

  private static func readsRowByRow(_ bench: Bench) throws {
    try bench.require(bench.character.readsRowByRow, "readsRowByRow is false")
    try bench.makeSample(count: 100)
    let sql = "SELECT x.pk FROM sample AS x, sample AS y, sample AS z"
    let statement = try bench.connection.prepare(sql)
    let parameters = try statement.begin()
    defer { withExtendedLifetime(parameters) { statement.reset() } }
    let clock = ContinuousClock()
    let first = try clock.measure { _ = try statement.next() }
    let others = try clock.measure { while try statement.next() != nil {} }
    try bench.demand(first < others, "it took \(first), and all others \(others)", sql: sql)
  }
}
