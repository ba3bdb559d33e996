import PersistentObjectsEngine
import PersistentObjectsSQLite
import Testing

/// One UPDATE for many rows has the effect of one for each.
@Suite struct StagedRowsTests {
  private let connection: Connection
  private let rows = StagedRows()

  init() throws {
    connection = try .inMemory(
      """
      CREATE TABLE strict (pk INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, x ANY) STRICT;
      CREATE TABLE loose (pk INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, x NUMERIC);
      CREATE TABLE asked (pk INTEGER PRIMARY KEY, i INTEGER)
      """)
  }

  private func text(_ columns: [String], in table: String) throws -> StatementText {
    StatementText(
      try #require(SQLiteDialect().updateStaged(columns, matching: nil, in: table, by: "pk")))
  }

  private func contents(_ table: String) throws -> [[StoredValue]] {
    try connection.rows(
      """
      SELECT pk, quote(i), quote(r), quote(t), length(t), quote(b), quote(x), typeof(x) \
      FROM \(table) ORDER BY pk
      """)
  }

  private func fill(_ table: String, _ keys: some Sequence<Int64>) throws {
    for key in keys {
      _ = try connection.rows(
        "INSERT INTO \(table) VALUES (?1, 1, 1.5, 'old', x'00', 'x')", .integer(key))
    }
  }

  @Test func theStatementIsOneAndGoesThroughTheRowsOnce() throws {
    let sql = try text(["i", "t"], in: "strict").sql
    #expect(
      sql == """
        UPDATE strict SET i = staged_value(pk, 0), t = staged_value(pk, 1) \
        WHERE pk BETWEEN ?1 AND ?2 AND is_staged(pk)
        """)
    let steps = try connection.rows("EXPLAIN \(sql)", .integer(1), .integer(2)).map { $0[1] }
    #expect(!steps.contains(.text("OpenEphemeral")) && !steps.contains(.text("RowSetAdd")))
    #expect(steps.count { $0 == .text("Next") } == 1)
    #expect(
      try connection.rows("EXPLAIN QUERY PLAN \(sql)").map { $0[3] } == [
        .text("SEARCH strict USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)")
      ])
  }

  @Test(arguments: [.random(in: 1...1_000_000), 1, 2] as [UInt64], ["strict", "loose"])
  func writesWhatOneStatementForEachWrites(seed: UInt64, table: String) throws {
    var random = SeededNumbers(seed: seed)
    let columns = ["i", "r", "t", "b", "x"]
    let single = columns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    try fill(table, -40...40)
    for round in 0..<40 {
      let keys = (-45...45).filter { _ in Int.random(in: 0...2, using: &random) > 0 }
      rows.begin(width: columns.count)
      try connection.execute("SAVEPOINT s")
      for key in round.isMultiple(of: 2) ? keys : keys.shuffled(using: &random) {
        let values = random.row(isStrict: table == "strict")
        rows.add(Int64(key))
        for (index, value) in values.enumerated() where value != .null {
          rows.set(value, at: index)
        }
        let statement = try connection.statement(
          sql: "UPDATE \(table) SET \(single) WHERE pk = ?6")
        for (index, value) in values.enumerated() { statement.set(value, at: index) }
        statement.set(Int64(key), at: 5)
        try statement.run()
      }
      let expected = try contents(table)
      try connection.execute("ROLLBACK TO s; RELEASE s")
      try connection.update(rows, text(columns, in: table))
      #expect(connection.changes == keys.count { -40...40 ~= $0 })
      #expect(try contents(table) == expected)
    }
  }

  @Test func keysMayBeTheGreatestAndTheLeast() throws {
    let keys: [Int64] = [.max, 0, .min, -1]
    try fill("strict", keys)
    rows.begin(width: 1)
    for key in keys {
      rows.add(key)
      rows.set(key, at: 0)
    }
    try connection.update(rows, text(["i"], in: "strict"))
    #expect(connection.changes == 4)
    #expect(try connection.value("SELECT count(*) FROM strict WHERE i = pk") == .integer(4))
  }

  @Test func rowsAreFullByNumberAndByBytes() throws {
    rows.begin(width: 1)
    for key in 0..<StagedRows.mostRows {
      #expect(!rows.isFull)
      rows.add(Int64(key))
    }
    #expect(rows.isFull)
    rows.clear()
    #expect(!rows.isFull && rows.count == 0)
    for key in 1...3 {
      rows.add(Int64(key))
      rows.set(.blob(Array(repeating: UInt8(key), count: 500_000)), at: 0)
    }
    #expect(rows.isFull)
    try fill("strict", 1...3)
    try connection.update(rows, text(["b"], in: "strict"))
    #expect(
      try connection.value("SELECT group_concat(length(b) || hex(substr(b, -1))) FROM strict")
        == .text("50000001,50000002,50000003"))
    rows.begin(width: 3)
    rows.add(1)
    #expect((0..<3).allSatisfy(rows.isNull(at:)))
  }

  @Test func aTriggerSeesEachRow() throws {
    try fill("strict", 1...20)
    try connection.execute(
      """
      CREATE TRIGGER ask AFTER UPDATE ON strict BEGIN INSERT INTO asked VALUES (new.pk, new.i); \
      UPDATE strict SET t = 'seen' WHERE pk = new.pk; END
      """)
    rows.begin(width: 1)
    for key in (1...20).reversed() {
      rows.add(Int64(key))
      rows.set(Int64(key * 2), at: 0)
    }
    try connection.update(rows, text(["i"], in: "strict"))
    #expect(connection.changes == 20)
    #expect(try connection.value("SELECT count(*) FROM asked WHERE i = pk * 2") == .integer(20))
    #expect(try connection.value("SELECT count(*) FROM strict WHERE t = 'seen'") == .integer(20))
  }

  @Test func stagedValuesAreOfNoUseToOthers() throws {
    try fill("strict", 1...2)
    rows.begin(width: 1)
    rows.add(1)
    rows.set(Int64(7), at: 0)
    try connection.update(rows, text(["i"], in: "strict"))
    #expect(try connection.value("SELECT is_staged(1)") == .integer(0))
    for sql in ["SELECT staged_value(1, 0)", "SELECT staged_value(1, -1)"] {
      #expect(failure { _ = try connection.rows(sql) }?.message.contains("staged value") == true)
    }
    try connection.execute("CREATE VIEW v AS SELECT is_staged(pk) FROM strict")
    #expect(failure { _ = try connection.rows("SELECT * FROM v") } != nil)
  }
}

extension SeededNumbers {
  /// Values for an integer, a real, a text, a blob and any column; or, if the table admits it, any
  /// value for each.
  fileprivate mutating func row(isStrict: Bool) -> [StoredValue] {
    if !isStrict { return (0..<5).map { _ in value(Int.random(in: 0..<4, using: &self)) } }
    return (0..<4).map { value($0) } + [value(Int.random(in: 0..<4, using: &self))]
  }

  private mutating func value(_ kind: Int) -> StoredValue {
    if Int.random(in: 0..<5, using: &self) == 0 { return .null }
    let length = Int.random(in: 0...3, using: &self)
    switch kind {
    case 0:
      return .integer(
        [.min, .max, 0, -1, Int64(bitPattern: next())].randomElement(using: &self) ?? 0)
    case 1:
      let value = [-0.0, 0, 1, 1.5, .infinity, 1e300, .leastNonzeroMagnitude, 0.1, 9.3e18]
        .randomElement(
          using: &self)
      return .real(value ?? 0)
    case 2: return .text(String(repeating: ["ä", "12", "1e3", "\0"][length], count: length * 900))
    default: return .blob(Array(repeating: UInt8(length), count: length * 1500))
    }
  }
}
