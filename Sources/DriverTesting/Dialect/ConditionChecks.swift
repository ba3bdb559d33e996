import PersistentObjectsDriver

/// Checks of conditions other than comparisons of texts.
enum ConditionChecks {
  static let all = [
    Check("constant(_:) must always hold, or never, wherever a condition may stand", constants),
    Check("isSame(_:_:) must compare columns, with NULL equal to NULL", sameColumns),
    Check("isSame(_:_:) must compare a column with a value", sameValue),
    Check("isSame(_:_:) must compare rows of columns", sameRows),
    Check("Numbers in a column of any kind must be compared by value", numbersOfAnyKind),
  ]

  private static func constants(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let (holds, never) = (bench.dialect.constant(true), bench.dialect.constant(false))
    let conditions: [(String, Int64)] = [
      (holds, 3), (never, 0), ("(\(holds))", 3), ("NOT \(never)", 3), ("\(never) OR i = 2", 1),
      ("(\(holds)) AND (\(never))", 0), ("(\(never) OR (\(holds) AND i > 1))", 2),
    ]
    for (condition, count) in conditions {
      try bench.demand([count], of: "SELECT count(*) FROM sample WHERE \(condition)")
    }
  }

  /// Makes rows of pairs: equal, different, half NULL, and both NULL.
  private static func makePairs(_ bench: Bench) throws {
    try bench.make(
      "pairs", ["a", "b", "c", "d"].map { ColumnDefinition(name: $0, storage: .integer) })
    let rows = [
      "1, 7, 7, 7, 7", "2, 7, 8, 7, 8", "3, NULL, 8, NULL, 8", "4, NULL, NULL, NULL, NULL",
      "5, 7, NULL, 7, 8",
    ]
    for row in rows { try bench.run("INSERT INTO pairs (pk, a, b, c, d) VALUES (\(row))") }
  }

  private static func demandKeys(
    _ bench: Bench, _ condition: SQLText, _ keys: [Int64]
  ) throws {
    try bench.demand(keys, of: "SELECT pk FROM pairs WHERE \(condition) ORDER BY pk")
    let others = (1...5).filter { !keys.contains($0) }
    try bench.demand(others, of: "SELECT pk FROM pairs WHERE NOT (\(condition)) ORDER BY pk")
  }

  private static func sameColumns(_ bench: Bench) throws {
    try makePairs(bench)
    try demandKeys(bench, bench.dialect.isSame("a", "b"), [1, 4])
  }

  private static func sameValue(_ bench: Bench) throws {
    try makePairs(bench)
    try demandKeys(bench, bench.dialect.isSame("a", "\(.integer(7))"), [1, 2, 5])
    try demandKeys(bench, bench.dialect.isSame("a", "\(StoredValue.null)"), [3, 4])
  }

  private static func sameRows(_ bench: Bench) throws {
    try makePairs(bench)
    try demandKeys(bench, bench.dialect.isSame("(a, b)", "(c, d)"), [1, 2, 3, 4])
  }

  private static func numbersOfAnyKind(_ bench: Bench) throws {
    try bench.makeSample("a", [.integer(5), .real(5), .integer(6), .real(5.5)])
    let comparing = bench.dialect as? any NumberComparing
    let writer = comparing?.distinguishesNumbers(in: .any) == true ? comparing : nil
    let cases: [(sign: String, value: StoredValue, keys: [Int64])] = [
      ("=", .real(5), [1, 2]), ("=", .integer(5), [1, 2]), ("<", .real(5.5), [1, 2]),
      ("<=", .real(5), [1, 2]), (">", .integer(5), [3, 4]), (">=", .integer(5), [1, 2, 3, 4]),
    ]
    for (sign, value, keys) in cases {
      // An index has a literal in place of a bound value.
      let literal = writer?.literal(value, in: .any) ?? bench.dialect.literal(value)
      for text in ["\(value)", SQLText(literal)] {
        let condition = writer?.comparison(of: "a", sign, with: text) ?? "a \(sign) \(text)"
        try bench.demand(keys, of: "SELECT pk FROM sample WHERE \(condition) ORDER BY pk")
      }
    }
  }
}
