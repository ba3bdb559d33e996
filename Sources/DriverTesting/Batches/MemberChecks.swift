import PersistentObjectsDriver

/// Checks of `isMember`: whether a column's value is among the cells of a batch.
enum MemberChecks {
  static let all =
    Bench.sampleColumns.map { column in
      Check("isMember must find the values of a batch in a column of \(column.storage)") {
        try finds($0, column.name, column.storage)
      }
    } + [Check("isMember must work next to other parameters, and can be negated", standsBeside)]

  /// Returns a value for each number; the values sort as the numbers do.
  private static func value(_ number: Int64, _ storage: StorageClass) -> StoredValue {
    switch storage {
    case .integer: .integer(number)
    case .real: .real(Double(number) + 0.25)
    case .text: .text("text \(number)")
    case .bytes: .bytes([1, UInt8(number >> 8), UInt8(number & 255)])
    case .any: number.isMultiple(of: 3) ? .text("text \(number)") : .integer(number)
    }
  }

  private static func finds(_ bench: Bench, _ column: String, _ storage: StorageClass) throws {
    let count: Int64 = 700
    try bench.makeSample(column, (1...count).map { value($0, storage) } + [.null])
    let isMember = bench.dialect.isMember(column, bench.place(1), ColumnType(storage))
    let sql = "SELECT pk FROM sample WHERE \(isMember) ORDER BY pk"
    let statement = try bench.connection.prepare(sql)
    for keys in keys(upTo: count) {
      let cells = keys.map { [value($0, storage)] } + [[.null]]
      let found = try statement.rows(batch: RowBatch(rows: cells, width: 1))
      let expected = keys.filter { $0 <= count }.map { [StoredValue.integer($0)] }
      try bench.demand(
        found == expected,
        "of \(keys.count) values and NULL it found \(found.count) rather than \(expected.count)",
        sql: sql)
    }
    let found = try statement.rows(batch: RowBatch(rows: [], width: 1))
    try bench.demand(found.isEmpty, "a batch without rows had \(found.count) members", sql: sql)
  }

  private static func keys(upTo count: Int64) -> [[Int64]] {
    [[], [3], Array(stride(from: 1, through: count + 100, by: 2)), Array(1...600)]
  }

  private static func standsBeside(_ bench: Bench) throws {
    try bench.makeSample(count: 6)
    let isMember = bench.dialect.isMember("i", bench.place(2), .integer)
    let texts: [(String, [Int64])] = [
      ("pk < \(bench.place(1)) AND \(isMember)", [2]),
      ("pk < \(bench.place(1)) AND NOT (\(isMember))", [1, 3]),
    ]
    for (condition, keys) in texts {
      let sql = "SELECT pk FROM sample WHERE \(condition) ORDER BY pk"
      let found = try bench.run(
        sql, [.integer(4)], batch: RowBatch(column: [2, 2, 5] as [Int64]), at: 1)
      try bench.demand(
        found == keys.map { [.integer($0)] }, "it returned \(Wording.show(found))", sql: sql)
    }
  }
}
