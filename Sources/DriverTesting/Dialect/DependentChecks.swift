import PersistentObjectsDriver

/// Checks of what depends on a table or a column: indices and triggers.
enum DependentChecks {
  static let all = [
    Check("dropIndex must drop an index, and do nothing if there is none", dropsIndex),
    Check("dropTrigger must drop a trigger", dropsTrigger),
    Check(
      "dependents must have the indices of a table, their SQL, and whether a column takes part",
      listsDependents),
    Check("defaults must have a row only for a column with a DEFAULT", findsDefaults),
    Check(
      "refusesDrop must hold for a column that something else needs, and for no other failure",
      knowsRefusals),
  ]

  private static func dropsIndex(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.run(bench.dialect.dropIndex("missing", on: "sample"))
    let index = IndexDefinition(name: "by_i", columns: ["i"])
    for _ in 0..<2 {
      try bench.run(bench.creation(of: index))
      try bench.run(bench.dialect.dropIndex("by_i", on: "sample"))
    }
    let left = try bench.connection.readIndices().map(\.name)
    try bench.demand(left.isEmpty, "there were still \(left)")
  }

  /// Passes if the database does not accept the standard's syntax of a trigger.
  private static func dropsTrigger(_ bench: Bench) throws {
    try bench.makeSample()
    let sql = """
      CREATE TRIGGER counting AFTER INSERT ON sample \
      BEGIN UPDATE sample SET i = 5 WHERE i IS NULL; END
      """
    guard (try? bench.run(sql)) != nil else { return }
    try bench.run("INSERT INTO sample (pk) VALUES (1)")
    try bench.run(bench.dialect.dropTrigger("counting", on: "sample"))
    try bench.run("INSERT INTO sample (pk) VALUES (2)")
    try bench.demand([[.integer(5)], [.null]], of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func listsDependents(_ bench: Bench) throws {
    try bench.makeSample()
    let index = IndexDefinition(name: "by_i", columns: ["i", "t"], isUnique: true)
    try bench.run(bench.creation(of: index))
    let sql = bench.dialect.dependents(ofTable: bench.place(1), column: bench.place(2))
    for (column, takesPart) in [("i", 1), ("t", 1), ("r", 0)] as [(String, Int64)] {
      let rows = try bench.run(sql, [.text("sample"), .text(column)])
      try bench.demand(
        rows.count == 1 && rows[0].count == 3 && rows[0][0] == .text("by_i")
          && rows[0][2] == .integer(takesPart),
        "for \(column) it returned \(Wording.show(rows))", sql: sql)
      try remake(bench, rows[0][1])
    }
  }

  private static func remake(_ bench: Bench, _ sql: StoredValue) throws {
    guard case .text(let text) = sql else { throw Breach("the SQL was \(Wording.show(sql))") }
    let before = try bench.connection.readIndices()
    try bench.run(bench.dialect.dropIndex("by_i", on: "sample"))
    try bench.run(text)
    let after = try bench.connection.readIndices()
    try bench.demand(before == after, "its SQL made another index", sql: text)
  }

  private static func findsDefaults(_ bench: Bench) throws {
    try bench.make(
      "parts",
      [
        ColumnDefinition(name: "size", storage: .integer, defaultValue: .integer(7)),
        ColumnDefinition(name: "name", storage: .text),
      ])
    let sql = bench.dialect.defaults(ofTable: bench.place(1))
    let rows = try bench.run(sql, [.text("parts")])
    guard rows.count == 1, rows[0].count == 2, rows[0][0] == .text("size"),
      case .text(let value) = rows[0][1]
    else { throw Breach("it returned \(Wording.show(rows))", sql: sql) }
    try bench.demand(
      bench.run("SELECT \(value)") == [[.integer(7)]], "\(value) is not 7", sql: sql)
  }

  private static func knowsRefusals(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.run(
      bench.creation(of: IndexDefinition(name: "by_i", columns: ["i"])))
    let sql = "ALTER TABLE sample DROP COLUMN i"
    do {
      try bench.run(sql)
    } catch let error as PersistenceError {
      let holds = bench.dialect.refusesDrop(error)
      try bench.demand(holds, "it did not for \(Wording.reason(error))", sql: sql)
    }
    let busy = PersistenceError(.busy, "another one is in the way")
    try bench.demand(!bench.dialect.refusesDrop(busy), "it did for busy")
  }
}
