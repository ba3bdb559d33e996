import PersistentObjectsDriver
import TestSupport
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

@Suite struct KeySeekerTests {
  private let file: TemporaryDatabase
  private let writer: Connection
  private let reader: Connection
  private let text: StatementText

  init() throws {
    file = try TemporaryDatabase()
    writer = try file.open { $0.walAutocheckpoint = 0 }
    try writer.runAll(
      "CREATE TABLE t (pk INTEGER PRIMARY KEY, key TEXT) STRICT; INSERT INTO t VALUES (1, 'one')")
    reader = try file.open(.reader)
    let keys = try #require(SQLiteDialect().rows([.integer], from: "?1", as: "k"))
    text = StatementText(
      "SELECT pk, key FROM t WHERE pk = ?1",
      seeking: "SELECT r.pk, r.key FROM \(keys) LEFT JOIN t AS r ON r.pk = k.c0")
    try reader.execute("BEGIN DEFERRED")
    _ = try find(1)
  }

  /// Returns the row of a key.
  @discardableResult private func find(
    _ key: Int64, _ body: ([StoredValue]) throws -> Void = { _ in }
  ) throws -> [StoredValue]? {
    try reader.find(key, by: text, staysOpen: true) { row in
      try body(row.values)
      return row.values
    }
  }

  /// Starts a new snapshot, like the next lease.
  private func beginAnew() throws {
    reader.endSeeking()
    try reader.runAll("COMMIT; BEGIN DEFERRED")
  }

  private var isOpen: Bool { !reader.activity.openSeekers.isEmpty }

  @Test(arguments: RandomNumbers.seeds)
  func findsWhatADictionaryHas(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
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
    #expect(try find(1) == [.integer(1), .text("one")])
    #expect(isOpen && reader.activity.running == 1)
    #expect(try find(2) == nil)
    #expect(isOpen)
    reader.endSeeking()
    #expect(!isOpen && reader.activity.running == 0)
  }

  @Test func looksTheKeyUpInTheTable() throws {
    let plan = try reader.rows("EXPLAIN QUERY PLAN \(#require(text.seekingSQL))").map { $0[3] }
    #expect(
      plan == [
        .text("SCAN k VIRTUAL TABLE INDEX 0:"),
        .text("SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"),
      ])
  }

  @Test func leavesARowAloneThatIsBeingRead() throws {
    try writer.execute("INSERT INTO t VALUES (2, 'two')")
    try beginAnew()
    for _ in 0..<2 { _ = try find(1) }
    let outer = try find(1) { (row: [StoredValue]) throws -> Void in
      #expect(try find(2) == [.integer(2), .text("two")])
      #expect(throws: PersistenceError.self) { try reader.execute("SELECT abs(\(Int64.min))") }
      #expect(row == [.integer(1), .text("one")], "not even an error ends it")
    }
    #expect(outer == [.integer(1), .text("one")])
    #expect(!isOpen, "what failed beside it ends it after its use")
    #expect(try find(2) == [.integer(2), .text("two")])
  }

  @Test func isNotUsedForTheFirstFind() throws {
    try beginAnew()
    _ = try find(1)
    #expect(!isOpen)
    _ = try find(1)
    #expect(isOpen)
  }

  /// The last transaction that sought keys tells how many to expect.
  @Test func isUsedForTheFirstFindIfThereWereSeveralBefore() throws {
    _ = try find(1)
    try beginAnew()
    try beginAnew()
    _ = try find(1)
    #expect(isOpen)
    try beginAnew()
    _ = try find(1)
    #expect(!isOpen)
  }

  @Test func holdsTheSnapshotUntilSeekingEnds() throws {
    _ = try find(1)
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
    for _ in 0..<2 { _ = try find(1) }
    #expect(isOpen)
    reader.close()
    #expect(!isOpen)
    #expect(failure { _ = try find(1) }?.code == .storeClosed)
  }

  @Test func goesOnAfterAnInterruption() throws {
    _ = try find(1)
    reader.base.interrupt()
    #expect(failure { _ = try find(1) }?.code == .interrupted)
    #expect(try find(1) != nil)
    reader.base.interrupt()
    #expect(failure { _ = try reader.rows("SELECT 1") }?.code == .interrupted)
    #expect(try reader.rows("SELECT 1") == [[.integer(1)]])
    #expect(try find(1) != nil)
  }

  /// Regression test: the times of all finds of a session were added up. SQLite looks at the clock
  /// after each thousand steps of all finds.
  @Test func eachFindMayTakeTheWholeTimeOfAStatement() throws {
    let seeking = try reader.base.prepare(#require(text.seekingSQL))
    let statement = try #require(seeking as? SQLiteStatement)
    let key = RowBatch(width: 1)
    key.set(Int64(1), at: 0)
    try reader.setStatementTimeout(.seconds(3600))
    for _ in 0..<1000 {
      try statement.bind(key, at: 0)
      #expect(try statement.next()?.text(at: 1) == "one")
      statement.spent = .seconds(7200)
    }
    statement.reset()
  }

  @Test func tracesEachFindAsTheStatementThatItStandsFor() throws {
    let traced = Shared<[String]>([])
    reader.setTrace { event in traced.change { $0.append(event.sql) } }
    for key in [1, 2, 1] as [Int64] { _ = try find(key) }
    reader.endSeeking()
    #expect(traced.value == [text.sql, text.sql, text.sql])
  }
}

extension RandomNumbers {
  /// Any key, or one that has neighbours.
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
