import PersistentObjectsDriver

/// Checks that values come back to the bit.
enum ValueChecks {
  static let all = [
    Check("Integers must come back as they were bound", keeps("i") { _ in Samples.integers }),
    Check("Doubles must come back to the bit, −0 too", keeps("r", Samples.reals)),
    Check(
      "Text must come back as it was bound, with all of Unicode", keeps("t") { _ in Samples.texts }),
    Check("Bytes must come back as they were bound", keeps("b") { _ in Samples.blobs }),
    Check(
      "A column for any value must keep all kinds to the bit, −0 and whole doubles",
      keeps("a", Samples.any)),
    Check("NULL must come back as NULL from columns of all kinds", keepsNull),
    Check("Text with a NUL must come back whole, or be refused with a PersistenceError", keepsNUL),
    Check("A batch must keep values to the bit as parameters do", keepsInBatches),
  ]

  private static func keeps(
    _ column: String,
    _ values: @escaping @Sendable (DatabaseCharacter) -> [StoredValue]
  ) -> @Sendable (Bench) throws -> Void {
    { bench in
      let values = values(bench.character)
      try bench.makeSample(column, values)
      try compare(bench, column, values)
    }
  }

  private static func compare(_ bench: Bench, _ column: String, _ values: [StoredValue]) throws {
    let sql = "SELECT \(column) FROM sample ORDER BY pk"
    let rows = try bench.run(sql)
    for (row, value) in zip(rows, values) {
      try bench.demand(
        row == [value], "\(Wording.describe(value)) came back as \(Wording.describe([row]))",
        sql: sql)
    }
    try bench.demand(
      rows.count == values.count, "\(rows.count) of \(values.count) rows came back", sql: sql)
  }

  private static func keepsNull(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.run(
      "INSERT INTO sample (pk, i, r, t, b, a) VALUES (\(bench.places(1...6)))", [.integer(1)])
    try bench.demand(
      [Array(repeating: .null, count: 5)], of: "SELECT i, r, t, b, a FROM sample")
  }

  private static func keepsNUL(_ bench: Bench) throws {
    let text = StoredValue.text("before\0after")
    try bench.makeSample()
    do {
      try bench.fill("t", [text])
    } catch is PersistenceError {
      return try bench.connection.rollBackOpen()
    }
    try compare(bench, "t", [text])
  }

  private static func keepsInBatches(_ bench: Bench) throws {
    try bench.makeSample()
    guard let rows = bench.dialect.rows([.integer, .any], from: bench.place(1), as: nil) else {
      return
    }
    let values = Samples.any(bench.character)
    let batch = RowBatch(
      rows: values.enumerated().map { [.integer(Int64($0.offset)), $0.element] }, width: 2)
    try bench.run(
      "\(bench.dialect.insertRows) sample (pk, a) SELECT c0, c1 FROM \(rows)", batch: batch)
    try compare(bench, "a", values)
  }
}
