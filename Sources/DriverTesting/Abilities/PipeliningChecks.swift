import PersistentObjectsDriver

/// Checks of statements that are sent together.
enum PipeliningChecks {
  static let all = [
    Check("Statements that are sent together must run in order, each for all its rows", runs),
    Check("Statements sent together must run up to the first that fails", fails),
    Check(
      "A transaction must be committed after statements that have changed their rows", commits),
    Check("A transaction must not be committed after a statement that misses its row", refuses),
  ]

  private static func runs(_ bench: Bench) throws {
    guard let connection = bench.connection as? any Pipelining else {
      throw Skip(reason: "the connection is not Pipelining")
    }
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
    guard let connection = bench.connection as? any Pipelining else {
      throw Skip(reason: "the connection is not Pipelining")
    }
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

  private static func commits(_ bench: Bench) throws {
    guard let connection = bench.connection as? any Pipelining else {
      throw Skip(reason: "the connection is not Pipelining")
    }
    try bench.makeSample(count: 2)
    // A driver may send a statement that ran before in another way.
    for number in 1...3 as ClosedRange<Int64> {
      let runs = [
        StatementRun(try insertion(bench), for: batch([[number * 10, 0]]), isBatch: false),
        StatementRun(
          try update(bench), for: batch([[number, 1], [-number, 2]]), isBatch: false,
          hasToChange: true),
        StatementRun(
          try deletion(bench), for: batch([[number * 10]]), isBatch: false, hasToChange: true),
      ]
      var changes: [Int] = []
      try bench.run(bench.dialect.beginWrite)
      let isCommitted = try connection.commit(after: runs, changes: &changes)
      try bench.demand(
        isCommitted && changes == [1, 1, 1, 1] && !connection.isInTransaction,
        "\(isCommitted), \(changes)")
    }
    try bench.demand([3, -3], of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func refuses(_ bench: Bench) throws {
    guard let connection = bench.connection as? any Pipelining else {
      throw Skip(reason: "the connection is not Pipelining")
    }
    try bench.makeSample(count: 2)
    for number in 1...6 as ClosedRange<Int64> {
      let isMissing = number % 2 == 0
      let change =
        isMissing && number > 2
        ? StatementRun(
          try deletion(bench), for: batch([[1], [9]]), isBatch: false, hasToChange: true)
        : StatementRun(
          try update(bench), for: batch([[7, 1], [8, isMissing ? 9 : 2]]), isBatch: false,
          hasToChange: true)
      let runs = [
        change,
        StatementRun(try insertion(bench), for: batch([[3, 3], [1, 0]]), isBatch: false),
      ]
      var changes: [Int] = []
      try bench.run(bench.dialect.beginWrite)
      if isMissing {
        let isCommitted = try connection.commit(after: runs, changes: &changes)
        try bench.demand(
          !isCommitted && changes.prefix(2) == [1, 0], "\(isCommitted), \(changes)")
      } else {
        try bench.demandError([.constraintViolated], of: "a key that is there") {
          _ = try connection.commit(after: runs, changes: &changes)
        }
        try bench.demand(changes == [1, 1, 1], "the changes were \(changes)")
      }
      try bench.connection.rollBackOpen()
    }
    try bench.demand([1, 2], of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func insertion(_ bench: Bench) throws -> any DriverStatement {
    try bench.connection.prepare("INSERT INTO sample (pk, i) VALUES (\(bench.places(1...2)))")
  }

  private static func update(_ bench: Bench) throws -> any DriverStatement {
    try bench.connection.prepare(
      "UPDATE sample SET i = \(bench.place(1)) WHERE pk = \(bench.place(2))")
  }

  private static func deletion(_ bench: Bench) throws -> any DriverStatement {
    try bench.connection.prepare("DELETE FROM sample WHERE pk = \(bench.place(1))")
  }

  private static func batch(_ rows: [[Int64]]) -> RowBatch {
    RowBatch(rows: rows.map { $0.map { .integer($0) } }, width: rows.first?.count ?? 0)
  }
}
