import PersistentObjectsDriver

/// Checks of what `prepare` accepts and refuses, and of what it says about a statement.
enum PreparingChecks {
  static let all = [
    Check("prepare must throw invalidQuery for a text without a statement", refusesNothing),
    Check("prepare must throw invalidQuery for two statements", refusesTwo),
    Check(
      "prepare must throw invalidQuery, with the SQL, for text that is not SQL", refusesNonsense),
    Check("parameterCount must be the number of parameters", countsParameters),
    Check("columnCount must be the number of columns, 0 without rows", countsColumns),
    Check("columnName(at:) must be the name that SQL gives a column", namesColumns),
    Check("origin(at:) must be the column that is shown as it is, or nil", tellsOrigins),
    Check("isReadOnly must tell whether a statement leaves the database as it is", tellsReaders),
    Check("isReadOnly must be false if WITH is followed by DELETE", tellsWritersWithQueries),
  ]

  private static func refusesNothing(_ bench: Bench) throws {
    for sql in ["", "  \n ", "-- nothing"] {
      try bench.demandError([.invalidQuery], of: "prepare(\"\(sql)\")") {
        _ = try bench.connection.prepare(sql)
      }
    }
  }

  private static func refusesTwo(_ bench: Bench) throws {
    try bench.makeSample()
    let sql = "DELETE FROM sample; DELETE FROM sample"
    try bench.demandError([.invalidQuery], of: "prepare", sql: sql) {
      _ = try bench.connection.prepare(sql)
    }
  }

  private static func refusesNonsense(_ bench: Bench) throws {
    let sql = "SELEKT pk FROM sample"
    let error = try bench.demandError([.invalidQuery], of: "prepare", sql: sql) {
      _ = try bench.connection.prepare(sql)
    }
    try bench.demand(error.sql == sql, "the error's sql was \(error.sql ?? "nil")", sql: sql)
  }

  private static func countsParameters(_ bench: Bench) throws {
    try bench.makeSample()
    let texts = [
      ("SELECT pk FROM sample", 0),
      ("INSERT INTO sample (pk, i, t) VALUES (\(bench.places(1...3)))", 3),
      ("SELECT pk FROM sample WHERE i = \(bench.place(1)) AND pk < \(bench.place(1))", 1),
    ]
    for (sql, count) in texts {
      let found = try bench.connection.prepare(sql).parameterCount
      try bench.demand(found == count, "it was \(found) rather than \(count)", sql: sql)
    }
  }

  private static func countsColumns(_ bench: Bench) throws {
    try bench.makeSample()
    for (sql, count) in [("SELECT pk, t, i + 1 FROM sample", 3), ("DELETE FROM sample", 0)] {
      let found = try bench.connection.prepare(sql).columnCount
      try bench.demand(found == count, "it was \(found) rather than \(count)", sql: sql)
    }
  }

  private static func namesColumns(_ bench: Bench) throws {
    try bench.makeSample()
    let sql = "SELECT t, i + 1 AS next_i FROM sample"
    let statement = try bench.connection.prepare(sql)
    let names = (0..<2).map(statement.columnName)
    try bench.demand(names == ["t", "next_i"], "the names were \(names)", sql: sql)
  }

  private static func tellsOrigins(_ bench: Bench) throws {
    try bench.makeSample()
    let sql = "SELECT t AS title, i + 1 AS next_i FROM sample"
    let statement = try bench.connection.prepare(sql)
    if let origin = statement.origin(at: 0) {
      try bench.demand(origin == ("sample", "t"), "it was \(origin) for sample.t", sql: sql)
    }
    let origin = statement.origin(at: 1)
    try bench.demand(origin == nil, "an expression had one", sql: sql)
  }

  private static func tellsReaders(_ bench: Bench) throws {
    try bench.makeSample()
    let texts = [
      ("SELECT pk FROM sample", true), ("INSERT INTO sample (pk) VALUES (1)", false),
      ("UPDATE sample SET i = 1", false), ("DELETE FROM sample", false),
      ("DROP TABLE sample", false),
    ]
    for (sql, isReadOnly) in texts {
      let found = try bench.connection.prepare(sql).isReadOnly
      try bench.demand(found == isReadOnly, "it was \(found)", sql: sql)
    }
  }

  private static func tellsWritersWithQueries(_ bench: Bench) throws {
    try bench.makeSample()
    let sql = "WITH w AS (SELECT 1 AS n) DELETE FROM sample WHERE pk IN (SELECT n FROM w)"
    // Not every database has such statements.
    guard let statement = try? bench.connection.prepare(sql) else { return }
    try bench.demand(!statement.isReadOnly, "it was true", sql: sql)
  }
}
