import PersistentObjectsDriver

/// Checks of batches that are used as tables: in inserts, updates and look-ups.
enum BatchChecks {
  static let all = [
    Check("A batch must be inserted with INSERT … SELECT, whatever its number of rows", inserts),
    Check(
      "A batch must be inserted whatever its width, unless the dialect returns nil", insertsWide),
    Check("A batch must change conflicting rows with ON CONFLICT", upserts),
    Check("A batch must change rows with UPDATE … FROM", updates),
    Check("A batch must work in IN (SELECT …), next to other parameters", looksUp),
    Check("A statement must take another batch in its next run", runsAgain),
    Check("A batch must accept NULL in each of its columns", takesNull),
    Check("A batch must keep texts and blobs of any length", keepsLongCells),
    Check("A statement must be run for each row of a batch, up to one that fails", runsForRows),
    Check("A batch must be loaded whole, or not at all, in any number of rows", loads),
  ]

  /// Returns the SQL of a batch with a key and an integer.
  private static func pairs(_ bench: Bench, as name: String? = nil) -> String? {
    bench.dialect.rows([.integer, .integer], from: bench.place(1), as: name)
  }

  private static func batch(_ keys: some Sequence<Int64>, _ value: (Int64) -> Int64) -> RowBatch {
    RowBatch(rows: keys.map { [.integer($0), .integer(value($0))] }, width: 2)
  }

  private static func insertion(_ bench: Bench) -> String? {
    pairs(bench).map { "\(bench.dialect.insertRows) sample (pk, i) SELECT c0, c1 FROM \($0)" }
  }

  private static func inserts(_ bench: Bench) throws {
    try bench.makeSample()
    guard let sql = insertion(bench) else { throw Skip.takesNoBatches }
    for count in [0, 1, 8, 600, Int64(min(bench.character.largestBatch.rows, 50_000))] {
      try bench.run("DELETE FROM sample")
      let changes = try bench.changes(sql, batch: batch(0..<count) { $0 * 3 })
      try bench.demand(changes == count, "changes was \(changes) of \(count) rows", sql: sql)
      try bench.demand(
        (0..<count).map { [.integer($0), .integer($0 * 3)] },
        of: "SELECT pk, i FROM sample ORDER BY pk")
    }
  }

  private static func upserts(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    guard let rows = pairs(bench) else { throw Skip.takesNoBatches }
    try bench.run(
      """
      INSERT INTO sample (pk, i) SELECT c0, c1 FROM \(rows) WHERE \(bench.dialect.constant(true)) \
      ON CONFLICT (pk) DO UPDATE SET i = excluded.i
      """, batch: batch(2...10) { $0 * 3 })
    try bench.demand(
      [[.integer(2), .integer(6)], [.integer(3), .integer(9)]],
      of: "SELECT pk, i FROM sample WHERE pk IN (2, 3) ORDER BY pk")
    try bench.demand([10], of: "SELECT count(*) FROM sample")
  }

  private static func loads(_ bench: Bench) throws {
    guard let dialect = bench.dialect as? any BatchLoading else {
      throw Skip(reason: "the dialect is not BatchLoading")
    }
    try bench.makeSample()
    let columns = ["pk", "i", "r", "t", "b", "a"]
    let sql = dialect.load(into: "sample", columns)
    let statement = try bench.connection.prepare(sql)
    var values: [[StoredValue]] = []
    for count in [0, 1, 3000] {
      let added = (values.count..<values.count + count).map(row)
      try bench.transaction {
        try statement.rows(batch: RowBatch(rows: added, width: columns.count))
      }
      let changes = statement.changes
      try bench.demand(changes == count, "changes was \(changes) of \(count) rows", sql: sql)
      values += added
      try bench.demand(
        values, of: "SELECT \(columns.joined(separator: ", ")) FROM sample ORDER BY pk")
    }
    try bench.demandError([.constraintViolated], of: "a key that is there", sql: sql) {
      try bench.run(sql, batch: RowBatch(rows: [-1, 0].map(row), width: columns.count))
    }
    try bench.demand([Int64(values.count)], of: "SELECT count(*) FROM sample")
  }

  /// Returns a row with cells of all kinds, or with NULL.
  private static func row(_ number: Int) -> [StoredValue] {
    let key = StoredValue.integer(Int64(number))
    if number % 3 == 1 { return [key, .null, .null, .null, .null, .null] }
    return [
      key, .integer(Int64(-number)), .real(-0.0), .text("\(number) é\\\t\n"), .bytes([0, 255]),
      number % 2 == 0 ? .text("any") : key,
    ]
  }

  private static func insertsWide(_ bench: Bench) throws {
    for width in [1, 2, 9, 64, 128, 129, 200] {
      let storages = [.integer] + Array(repeating: ColumnType.text, count: width - 1)
      guard let rows = bench.dialect.rows(storages, from: bench.place(1), as: nil) else { continue }
      let names = (1..<max(2, width)).map { "column\($0)" }
      try bench.make("wide", names.map { ColumnDefinition(name: $0, storage: .text) })
      try insertWide(bench, rows, ["pk"] + names.prefix(width - 1))
      try bench.run("DROP TABLE wide")
    }
  }

