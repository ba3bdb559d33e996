import PersistentObjectsDriver

/// Checks of the statements by which the engine changes, numbers and pages rows.
enum ChangeChecks {
  static let all = [
    Check("onConflict(_:set:) must change the row whose key exists, or leave it", takesConflicts),
    Check("RETURNING must return the rows as an UPDATE has written them", returnsRows),
    Check("update(_:set:from:where:returning:) must take values from rows", updatesFromRows),
    Check("The assignments of an UPDATE must see the values from before it", swaps),
    Check("orderTerm(_:isDescending:nulls:) must place NULL as it says", ordersNulls),
    Check("row_number() and dense_rank() must number rows within their order", numbers),
    Check("Rows of a batch must be found by row values, with and without an index", findsRows),
    Check("IN must take a query with a LIMIT, or one around it", limitsLists),
  ]

  private static func takesConflicts(_ bench: Bench) throws {
    let dialect = bench.dialect
    try bench.makeSample(count: 1)
    let insert = "INSERT INTO sample (pk, i) VALUES (\(bench.places(1...2)))"
    let leave = insert + dialect.onConflict([], set: [])
    let replace = insert + dialect.onConflict(["pk"], set: [("i", dialect.proposed("i"))])
    for pk in [1, 2] as [Int64] { try bench.run(leave, [.integer(pk), .integer(5)]) }
    try bench.demand([1, 5], of: "SELECT i FROM sample ORDER BY pk")
    for pk in [2, 3] as [Int64] { try bench.run(replace, [.integer(pk), .integer(7)]) }
    try bench.demand([1, 7, 7], of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func returnsRows(_ bench: Bench) throws {
    try bench.require(bench.character.returnsUpdatedRows, "returnsUpdatedRows is false")
    try bench.makeSample(count: 3)
    let rows = try bench.run("UPDATE sample SET i = i + 10 WHERE pk > 1 RETURNING pk, i")
    let expected: [[StoredValue]] = [[.integer(2), .integer(12)], [.integer(3), .integer(13)]]
    try bench.demand(Set(rows) == Set(expected), Wording.difference(rows, expected))
  }

  private static func updatesFromRows(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let returned: [SQLText] = bench.character.returnsUpdatedRows ? ["sample.pk", "sample.i"] : []
    let text = bench.dialect.update(
      "sample", set: [("i", "o.v1"), ("t", "\(.text("x"))")],
      from: "(SELECT pk AS v0, i * 10 AS v1 FROM sample WHERE pk < 3) AS o",
      where: "sample.pk = o.v0", returning: returned)
    let rows = try bench.run(text)
    try bench.demand([10, 20, 3], of: "SELECT i FROM sample ORDER BY pk")
    try bench.demand([1, 2], of: "SELECT pk FROM sample WHERE t = \(.text("x")) ORDER BY pk")
    if returned.isEmpty { return }
    let expected: [[StoredValue]] = [[.integer(1), .integer(10)], [.integer(2), .integer(20)]]
    try bench.demand(Set(rows) == Set(expected), Wording.difference(rows, expected))
  }

  private static func swaps(_ bench: Bench) throws {
    try bench.make("pair", ["a", "b"].map { ColumnDefinition(name: $0, storage: .integer) })
    try bench.run("INSERT INTO pair (pk, a, b) VALUES (1, 2, 3)")
    try bench.run("UPDATE pair SET a = b, b = a")
    try bench.demand([[.integer(3), .integer(2)]], of: "SELECT a, b FROM pair")
  }

  private static func ordersNulls(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(2), .null, .integer(1)])
    let cases: [(isDescending: Bool, nulls: NullPlacement, keys: [Int64])] = [
      (false, .first, [2, 3, 1]), (false, .last, [3, 1, 2]), (true, .first, [2, 1, 3]),
      (true, .last, [1, 3, 2]),
    ]
    for (isDescending, nulls, keys) in cases {
      let term = bench.dialect.orderTerm("i", isDescending: isDescending, nulls: nulls)
      try bench.demand(keys, of: "SELECT pk FROM sample ORDER BY \(term)")
    }
  }

  private static func numbers(_ bench: Bench) throws {
    try bench.makeSample("i", [7, 8, 7, 9].map { .integer($0) })
    try bench.demand(
      [1, 1, 2, 1],
      of: "SELECT row_number() OVER (PARTITION BY i ORDER BY i, pk) FROM sample ORDER BY pk")
    try bench.demand(
      [1, 2, 1, 3], of: "SELECT dense_rank() OVER (ORDER BY i) FROM sample ORDER BY pk")
  }

  private static func findsRows(_ bench: Bench) throws {
    guard let rows = bench.dialect.rows([.integer, .text], from: bench.place(1), as: nil) else {
      throw Skip.takesNoBatches
    }
    try bench.makeSample()
    for (pk, text) in ["a", "b", "c"].enumerated() {
      try bench.run(
        "INSERT INTO sample (pk, i, t) VALUES (\(bench.places(1...3)))",
        [.integer(Int64(pk)), .integer(7), .text(text)])
    }
    let batch = RowBatch(
      rows: [[.integer(7), .text("b")], [.integer(8), .text("a")], [.integer(7), .text("c")]],
      width: 2)
    let sql = "SELECT pk FROM sample WHERE (i, t) IN (SELECT c0, c1 FROM \(rows)) ORDER BY pk"
    let index = IndexDefinition(name: "both", columns: ["i", "t"], isUnique: true)
    for isIndexed in [false, true] {
      if isIndexed { try bench.run(bench.creation(of: index)) }
      let found = try bench.run(sql, batch: batch)
      let expected: [[StoredValue]] = [[.integer(1)], [.integer(2)]]
      try bench.demand(found == expected, Wording.difference(found, expected), sql: sql)
    }
  }

  private static func limitsLists(_ bench: Bench) throws {
    try bench.makeSample(count: 5)
    let query = "SELECT pk FROM sample ORDER BY i DESC\(bench.dialect.limit(2, offset: 1))"
    let list =
      bench.character.limitsListedQueries
      ? query : "SELECT * FROM (\(query))\(bench.dialect.derivedTableName)"
    try bench.demand([3, 4], of: "SELECT pk FROM sample WHERE pk IN (\(list)) ORDER BY pk")
  }
}
