import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsSQLite

@Suite struct SeekingStatementTests {
  private let file: TemporaryDatabase
  private let writer: Connection
  private let reader: Connection
  private let text: StatementText

  init() throws {
    file = try TemporaryDatabase()
    writer = try file.open { $0.walAutocheckpoint = 0 }
    try writer.execute(
      "CREATE TABLE t (pk INTEGER PRIMARY KEY, key TEXT) STRICT; INSERT INTO t VALUES (1, 'one')")
    reader = try file.open(.reader)
    text = StatementText(
      "SELECT pk, key FROM t WHERE pk = ?1",
      seeking: SQLiteDialect().seek(["pk", "key"], in: "t", by: "pk"))
    try reader.execute("BEGIN DEFERRED")
    _ = try find(1)
  }

  /// The row of a key.
  private func find(_ key: Int64) throws -> [StoredValue]? {
    let statement = try reader.seekingStatement(text)
    defer { statement.reset() }
    statement.set(key, at: 0)
    return try statement.step() ? [statement.value(at: 0), statement.value(at: 1)] : nil
  }

  /// Starts a new snapshot, like the next lease.
  private func beginAnew() throws {
    reader.endSeeking()
    try reader.execute("COMMIT; BEGIN DEFERRED")
  }

  private var isOpen: Bool { (reader as? SQLiteConnection)?.database.runningStatements != 0 }