  private static func insertWide(_ bench: Bench, _ rows: String, _ names: [String]) throws {
    let cells = names.indices.map { "c\($0)" }.joined(separator: ", ")
    let list = names.joined(separator: ", ")
    let values = (1...3).map { row in
      [.integer(row)] + names.dropFirst().map { StoredValue.text("\($0) of \(row)") }
    }
    try bench.run(
      "\(bench.dialect.insertRows) wide (\(list)) SELECT \(cells) FROM \(rows)",
      batch: RowBatch(rows: values, width: names.count))
    try bench.demand(values, of: "SELECT \(list) FROM wide ORDER BY pk")
  }

  private static func updates(_ bench: Bench) throws {
    guard let rows = pairs(bench, as: "b") else { throw Skip.takesNoBatches }
    try bench.makeSample(count: 600)
    let sql = "UPDATE sample SET i = b.c1 FROM \(rows) WHERE sample.pk = b.c0"
    let changes = try bench.changes(sql, batch: batch(300..<700) { -$0 })
    try bench.demand(changes == 301, "changes was \(changes) rather than 301", sql: sql)
    try bench.demand(
      (1...600).map { $0 < 300 ? $0 : -$0 }, of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func looksUp(_ bench: Bench) throws {
    guard let rows = bench.dialect.rows([.integer], from: bench.place(2), as: nil) else {
      throw Skip.takesNoBatches
    }
    try bench.makeSample(count: 600)
    let sql = """
      SELECT pk FROM sample WHERE i > \(bench.place(1)) AND pk IN (SELECT c0 FROM \(rows)) \
      ORDER BY pk
      """
    let batch = RowBatch(column: Array(stride(from: 2, through: 1200, by: 2)))
    let found = try bench.connection.prepare(sql).rows([.integer(100)], batch: batch, at: 1)
    let expected = stride(from: 102 as Int64, through: 600, by: 2).map { [StoredValue.integer($0)] }
    try bench.demand(found == expected, "it returned \(Wording.show(found))", sql: sql)
  }

  private static func runsAgain(_ bench: Bench) throws {
    try bench.makeSample()
    guard let sql = insertion(bench) else { throw Skip.takesNoBatches }
    let statement = try bench.connection.prepare(sql)
    for start in [0, 100, 200] as [Int64] {
      try statement.rows(batch: batch(start..<start + 10) { $0 })
    }
    try bench.demand(
      [0, 100, 200].flatMap { $0..<$0 + 10 }, of: "SELECT i FROM sample ORDER BY pk")
  }

  private static func takesNull(_ bench: Bench) throws {
    try bench.makeSample()
    let storages = [.integer] + Bench.sampleColumns.map { ColumnType($0.storage) }
    guard let rows = bench.dialect.rows(storages, from: bench.place(1), as: nil) else {
      throw Skip.takesNoBatches
    }
    let values: [[StoredValue]] = [
      [.integer(1), .null, .null, .null, .null, .null],
      [.integer(2), .integer(1), .real(0.5), .text("t"), .bytes([1]), .real(-0.0)],
    ]
    try bench.run(
      """
      \(bench.dialect.insertRows) sample (pk, i, r, t, b, a) \
      SELECT c0, c1, c2, c3, c4, c5 FROM \(rows)
      """, batch: RowBatch(rows: values, width: 6))
    try bench.demand(values, of: "SELECT pk, i, r, t, b, a FROM sample ORDER BY pk")
  }

  private static func keepsLongCells(_ bench: Bench) throws {
    try bench.makeSample()
    guard let rows = bench.dialect.rows([.integer, .text, .bytes], from: bench.place(1), as: nil)
    else { return }
    let values: [[StoredValue]] = [1, 2].map { [.integer($0), Samples.longText, Samples.longBlob] }
    try bench.run(
      "\(bench.dialect.insertRows) sample (pk, t, b) SELECT c0, c1, c2 FROM \(rows)",
      batch: RowBatch(rows: values, width: 3))
    try bench.demand(values, of: "SELECT pk, t, b FROM sample ORDER BY pk")
  }

  private static func runsForRows(_ bench: Bench) throws {
    try bench.makeSample(count: 3)
    let update = try bench.connection.prepare(
      "UPDATE sample SET i = \(bench.place(1)) WHERE pk = \(bench.place(2))")
    let insertion = try bench.connection.prepare(
      "INSERT INTO sample (pk, i) VALUES (\(bench.places(1...2)))")
    try bench.transaction {
      let found = try changes(of: update, [[7, 1], [8, 4711], [9, 3]])
      try bench.demand(found.changes == [1, 0, 1], "the changes were \(found.changes)")
      try bench.demand([7, 2, 9], of: "SELECT i FROM sample ORDER BY pk")
    }
    try bench.connection.rows(bench.dialect.beginWrite)
    defer { try? bench.connection.rollBackOpen() }
    let refused = try changes(of: insertion, [[10, 10], [11, 11], [2, 0], [12, 12]])
    try bench.demand(
      refused.changes == [1, 1] && refused.error?.code == .constraintViolated,
      "the changes were \(refused.changes), and the error \(refused.error?.code as Any)")
  }

  private static func changes(
    of statement: any DriverStatement, _ rows: [[Int64]]
  ) throws -> (changes: [Int], error: PersistenceError?) {
    var changes: [Int] = []
    let batch = RowBatch(rows: rows.map { $0.map { .integer($0) } }, width: 2)
    do {
      try statement.run(for: batch, changes: &changes)
      return (changes, nil)
    } catch let error as PersistenceError {
      return (changes, error)
    }
  }
}
