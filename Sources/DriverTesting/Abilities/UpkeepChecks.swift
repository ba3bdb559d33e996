import PersistentObjectsDriver

/// Checks of the protocols for the maintenance of a database.
enum UpkeepChecks {
  static let all = [
    Check("vacuum() must leave rows and tables as they are", vacuums),
    Check("optimize(isThorough:) must leave rows as they are", optimizes),
    Check("measure() must count the bytes of a table that has rows", measures),
    Check("findProblems() must find nothing wrong with a sound database", findsNothing),
    Check(
      "brokenReference() must find a reference to a missing row before the COMMIT, and otherwise none",
      findsReference),
    Check(
      "setStatementTimeout(_:) must stop a statement that takes longer, which throws timedOut",
      limits),
    Check("setStatementTimeout(nil) must let statements take any time again", liftsLimit),
  ]

  private static func ability<Ability>(_ bench: Bench, _ type: Ability.Type) -> Ability? {
    bench.connection as? Ability
  }

  private static func vacuums(_ bench: Bench) throws {
    guard let connection = ability(bench, (any Vacuuming).self) else {
      throw Skip(reason: "the connection is not Vacuuming")
    }
    try bench.makeSample(count: 300)
    try bench.run("DELETE FROM sample WHERE pk > 2")
    let tables = try connection.readSchema()
    try connection.vacuum()
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
    try bench.demand(try connection.readSchema() == tables, "readSchema() had something else")
  }

  private static func optimizes(_ bench: Bench) throws {
    guard let connection = ability(bench, (any Optimizing).self) else {
      throw Skip(reason: "the connection is not Optimizing")
    }
    try bench.makeSample(count: 20)
    for isThorough in [false, true] {
      try connection.optimize(isThorough: isThorough)
      try bench.demand([20], of: "SELECT count(*) FROM sample")
    }
  }

  private static func measures(_ bench: Bench) throws {
    guard let connection = ability(bench, (any Measuring).self) else {
      throw Skip(reason: "the connection is not Measuring")
    }
    try bench.makeSample(count: 300)
    let figures = try connection.measure()
    let bytes = figures.bytesByName.map { $0["sample"] ?? 0 } ?? figures.bytes
    try bench.demand(
      bytes > 0 && figures.bytes >= bytes, "there were \(bytes) of \(figures.bytes) bytes")
  }

  private static func findsNothing(_ bench: Bench) throws {
    guard let connection = ability(bench, (any ProblemFinding).self) else {
      throw Skip(reason: "the connection is not ProblemFinding")
    }
    try bench.makeFamily(onDelete: .cascade)
    try bench.run("INSERT INTO parent (pk) VALUES (1)")
    try bench.run("INSERT INTO child (pk, parent) VALUES (1, 1)")
    let problems = try connection.findProblems()
    try bench.demand(problems.isEmpty, "it found \(problems)")
  }

  private static func findsReference(_ bench: Bench) throws {
    guard bench.character.hasForeignKeys, bench.character.defersConstraints,
      let connection = ability(bench, (any ProblemFinding).self)
    else { return }
    try bench.makeFamily(onDelete: .restrict)
    try bench.run(bench.dialect.beginWrite)
    try demand(bench, nil, try connection.brokenReference())
    try bench.run("INSERT INTO child (pk, parent) VALUES (5, 99)")
    let broken = BrokenReference(table: "child", column: "parent", pk: 5, target: "parent")
    try demand(bench, broken, try connection.brokenReference())
    try bench.run("INSERT INTO parent (pk) VALUES (99)")
    try demand(bench, nil, try connection.brokenReference())
  }

  private static func demand(
    _ bench: Bench, _ expected: BrokenReference?, _ found: BrokenReference?
  ) throws {
    try bench.demand(found == expected, "it returned \(found.map { "\($0)" } ?? "nil")")
  }

  private static func limits(_ bench: Bench) throws {
    guard let connection = ability(bench, (any StatementLimiting).self) else {
      throw Skip(reason: "the connection is not StatementLimiting")
    }
    try bench.makeSample(count: 300)
    try connection.setStatementTimeout(.milliseconds(30))
    try bench.demandError(.timedOut, from: Bench.longQuery)
    try bench.demand([300], of: "SELECT count(*) FROM sample")
  }

  private static func liftsLimit(_ bench: Bench) throws {
    guard let connection = ability(bench, (any StatementLimiting).self) else {
      throw Skip(reason: "the connection is not StatementLimiting")
    }
    try bench.makeSample(count: 60)
    try connection.setStatementTimeout(.nanoseconds(1))
    try connection.setStatementTimeout(nil)
    try bench.demand([0], of: SQLText(Bench.longQuery))
  }
}
