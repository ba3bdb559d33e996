import PersistentObjectsDriver

/// Checks of columns whose values have a meaning, so that the driver may store them in a type of
/// its own.
enum MeaningChecks {
  static let all = samples.flatMap { sample in
    [
      Check("A column of \(sample.name) must keep its stored forms, however they are written") {
        try keeps($0, sample)
      },
      Check("A column of \(sample.name) must find its stored forms") { try finds($0, sample) },
      Check("A DEFAULT in a column of \(sample.name) must be kept") { try defaults($0, sample) },
      Check(
        "stored(_:_:) and native(_:_:) must be the reverse of each other, and minimum and maximum in order, for \(sample.name)"
      ) {
        try converts($0, sample)
      },
      Check("retypeColumn must keep the values of a column that gets the type for \(sample.name)") {
        try retypes($0, sample)
      },
      Check("native(_:_:) must make a literal of \(sample.name) fit the condition of an index") {
        try indexes($0, sample)
      },
    ]
  }

  /// The stored forms of a meaning, in their order.
  private struct Sample {
    let name: String
    let type: ColumnType
    let values: [StoredValue]
    /// Whether the values are compared.
    var isSearchable = true

    var column: ColumnDefinition { column("c", nil) }

    func column(_ name: String, _ value: StoredValue?) -> ColumnDefinition {
      ColumnDefinition(
        name: name, storage: type.storage, meaning: type.meaning, defaultValue: value)
    }
  }

  private static let samples = [
    Sample(
      name: "truth values", type: ColumnType(.integer, .boolean), values: integers([0, 1])),
    Sample(
      name: "unsigned numbers of 20 digits", type: ColumnType(.any, .unsigned(digits: 20)),
      values: integers([0, 1, 9_999, 10_000, 123_456_789, .max])
        + texts(["09223372036854775808", "10000000000000000000", "18446744073709551615"])),
    Sample(
      name: "unsigned numbers of 39 digits", type: ColumnType(.any, .unsigned(digits: 39)),
      values: integers([0, .max])
        + texts([
          "000000000000000000009223372036854775808", "340282366920938463463374607431768211455",
        ])),
    Sample(
      name: "UUIDs as texts", type: ColumnType(.text, .uuid),
      values: texts([
        "00000000-0000-0000-0000-000000000000", "1B4E28BA-2FA1-11D2-883F-0016D3CCA427",
        "A0000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
      ])),
    Sample(
      name: "UUIDs as bytes", type: ColumnType(.bytes, .uuid),
      values: [0, 127, 255].map { .bytes([UInt8](repeating: $0, count: 16)) }),
    Sample(
      name: "decimals", type: ColumnType(.text, .decimal),
      values: [-7, 0, 12].map { .text(ExactDecimal($0).text) }),
    Sample(
      name: "moments as texts", type: ColumnType(.text, .instant),
      values: texts(["0000-01-01 00:00:00", "2001-01-01 00:00:00.5", "9999-12-31 23:59:59"])),
    Sample(
      name: "timestamps", type: ColumnType(.integer, .timestamp),
      values: integers([
        -210_863_520_000_000_000, -1, 0, 1, 946_684_800_000_000, 1_700_000_000_123_456,
        9_223_371_244_799_999_999,
      ])),
    Sample(
      name: "JSON", type: ColumnType(.text, .json),
      values: texts(["{\"b\":1.0,\"a\":[]}", "null"]),
      isSearchable: false),
    Sample(
      name: "canonical JSON", type: ColumnType(.text, .canonicalJSON),
      values: texts([
        "null", "0.000", "\"\\u0001\\\"é\"", "[1, {\"b\": true, \"aa\": {}}, []]",
      ]),
      isSearchable: false),
  ]

  private static func integers(_ values: [Int64]) -> [StoredValue] { values.map { .integer($0) } }
  private static func texts(_ values: [String]) -> [StoredValue] { values.map { .text($0) } }

  // MARK: Checks

  private static func fill(_ bench: Bench, _ sample: Sample) throws {
    try bench.make("meant", [sample.column])
    let statement = try bench.connection.prepare(
      "INSERT INTO meant (pk, c) VALUES (\(bench.places(1...2)))")
    try bench.transaction {
      for row in rows(of: sample) { try statement.rows(row) }
    }
  }

  private static func rows(of sample: Sample, from first: Int = 0) -> [[StoredValue]] {
    sample.values.enumerated().map { [.integer(Int64(first + $0.offset)), $0.element] }
  }

  private static func keeps(_ bench: Bench, _ sample: Sample) throws {
    try fill(bench, sample)
    var expected = rows(of: sample)
    for sql in insertions(bench, sample) {
      let added =
        rows(of: sample, from: expected.count) + [[.integer(Int64(expected.count + 100)), .null]]
      try bench.transaction { try bench.run(sql, batch: RowBatch(rows: added, width: 2)) }
      try bench.run("DELETE FROM meant WHERE c IS NULL")
      expected += added.dropLast()
    }
    try bench.demand(expected, of: "SELECT pk, c FROM meant ORDER BY pk")
    if !sample.isSearchable { return }
    let order = sample.values.flatMap { value in
      [[StoredValue]](repeating: [value], count: expected.count / sample.values.count)
    }
    try bench.demand(order, of: "SELECT c FROM meant ORDER BY c")
  }

