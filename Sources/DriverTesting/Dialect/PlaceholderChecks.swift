import PersistentObjectsDriver

/// Checks of placeholders.
enum PlaceholderChecks {
  static let all = [
    Check(
      "placeholder(_:) must stand for its parameter in any order, and more than once",
      standsAnywhere),
    Check("Placeholders from 100 on must count on in ascending order", countOn),
    Check("A statement must have as many parameters as maximumParameters says", haveRoom),
  ]

  private static func standsAnywhere(_ bench: Bench) throws {
    try bench.makeSample(count: 9)
    let sql = """
      SELECT pk FROM sample WHERE pk > \(bench.place(2)) AND pk < \(bench.place(1)) \
      AND i <> \(bench.place(3)) AND i < \(bench.place(1)) ORDER BY pk
      """
    try bench.demand([4, 6], of: SQLText(sql), [.integer(7), .integer(3), .integer(5)])
  }

  private static func countOn(_ bench: Bench) throws {
    try bench.makeSample(count: 250)
    try find(bench, 240)
  }

  private static func haveRoom(_ bench: Bench) throws {
    let count = bench.character.maximumParameters
    try bench.demand(count >= 3, "it says \(count)")
    try bench.makeSample(count: 250)
    try find(bench, min(count, 100_000))
  }

  /// Looks up the rows with the first and the last of some keys.
  private static func find(_ bench: Bench, _ count: Int) throws {
    let sql = "SELECT pk FROM sample WHERE pk IN (\(bench.places(1...count))) ORDER BY pk"
    var values = Array(repeating: StoredValue.integer(-1), count: count)
    values[0] = .integer(2)
    values[count / 2] = .integer(100)
    values[count - 1] = .integer(249)
    let found = try bench.run(sql, values)
    try bench.demand(
      found == [[.integer(2)], [.integer(100)], [.integer(249)]],
      "with \(count) parameters it returned \(Wording.show(found))", sql: sql)
  }
}
