import PersistentObjectsDriver

/// Checks of the SQL that the engine writes in the same way for all databases.
enum StandardChecks {
  static let all = [
    Check("Row values must compare and be found in a SELECT", comparesRows),
    Check(
      "AND and OR must join as many terms as longestChain says, and halves without limit", chains),
    Check("EXISTS, joins and UNION ALL must work as in the standard", joins),
    Check("Aggregates must group, count and filter as in the standard", groups),
    Check(
      "ALTER TABLE must rename tables and columns and drop columns, and leave rows as they are",
      alters),
  ]

  private static func comparesRows(_ bench: Bench) throws {
    try bench.makeSample("i", [3, 1, 3, 2].map { .integer($0) })
    try bench.demand([1, 3], of: "SELECT pk FROM sample WHERE (i, pk) > (2, 4) ORDER BY pk")
    try bench.demand(
      [1], of: "SELECT pk FROM sample WHERE (pk, i) IN (SELECT i - 2, i FROM sample) ORDER BY pk")
  }

  private static func chains(_ bench: Bench) throws {
    try bench.makeSample("i", [3, 1, 2].map { .integer($0) })
    let longest = max(1, bench.character.longestChain)
    for count in [longest, 10_000] {
      let either = chain((0..<count).map { "i = \($0 + 3)" }, "OR", longest)
      let all = chain((0..<count).map { "i <> \($0 + 3)" }, "AND", longest)
      try bench.demand([1], of: "SELECT pk FROM sample WHERE \(either) ORDER BY pk")
      try bench.demand([2, 3], of: "SELECT pk FROM sample WHERE \(all) ORDER BY pk")
    }
  }

  private static func chain(_ terms: [String], _ word: String, _ longest: Int) -> String {
    if terms.count <= longest { return "(\(terms.joined(separator: " \(word) ")))" }
    let (first, last) = (terms.prefix(terms.count / 2), terms.dropFirst(terms.count / 2))
    return "(\(chain(Array(first), word, longest)) \(word) \(chain(Array(last), word, longest)))"
  }

  private static func joins(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(2), .null, .integer(1)])
    try bench.demand(
      [1, 3],
      of: """
        SELECT s.pk FROM sample AS s WHERE EXISTS (SELECT 1 FROM sample AS o WHERE o.pk = s.i) \
        ORDER BY s.pk
        """)
    try bench.demand(
      [[.integer(1), .integer(2)], [.integer(2), .null], [.integer(3), .integer(1)]],
      of: "SELECT s.pk, o.pk FROM sample AS s LEFT JOIN sample AS o ON o.pk = s.i ORDER BY s.pk")
    try bench.demand(
      [1, 1, 2],
      of:
        """
        SELECT pk AS found FROM sample WHERE pk < 3 UNION ALL \
        SELECT 1 AS found FROM sample WHERE pk = 3 ORDER BY found
        """
    )
  }

  private static func groups(_ bench: Bench) throws {
    try bench.makeSample("i", [7, 8, 7, 9].map { .integer($0) } + [.null])
    try bench.demand(
      [[.integer(7), .integer(2)]],
      of: "SELECT i, count(*) FROM sample GROUP BY i HAVING count(*) > 1")
    try bench.demand(
      [[.integer(5), .integer(4), .integer(3)]],
      of: "SELECT count(*), count(i), count(DISTINCT i) FROM sample")
  }

  private static func alters(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    try bench.run("ALTER TABLE sample RENAME COLUMN i TO number")
    try bench.run("ALTER TABLE sample RENAME TO renamed")
    try bench.run("ALTER TABLE renamed DROP COLUMN t")
    try bench.demand([1, 2], of: "SELECT number FROM renamed ORDER BY pk")
    let found = try bench.connection.readSchema().map { [$0.name] + $0.columns }
    try bench.demand(
      found == [["renamed", "pk", "number", "r", "b", "a"]], "readSchema() had \(found)")
  }
}
