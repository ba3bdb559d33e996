import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// One statement for many rows does the same as one statement for each row.
@Suite struct RowBatchTests {
  private let connection: Connection
  private let rows = RowBatch()

  init() throws {
    connection = try .inMemory(
      """
      CREATE TABLE strict (pk INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, x ANY) STRICT;
      CREATE TABLE loose (pk INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, x NUMERIC);
      CREATE TABLE asked (pk INTEGER PRIMARY KEY, i INTEGER)
      """)
  }

  private func update(_ columns: [String], in table: String) throws -> Int {
    let assignments = columns.enumerated().map { "\($1) = b.c\($0 + 1)" }
    let statement = try connection.statement(
      sql: """
        UPDATE \(table) SET \(assignments.joined(separator: ", ")) \
        FROM _persistent_rows(?1) AS b WHERE \(table).pk = b.c0
        """)
    statement.set(rows, at: 0)
    try statement.run()
    return statement.changes
  }

  /// Adds a row with a key.
  private func add(_ key: Int64, _ values: StoredValue...) {
    rows.addRow()
    rows.set(key, at: 0)
    for (index, value) in values.enumerated() { rows.set(value, at: index + 1) }
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

  @Test func eachRowIsFoundByItsKey() throws {
    let sql = """
      UPDATE strict SET i = b.c1 FROM _persistent_rows(?1) AS b WHERE strict.pk = b.c0
      """
    #expect(
      try connection.rows("EXPLAIN QUERY PLAN \(sql)").map { $0[3] } == [
        .text("SCAN b VIRTUAL TABLE INDEX 0:"),
        .text("SEARCH strict USING INTEGER PRIMARY KEY (rowid=?)"),
      ])
  }

  @Test(arguments: RandomNumbers.seeds, ["strict", "loose"])
  func writesWhatOneStatementForEachWrites(seed: UInt64, table: String) throws {
    var random = RandomNumbers(seed: seed)
    let columns = ["i", "r", "t", "b", "x"]
    let single = columns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    try fill(table, -40...40)
    for round in 0..<40 {
      let keys = (-45...45).filter { _ in Int.random(in: 0...2, using: &random) > 0 }
      rows.begin(width: columns.count + 1)
      try connection.execute("SAVEPOINT s")
      for key in round.isMultiple(of: 2) ? keys : keys.shuffled(using: &random) {
        let values = random.row(isStrict: table == "strict")
        add(Int64(key))
        for (index, value) in values.enumerated() where value != .null {
          rows.set(value, at: index + 1)
        }
        let statement = try connection.statement(
          sql: "UPDATE \(table) SET \(single) WHERE pk = ?6")
        for (index, value) in values.enumerated() { statement.set(value, at: index) }
        statement.set(Int64(key), at: 5)
        try statement.run()
      }
      let expected = try contents(table)
      try connection.runAll("ROLLBACK TO s; RELEASE s")
      #expect(try update(columns, in: table) == keys.count { -40...40 ~= $0 })
      #expect(try contents(table) == expected)
    }
  }

  @Test func keysMayBeTheGreatestAndTheLeast() throws {
    let keys: [Int64] = [.max, 0, .min, -1]
    try fill("strict", keys)
    rows.begin(width: 2)
    for key in keys { add(key, .integer(key)) }
    #expect(try update(["i"], in: "strict") == 4)
    #expect(try connection.value("SELECT count(*) FROM strict WHERE i = pk") == .integer(4))
  }

  @Test func rowsAreFullByNumberAndByBytes() throws {
    rows.begin(width: 1)
    for key in 0..<512 {
      #expect(!rows.isFull)
      add(Int64(key))
    }
    #expect(rows.isFull)
    rows.begin(width: 2)
    #expect(!rows.isFull && rows.count == 0)
    for key in 1...3 { add(Int64(key), .bytes(Array(repeating: UInt8(key), count: 500_000))) }
    #expect(rows.isFull)
    try fill("strict", 1...3)
    #expect(try update(["b"], in: "strict") == 3)
    #expect(
      try connection.value("SELECT group_concat(length(b) || hex(substr(b, -1))) FROM strict")
        == .text("50000001,50000002,50000003"))
  }

  @Test func cellsStayWhereTheyAreAsABatchBeginsAnew() {
    for round in 0..<50 {
      rows.begin(width: round % 4)
      for row in 0..<(round * 3) {
        rows.addRow()
        for index in 0..<rows.width where (row + index).isMultiple(of: 2) {
          rows.set(.text(String(repeating: "é", count: row)), at: index)
        }
      }
      for row in 0..<rows.count {
        let expected = (0..<rows.width).map { index in
          (row + index).isMultiple(of: 2)
            ? StoredValue.text(String(repeating: "é", count: row)) : .null
        }
        #expect(rows[row].values == expected)
      }
    }
  }

  @Test func aTriggerSeesEachRow() throws {
    try fill("strict", 1...20)
    try connection.execute(
      """
      CREATE TRIGGER ask AFTER UPDATE ON strict BEGIN INSERT INTO asked VALUES (new.pk, new.i); \
      UPDATE strict SET t = 'seen' WHERE pk = new.pk; END
      """)
    rows.begin(width: 2)
    for key in (1...20).reversed() as [Int64] { add(key, .integer(key * 2)) }
    #expect(try update(["i"], in: "strict") == 20)
    #expect(try connection.value("SELECT count(*) FROM asked WHERE i = pk * 2") == .integer(20))
    #expect(try connection.value("SELECT count(*) FROM strict WHERE t = 'seen'") == .integer(20))
  }

  @Test func aRefusedRowIsKnownByTheNumberOfThoseBefore() throws {
    try fill("strict", [5])
    rows.begin(width: 2)
    for key in 1...9 as ClosedRange<Int64> { add(key, .integer(key)) }
    let columns = [(name: "pk", type: ColumnType.integer), (name: "i", type: .integer)]
    let insertion = Insertion(into: "strict", columns, SQLiteDialect())
    var refused: Int?
    let error = failure {
      try connection.insert(rows, insertion) { error, row in
        refused = row
        return error
      }
    }
    #expect(error?.databaseCode == "SQLITE_CONSTRAINT_PRIMARYKEY" && refused == 4)
  }

  @Test func rowsAreOfNoUseToOthers() throws {
    try fill("strict", 1...2)
    #expect(failure { _ = try connection.rows("SELECT c0 FROM _persistent_rows") } != nil)
    #expect(try connection.rows("SELECT c0 FROM _persistent_rows(7)").isEmpty)
    try connection.execute("CREATE VIEW v AS SELECT c0 FROM _persistent_rows(1)")
    #expect(failure { _ = try connection.rows("SELECT * FROM v") } != nil)
  }

  @Test func aTableOfTheirNameIsRefused() throws {
    try connection.execute("CREATE VIRTUAL TABLE _persistent_rows USING fts5(c0)")
    let error = failure { _ = try connection.base.readSchema() }
    #expect(error?.code == .schemaMismatch && error?.message.contains("rename it") == true)
  }
}

extension RandomNumbers {
  /// Values for an integer, a real, a text, a blob and an untyped column; or, if the table admits
  /// it, any value for each.
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
    default: return .bytes(Array(repeating: UInt8(length), count: length * 1500))
    }
  }
}
