import PersistentObjectsDriver

/// Checks of how long statements and rows stay valid.
enum StatementLifeChecks {
  static let all = [
    Check("A row must stay valid until the next call of next() or reset()", keepsRows),
    Check("A statement must outlive endLease()", outlivesLease),
    Check("A statement must run again after its table has gained a column", outlivesColumn),
    Check(
      "A statement must run again after another table has been created and dropped", outlivesTables),
  ]

  private static func keepsRows(_ bench: Bench) throws {
    let text = StoredValue.text(
      String(repeating: "long enough to lie in memory of its own ", count: 9))
    try bench.makeSample("t", [text, .text("another")])
    let sql = "SELECT t FROM sample ORDER BY pk"
    let statement = try bench.connection.prepare(sql)
    let parameters = try statement.begin()
    defer { withExtendedLifetime(parameters) { statement.reset() } }
    let row = try statement.next()
    for _ in 0..<3 { try bench.run("SELECT b, t FROM sample ORDER BY pk") }
    let found = row?.value(at: 0)
    try bench.demand(
      found == text, "after a run of another statement it was \(found.map(Wording.show) ?? "nil")",
      sql: sql)
  }

  private static func outlivesLease(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let statement = try bench.connection.prepare("SELECT pk FROM sample")
    for _ in 0..<2 {
      try demandOneRow(bench, statement)
      try bench.demand(bench.connection.endLease(), "endLease() returned false")
    }
    try demandOneRow(bench, statement)
  }

  private static func outlivesColumn(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let statement = try bench.connection.prepare("SELECT pk FROM sample")
    try demandOneRow(bench, statement)
    try bench.run(
      bench.dialect.addColumn(ColumnDefinition(name: "more", storage: .text), to: "sample"))
    try demandOneRow(bench, statement)
  }

  private static func outlivesTables(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let statement = try bench.connection.prepare("SELECT pk FROM sample")
    try demandOneRow(bench, statement)
    try bench.make("other", [ColumnDefinition(name: "name", storage: .text)])
    try bench.run("DROP TABLE other")
    try demandOneRow(bench, statement)
  }

  private static func demandOneRow(_ bench: Bench, _ statement: any DriverStatement) throws {
    let rows = try statement.rows()
    try bench.demand(rows == [[.integer(1)]], "it returned \(Wording.show(rows))")
  }
}
