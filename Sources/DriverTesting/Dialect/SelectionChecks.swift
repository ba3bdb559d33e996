import PersistentObjectsDriver

/// Checks of orders, limits, derived tables and explanations.
enum SelectionChecks {
  static let all = [
    Check("limit(_:offset:) must select a part of the rows", limits),
    Check(
      "nullPlacement must be the place of NULL in ascending order, the other one in descending",
      placesNull),
    Check(
      "IN must find a row in a list of rows, which follow VALUES unless listsRows is true",
      listsRows),
    Check("derivedTableName must let a SELECT take the place of a table", derives),
    Check("The rows of explain(_:) must be turned into steps", explains),
  ]

  private static func limits(_ bench: Bench) throws {
    try bench.makeSample(count: 5)
    let cases: [(Int?, Int?, [Int64])] = [
      (2, nil, [1, 2]), (2, 1, [2, 3]), (nil, 3, [4, 5]), (0, nil, []), (9, 4, [5]), (nil, 9, []),
      (nil, nil, [1, 2, 3, 4, 5]), (2, 0, [1, 2]),
    ]
    for (count, offset, keys) in cases {
      let limit = bench.dialect.limit(count, offset: offset)
      try bench.demand(keys, of: "SELECT pk FROM sample ORDER BY pk\(limit)")
    }
  }

  private static func placesNull(_ bench: Bench) throws {
    let values: [[StoredValue]] = [[.integer(1)], [.integer(2)]]
    let isFirst = bench.character.nullPlacement == .first
    try bench.makeSample("i", [.integer(2), .null, .integer(1)])
    try bench.demand(
      isFirst ? [[.null]] + values : values + [[.null]], of: "SELECT i FROM sample ORDER BY i")
    try bench.demand(
      isFirst ? values.reversed() + [[.null]] : [[.null]] + values.reversed(),
      of: "SELECT i FROM sample ORDER BY i DESC")
  }

  private static func listsRows(_ bench: Bench) throws {
    try bench.makeSample(count: 4)
    let words = bench.character.listsRows ? "" : "VALUES "
    let list = "(\(bench.places(1...2))), (\(bench.places(3...4)))"
    try bench.demand(
      [2], of: "SELECT pk FROM sample WHERE (pk, i) IN (\(words)\(list)) ORDER BY pk",
      [2, 2, 3, 4].map { .integer($0) })
  }

  private static func derives(_ bench: Bench) throws {
    try bench.makeSample(count: 5)
    let rows = "(SELECT i FROM sample WHERE pk > 2)\(bench.dialect.derivedTableName)"
    try bench.demand([3], of: "SELECT count(*) FROM \(rows)")
  }

  private static func explains(_ bench: Bench) throws {
    try bench.makeSample(count: 5)
    let sql = bench.dialect.explain("SELECT pk FROM sample WHERE i = \(bench.place(1))")
    let steps = bench.dialect.steps(ofExplanation: try bench.run(sql, [.integer(1)]))
    try bench.demand(!steps.isEmpty, "there were none", sql: sql)
    let isEmpty = steps.contains { $0.text.allSatisfy(\.isWhitespace) }
    try bench.demand(!isEmpty, "one had no text", sql: sql)
  }
}