  @Test(arguments: [.random(in: 1...1_000_000), 1, 2] as [UInt64])
  func findsWhatADictionaryHas(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let keys = [.min, .min + 1, -1, 0, 1, .max - 1, .max] + (0..<40).map { _ in random.key() }
    var written: [Int64: StoredValue] = [1: .text("one")]
    var seen = written
    for step in 0..<3000 {
      let key = try #require(keys.randomElement(using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        try beginAnew()
        seen = written
        // A snapshot begins with its first read.
        _ = try find(key)
      case 1:
        _ = try writer.rows("DELETE FROM t WHERE pk = ?1", .integer(key))
        written[key] = nil
      case 2...4:
        let value = random.value()
        _ = try writer.rows("INSERT OR REPLACE INTO t VALUES (?1, ?2)", .integer(key), value)
        written[key] = value
      default:
        let expected = seen[key].map { [.integer(key), $0] }
        #expect(try find(key) == expected, "seed \(seed), step \(step), key \(key)")
      }
    }
  }

  @Test func goesFromKeyToKeyWithoutEnding() throws {
    let statement = try reader.seekingStatement(text)
    #expect(statement is SeekingStatement && statement.sql == text.sql)
    #expect(statement.parameterCount == 1 && statement.columnCount == 2)
    #expect(statement.columnName(at: 1) == "key")
    #expect(try find(1) == [.integer(1), .text("one")])
    #expect(isOpen)
    #expect(try find(2) == nil)
    #expect(isOpen)
    #expect(try reader.seekingStatement(text) === statement)
    reader.endSeeking()
    #expect(!isOpen)
  }

  @Test func looksTheKeyUpInTheTable() throws {
    let sql = try #require(text.seekingSQL)
    #expect(
      sql == """
        SELECT r.pk, r.key FROM "persistent objects: sought key"() AS k \
        LEFT JOIN t AS r ON r.pk = k.key
        """)
    let plan = try reader.rows("EXPLAIN QUERY PLAN \(sql)").map { $0[3] }
    #expect(
      plan == [
        .text("SCAN k VIRTUAL TABLE INDEX 0:"),
        .text("SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"),
      ])
  }

  @Test func hasOneRowForAKey() throws {
    let statement = try reader.seekingStatement(text)
    statement.set(Int64(1), at: 0)
    #expect(try statement.step())
    #expect(try !statement.step())
    #expect(statement.value(at: 1) == .text("one"), "the row is there until the reset")
    statement.reset()
    #expect(try statement.step(), "the key is kept")
    statement.reset()
  }

  @Test func leavesARowAloneThatIsBeingRead() throws {
    try writer.execute("INSERT INTO t VALUES (2, 'two')")
    try beginAnew()
    _ = try find(1)
    let outer = try reader.seekingStatement(text)
    outer.set(Int64(1), at: 0)
    #expect(try outer.step())
    #expect(try find(2) == [.integer(2), .text("two")])
    #expect(throws: PersistenceError.self) { try reader.execute("SELECT abs(\(Int64.min))") }
    #expect(outer.value(at: 1) == .text("one"), "not even an error ends it")
    outer.reset()
    #expect(!isOpen, "what failed beside it ends it at the reset")
    #expect(try find(2) == [.integer(2), .text("two")])
  }

  @Test func isNotUsedForTheFirstFindNorByAWriter() throws {
    try beginAnew()
    #expect(try !(reader.seekingStatement(text) is SeekingStatement))
    #expect(try reader.seekingStatement(text) is SeekingStatement)
    for _ in 0..<2 { #expect(try !(writer.seekingStatement(text) is SeekingStatement)) }
  }

  @Test func holdsTheSnapshotUntilSeekingEnds() throws {
    try writer.execute("INSERT INTO t VALUES (2, 'two')")
    #expect(try find(2) == nil)
    reader.endSeeking()
    try reader.execute("COMMIT")
    #expect(try writer.value("PRAGMA wal_checkpoint(TRUNCATE)") == .integer(0), "nobody reads")
    #expect(try find(2) != nil)
  }

  @Test func endsWithTheLeaseAndWithTheConnection() throws {
    _ = try find(1)
    #expect(isOpen)
    reader.endLease()
    #expect(!isOpen && !reader.isInTransaction)
    let statement = try reader.seekingStatement(text)
    for _ in 0..<2 { _ = try find(1) }
    #expect(isOpen)
    reader.close()
    #expect(!isOpen)
    #expect(failure { _ = try statement.step() }?.code == .storeClosed)
  }

  @Test func goesOnAfterAnInterruption() throws {
    _ = try find(1)
    reader.interrupt()
    #expect(failure { _ = try find(1) }?.code == .interrupted)
    #expect(try find(1) != nil)
    reader.interrupt()
    #expect(failure { _ = try reader.rows("SELECT 1") }?.code == .interrupted)
    #expect(try reader.rows("SELECT 1") == [[.integer(1)]])
    #expect(try find(1) != nil)
  }

  @Test func refusesWhatIsNoKey() throws {
    let statement = try reader.seekingStatement(text)
    statement.set(Int64(1), at: 1)
    #expect(failure { _ = try statement.step() }?.code == .invalidQuery)
    statement.set(.text("1"), at: 0)
    #expect(failure { _ = try statement.step() }?.code == .invalidQuery)
    #expect(try find(1) != nil)
  }

  @Test func tracesEachFindAsTheStatementThatItStandsFor() throws {
    let traced = Shared<[String]>([])
    reader.setTrace { event in traced.change { $0.append(event.sql) } }
    for key in [1, 2, 1] as [Int64] { _ = try find(key) }
    reader.endSeeking()
    #expect(traced.value == [text.sql, text.sql, text.sql])
  }

  // MARK: Hostile files

  @Test func aTableOfTheKeysNameIsNotTakenForIt() throws {
    try writer.execute(
      """
      CREATE TABLE "persistent objects: sought key" (key INTEGER);
      INSERT INTO "persistent objects: sought key" VALUES (7);
      INSERT INTO t VALUES (7, 'seven')
      """)
    try beginAnew()
    for _ in 0..<3 { #expect(try find(1) == [.integer(1), .text("one")]) }
  }

  @Test(arguments: ["", "INSERT INTO \"persistent objects: sought key\" VALUES (1)"])
  func aVirtualTableOfTheKeysNameIsAnError(rows: String) throws {
    try writer.execute(
      "CREATE VIRTUAL TABLE \"persistent objects: sought key\" USING fts5(key); \(rows)")
    try beginAnew()
    _ = try find(1)
    for _ in 0..<2 {
      let error = failure { _ = try find(1) }
      #expect(error?.code == .databaseFailed && error?.message.contains("rename it") == true)
    }
    #expect(!isOpen)
  }

  @Test func theKeysAreOfNoUseToOthers() throws {
    try writer.execute("CREATE VIEW v AS SELECT key FROM \"persistent objects: sought key\"")
    try beginAnew()
    #expect(failure { _ = try reader.rows("SELECT key FROM v") }?.code == .invalidQuery)
    #expect(try reader.rows("SELECT key FROM \"persistent objects: sought key\"") == [])
    for _ in 0..<2 { _ = try find(1) }
    #expect(try reader.rows("SELECT key FROM \"persistent objects: sought key\"") == [])
    #expect(try find(1) != nil)
  }
}

extension SeededNumbers {
  /// Any, or one that has neighbours.
  fileprivate mutating func key() -> Int64 {
    Bool.random(using: &self)
      ? .random(in: .min ... .max, using: &self) : .random(in: -20...20, using: &self)
  }

  /// NULL, or a text that may be longer than a page.
  fileprivate mutating func value() -> StoredValue {
    let length = Int.random(in: -1...4, using: &self)
    return length < 0 ? .null : .text(String(repeating: "ä\(next())", count: length * length * 30))
  }
}