  /// Returns the statements that insert a batch.
  private static func insertions(_ bench: Bench, _ sample: Sample) -> [String] {
    let rows = bench.dialect.rows([.integer, sample.type], from: bench.place(1), as: nil)
    let load = (bench.dialect as? any BatchLoading)?.load(into: "meant", ["pk", "c"])
    let insertion = rows.map {
      "\(bench.dialect.insertRows) meant (pk, c) SELECT c0, c1 FROM \($0)"
    }
    return [insertion, load].compactMap(\.self)
  }

  private static func finds(_ bench: Bench, _ sample: Sample) throws {
    if !sample.isSearchable { return }
    try fill(bench, sample)
    for (index, value) in sample.values.enumerated() {
      let key = Int64(index)
      try bench.demand([key], of: "SELECT pk FROM meant WHERE c = \(bench.place(1))", [value])
      let typed = bench.dialect.typed("\(value)", sample.type)
      let native = bench.dialect.native("\(value)", sample.type)
      try bench.demand([key], of: "SELECT pk FROM meant WHERE c = \(typed)")
      try bench.demand(
        [[value]], of: "SELECT CASE WHEN pk < 0 THEN c ELSE \(native) END FROM meant LIMIT 1")
      let isMember = bench.dialect.isMember("c", bench.place(1), sample.type)
      let sql = "SELECT pk FROM meant WHERE \(isMember)"
      let found = try bench.run(sql, batch: RowBatch(rows: [[value]], width: 1))
      try bench.demand(
        found == [[.integer(key)]], "it returned \(Wording.show(found))", sql: sql)
    }
  }

  private static func defaults(_ bench: Bench, _ sample: Sample) throws {
    let columns = sample.values.enumerated().map { sample.column("d\($0.offset)", $0.element) }
    try bench.make("meant", columns.dropLast())
    try bench.run("INSERT INTO meant (pk) VALUES (1)")
    try bench.run(bench.dialect.addColumn(columns[columns.count - 1], to: "meant"))
    let list = columns.map(\.name).joined(separator: ", ")
    try bench.demand([sample.values], of: "SELECT \(list) FROM meant")
  }

  private static func converts(_ bench: Bench, _ sample: Sample) throws {
    try fill(bench, sample)
    let dialect = bench.dialect
    let stored = dialect.stored("c", sample.type)
    try bench.run("UPDATE meant SET c = \(dialect.native(stored, sample.type))")
    try bench.demand(rows(of: sample), of: "SELECT pk, c FROM meant ORDER BY pk")
    if !sample.isSearchable { return }
    let (first, last) = (sample.values.first ?? .null, sample.values.last ?? .null)
    let extremes = (dialect.minimum("c", sample.type), dialect.maximum("c", sample.type))
    try bench.demand([[first, last]], of: "SELECT \(extremes.0), \(extremes.1) FROM meant")
    try bench.demand(
      [[.null, .null]], of: "SELECT \(extremes.0), \(extremes.1) FROM meant WHERE c IS NULL")
    try bench.demand(
      [Int64(sample.values.count)],
      of: "SELECT count(*) FROM meant HAVING \(extremes.1) = \(last)")
  }

  /// Checks that a column without a meaning takes the type of one with a meaning. Columns of any
  /// kind are rewritten instead, value by value.
  private static func retypes(_ bench: Bench, _ sample: Sample) throws {
    if sample.type.storage == .any { return }
    try bench.make("meant", [ColumnDefinition(name: "c", storage: sample.type.storage)])
    for row in rows(of: sample) {
      try bench.run("INSERT INTO meant (pk, c) VALUES (\(bench.places(1...2)))", row)
    }
    guard let sql = try retyping(bench, sample) else { return }
    try bench.run(sql)
    try bench.demand(rows(of: sample), of: "SELECT pk, c FROM meant ORDER BY pk")
    let rest = try retyping(bench, sample)
    try bench.demand(rest == nil, "the column did not have its type then", sql: sql)
  }

  /// Returns the statement that gives the column of a sample its type; nil if it has it.
  private static func retyping(_ bench: Bench, _ sample: Sample) throws -> String? {
    let types = try bench.connection.readSchema().first { $0.name == "meant" }?.types
    return types?["c"].flatMap {
      bench.dialect.retypeColumn(sample.column, of: "meant", from: $0)
    }
  }

  private static func indexes(_ bench: Bench, _ sample: Sample) throws {
    if !sample.isSearchable { return }
    try bench.require(bench.character.hasPartialIndices, "hasPartialIndices is false")
    let dialect = bench.dialect
    for value in sample.values {
      let native = dialect.native(SQLText(dialect.literal(value)), sample.type)
      let condition = ("c = \(native)" as SQLText).sql(dialect)
      try bench.make(
        "meant", [sample.column],
        indices: [
          IndexDefinition(
            name: "one", columns: [IndexedColumn("c")], isUnique: true, condition: condition)
        ])
      let insertion = "INSERT INTO meant (pk, c) VALUES (\(bench.places(1...2)))"
      for key in 1...2 as ClosedRange<Int64> {
        for other in sample.values where other != value || key == 1 {
          let row = key * 100 + Int64(sample.values.firstIndex(of: other) ?? 0)
          try bench.run(insertion, [.integer(row), other])
        }
      }
      try bench.demandError(.constraintViolated, from: insertion, [.integer(999), value])
      try bench.run("DROP TABLE meant")
    }
  }
}
