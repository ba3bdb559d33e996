import PersistentObjectsDriver

/// Checks of reading at the right time: row by row, and after others' changes.
enum PaceChecks {
  static let all = [
    Check(
      "A run with readsByAndBy must return all rows, also while other statements run",
      readsGradually),
    Check("wait(for:) must let a connection see what was committed before position()", waits),
    Check("wait(for:) must be invalidQuery for a text that is not a position", refusesOtherTexts),
  ]

  private static func readsGradually(_ bench: Bench) throws {
    try bench.makeSample(count: 300)
    let sql = "SELECT pk FROM sample ORDER BY pk"
    guard let statement = try bench.connection.prepare(sql) as? any GradualReading else { return }
    try bench.run(bench.dialect.beginRead)
    statement.readsByAndBy = true
    let parameters = try statement.begin()
    defer { withExtendedLifetime(parameters) { statement.reset() } }
    var found: [StoredValue] = []
    while let row = try statement.next() {
      found.append(row.value(at: 0))
      if found.count % 100 == 50 { try bench.demand([300], of: "SELECT count(*) FROM sample") }
    }
    let expected = (1...300).map { StoredValue.integer($0) }
    try bench.demand(found == expected, "it returned \(found.count) of 300 rows", sql: sql)
  }

  private static func waits(_ bench: Bench) throws {
    guard bench.driver.maximumReaders > 0,
      let writer = bench.connection as? any PositionTelling,
      let reader = try bench.open(.reader) as? any PositionTelling
    else { return }
    try bench.makeSample(count: 2)
    try reader.wait(for: try writer.position())
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk", on: reader)
  }

  private static func refusesOtherTexts(_ bench: Bench) throws {
    guard let connection = bench.connection as? any PositionTelling else {
      throw Skip(reason: "the connection is not PositionTelling")
    }
    try bench.demandError([.invalidQuery], of: "it") { try connection.wait(for: "no position") }
  }
}
