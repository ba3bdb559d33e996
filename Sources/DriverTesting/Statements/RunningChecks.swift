import PersistentObjectsDriver

/// Checks of the order of the calls that run a statement.
enum RunningChecks {
  static let all = [
    Check(
      "A statement must run again after reset(), with the parameters of the new run", runsAgain),
    Check("reset() must end a run that has not begun, and one after bind(_:)", resetsBeforeRows),
    Check(
      "reset() must end a run in the middle of its rows, so that others see none of it",
      resetsAmidRows),
    Check(
      "reset() must end a run that has thrown, so that the statement runs again", resetsAfterError),
    Check(
      "next() must return nil for a statement without rows, and after the last row", endsWithNil),
    Check("Two statements must run at the same time, with alternating calls of next()", alternates),
    Check("Two statements of the same text must run at the same time", runsTwice),
    Check("changes must be the number of rows that the last run changed", countsChanges),
  ]

  private static func find(_ bench: Bench) -> String {
    "SELECT pk FROM sample WHERE i >= \(bench.place(1)) ORDER BY pk"
  }

  private static func runsAgain(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let sql = find(bench)
    let statement = try bench.connection.prepare(sql)
    for first in [2, 1, 3, 2] as [Int64] {
      let rows = try statement.rows([.integer(first)])
      let expected = (first...3).map { [StoredValue.integer($0)] }
      try bench.demand(
        rows == expected,
        "with the parameter \(first) it returned \(Wording.show(rows)) rather than"
          + " \(Wording.show(expected))", sql: sql)
    }
  }

  private static func resetsBeforeRows(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    let statement = try bench.connection.prepare(find(bench))
    statement.reset()
    let parameters = try statement.begin([.integer(1)])
    withExtendedLifetime(parameters) { statement.reset() }
    let count = try statement.rows([.integer(2)]).count
    try bench.demand(count == 1, "the next run had \(count) rows rather than 1", sql: find(bench))
  }

  private static func resetsAmidRows(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let statement = try bench.connection.prepare(find(bench))
    let parameters = try statement.begin([.integer(1)])
    _ = try statement.next()
    withExtendedLifetime(parameters) { statement.reset() }
    let rows = try statement.rows([.integer(1)])
    try bench.demand(
      rows == [[.integer(1)], [.integer(2)], [.integer(3)]],
      "the next run returned \(Wording.show(rows))", sql: find(bench))
    try bench.run("DROP TABLE sample")
  }

  private static func resetsAfterError(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let sql = "INSERT INTO sample (pk) VALUES (\(bench.place(1)))"
    let statement = try bench.connection.prepare(sql)
    for _ in 0..<2 {
      try bench.demandError([.constraintViolated], of: "a key that is taken", sql: sql) {
        try statement.rows([.integer(1)])
      }
    }
    try statement.rows([.integer(2)])
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func endsWithNil(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    for (sql, count) in [("DELETE FROM sample WHERE pk = 7", 0), ("SELECT pk FROM sample", 1)] {
      let rows = try bench.run(sql).count
      try bench.demand(rows == count, "there were \(rows) rows rather than \(count)", sql: sql)
    }
  }

  private static func alternates(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    try alternate(
      bench, bench.connection.prepare("SELECT pk FROM sample ORDER BY pk"),
      bench.connection.prepare("SELECT 10 * i FROM sample ORDER BY pk"), factor: 10)
  }

  private static func runsTwice(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let sql = "SELECT pk FROM sample ORDER BY pk"
    try alternate(bench, bench.connection.prepare(sql), bench.connection.prepare(sql), factor: 1)
  }

  private static func alternate(
    _ bench: Bench, _ first: any DriverStatement, _ second: any DriverStatement, factor: Int64
  ) throws {
    let parameters = (try first.begin(), try second.begin())
    defer {
      first.reset()
      second.reset()
    }
    try withExtendedLifetime(parameters) {
      for number in 1...3 as ClosedRange<Int64> {
        let rows = (try first.next(), try second.next())
        let found = [rows.0, rows.1].map { $0?.value(at: 0) ?? .null }
        try bench.demand(
          found == [.integer(number), .integer(number * factor)],
          "their rows number \(number) were \(Wording.show([found]))")
      }
    }
  }

  private static func countsChanges(_ bench: Bench) throws {
    try bench.makeSample(count: 5)
    let texts = [
      ("INSERT INTO sample (pk) VALUES (6)", 1), ("UPDATE sample SET i = 0 WHERE pk < 4", 3),
      ("UPDATE sample SET i = 0 WHERE pk > 10", 0), ("DELETE FROM sample WHERE pk > 4", 2),
    ]
    for (sql, count) in texts {
      let found = try bench.changes(sql)
      try bench.demand(found == count, "it was \(found) rather than \(count)", sql: sql)
    }
  }
}
