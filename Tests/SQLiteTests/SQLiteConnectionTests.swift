import Foundation
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

@Suite struct SQLiteConnectionTests {
  private let file: TemporaryDatabase

  init() throws { file = try TemporaryDatabase() }

  @Test func findsTheSameStatementAgain() throws {
    let connection = try Connection.inMemory()
    let texts = (0..<200).map { StatementText("SELECT \($0)") }
    let first = try texts.map { try connection.statement($0) }
    let second = try texts.map { try connection.statement($0) }
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(zip(texts, first).allSatisfy { $0.sql == $1.sql })
    let made = try connection.statement(sql: "SELECT 1")
    #expect(try connection.statement(sql: "SELECT 1") === made)
  }

  @Test func givesASecondStatementWhileTheFirstRuns() throws {
    let connection = try Connection.inMemory()
    let text = StatementText("SELECT 1 UNION SELECT 2")
    let outer = try connection.statement(text)
    #expect(try outer.next() != nil)
    let inner = try connection.statement(text)
    #expect(inner !== outer)
    #expect(try inner.next() != nil)
    #expect(try outer.next()?.integer(at: 0) == 2)
    inner.reset()
    #expect(try connection.statement(text) === inner)
    outer.reset()
    #expect(try connection.statement(text) === outer)
  }

  @Test func forgetsTheLeastRecentlyUsedStatement() throws {
    var configuration = SQLiteConfiguration.inMemory
    configuration.statementCacheCapacity = 2
    #expect(SQLiteDriver(configuration).statementCacheCapacity == 2)
    let connection = try Connection(opening: .writer, of: SQLiteDriver(configuration))
    let one = try connection.statement(sql: "SELECT 1")
    let two = try connection.statement(sql: "SELECT 2")
    _ = try connection.statement(sql: "SELECT 1")
    _ = try connection.statement(sql: "SELECT 3")
    #expect(try connection.statement(sql: "SELECT 1") === one)
    #expect(try connection.statement(sql: "SELECT 2") !== two)
    #expect(try two.next() != nil)
  }

  /// Swift takes the texts for equal.
  @Test func textsThatSpellCharactersDifferentlyAreDifferentStatements() throws {
    let connection = try Connection.inMemory()
    for letter in ["\u{E9}", "e\u{301}", "\u{E9}"] {
      guard case .text(let found) = try connection.value("SELECT '\(letter)'") else {
        Issue.record("no text")
        continue
      }
      #expect(found.utf8.elementsEqual(letter.utf8))
    }
  }

  /// Regression test: such numbers stopped the process.
  @Test(arguments: [Int64.min, -1, 19, .max])
  func aDecimalOfTooManyDigitsIsAnErrorOfTheStatement(_ scale: Int64) throws {
    let connection = try Connection.inMemory()
    let error = failure { _ = try connection.value("SELECT _persistent_decimal(1, \(scale))") }
    #expect(error?.message.contains("digits after the point") == true)
    #expect(try connection.value("SELECT _persistent_decimal(125, 1)") == .text("002 12.5"))
  }

  /// Regression test: its text was read up to the NUL.
  @Test func aSumTakesOnlyDecimals() throws {
    let connection = try Connection.inMemory()
    let sum = "SELECT _persistent_decimal_sum(?1)"
    #expect(try connection.value(sum, .text("002 12")) == .text("002 12"))
    let error = failure { _ = try connection.value(sum, .text("002 12\0x")) }
    #expect(error?.message.contains("not a decimal in its stored form") == true)
  }

  @Test func endOfLeaseCleansUp() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a ANY) STRICT")
    try connection.runAll("BEGIN IMMEDIATE; INSERT INTO t VALUES (1), (2)")
    let statement = try connection.statement(sql: "SELECT a FROM t")
    #expect(try statement.next() != nil)
    connection.endLease()
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(0))
    #expect(try connection.statement(sql: "SELECT a FROM t") === statement)
  }

  @Test func theLogBecomesShortAgainAfterALongReader() throws {
    let file = try TemporaryDatabase()
    let writer = try file.open {
      $0.walAutocheckpoint = 10
      $0.walSizeLimit = 100_000
    }
    try writer.execute("CREATE TABLE t (a ANY) STRICT")
    let reader = try file.open(.reader)
    try reader.runAll("BEGIN; SELECT * FROM t")
    for _ in 0..<20 { try writer.execute("INSERT INTO t VALUES (zeroblob(50000))") }
    #expect(try file.bytes("-wal").count > 1_000_000)
    try reader.execute("COMMIT")
    for _ in 0..<2 { try writer.execute("INSERT INTO t VALUES (1)") }
    #expect(try file.bytes("-wal").count <= 100_000)
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(22))
  }

  /// Regression test: while reads overlapped, the log grew for as long as they did.
  @Test(.timeLimit(.minutes(10))) func theLogBeginsAnewAlthoughReadsOverlap() async throws {
    let writer = try file.open {
      $0.walAutocheckpoint = 10
      $0.walSizeLimit = 500_000
    }
    try writer.execute("CREATE TABLE t (a ANY) STRICT")
    // Each begins a read before it ends the last one.
    let hasEnded = Shared(false)
    let reading = BackgroundThread {
      let readers = [try file.open(.reader), try file.open(.reader)]
      var next = 0
      try readers[0].runAll("BEGIN; SELECT count(*) FROM t")
      while !hasEnded.value {
        next = 1 - next
        try readers[next].runAll("BEGIN; SELECT count(*) FROM t")
        try readers[1 - next].execute("COMMIT")
      }
    }
    // The number of times that the log has begun anew is in its header.
    func checkpoints() throws -> [UInt8] { try Array(file.bytes("-wal")[12..<16]) }
    var seen: Set = [try checkpoints()]
    while seen.count < 4 {
      try writer.execute("INSERT INTO t VALUES (zeroblob(50000))")
      writer.endLease()
      if writer.needsRest { writer.rest() }
      seen.insert(try checkpoints())
    }
    hasEnded.change { $0 = true }
    await reading.finish()
  }

  /// Regression test: SQLite waits for a mark in the log that a reader has set, although another
  /// one has moved it to the end of the log meanwhile.
  @Test(.timeLimit(.minutes(10))) func laterReadersDoNotKeepTheLogFromBeingCopied() async throws {
    let file = try TemporaryDatabase()
    let writer = try file.open {
      $0.walAutocheckpoint = 10
      $0.walSizeLimit = 100_000
    }
    try writer.execute("CREATE TABLE t (a ANY) STRICT")
    let (first, second) = (try file.open(.reader), try file.open(.reader))
    let other = try file.open()
    try first.runAll("BEGIN; SELECT * FROM t")
    for _ in 0..<3 { try writer.execute("INSERT INTO t VALUES (zeroblob(50000))") }
    writer.endLease()
    try #require(writer.needsRest)
    let hasRested = Shared(false)
    nonisolated(unsafe) let waiting = writer
    let rest = BackgroundThread {
      waiting.rest()
      hasRested.change { $0 = true }
    }
    // Others cannot copy the log while the writer does. A busy machine may not meet it.
    while !hasRested.value, try other.value("PRAGMA wal_checkpoint") != .integer(1) {}
    try first.execute("COMMIT")
    try second.runAll("BEGIN; SELECT * FROM t")
    guard !hasRested.value else { return await rest.finish() }
    await rest.finish()
    let copied = try file.bytes("-shm")[96..<100].reversed().reduce(0) { $0 << 8 + Int($1) }
    #expect(try copied == (file.bytes("-wal").count - 32) / (24 + 4096))
  }

  /// A session that holds its snapshot long must not stop those who write again and again.
  @Test func aLongReaderHoldsUpTheWriterOnce() throws {
    let file = try TemporaryDatabase()
    let writer = try file.open {
      $0.walAutocheckpoint = 10
      $0.walSizeLimit = 100_000
    }
    try writer.execute("CREATE TABLE t (a ANY) STRICT")
    let reader = try file.open(.reader)
    try reader.runAll("BEGIN; SELECT * FROM t")
    var waits = 0
    for _ in 0..<100 {
      try writer.execute("INSERT INTO t VALUES (zeroblob(50000))")
      let end = ContinuousClock().measure {
        writer.endLease()
        if writer.needsRest { writer.rest() }
      }
      if end > .milliseconds(150) { waits += 1 }
    }
    // All others may be the fault of a busy machine.
    #expect(waits < 50)
    #expect(try file.bytes("-wal").count > 5_000_000)
    try reader.execute("COMMIT")
    // The wait after a vain one comes later.
    for _ in 0..<2 { try writer.execute("INSERT INTO t VALUES (1)") }
    #expect(try file.bytes("-wal").count <= 100_000)
  }

  /// Regression test: the end of each lease waited for the reader, as long as for another process.
  @Test(.timeLimit(.minutes(10))) func theChangeToTheLogWaitsForNoReader() throws {
    let file = try TemporaryDatabase()
    let other = try file.open()
    try other.runAll("CREATE TABLE t (a ANY) STRICT; PRAGMA journal_mode = DELETE")
    other.close()
    let writer = try file.open { $0.busyTimeout = .seconds(3600) }
    try writer.execute("CREATE TABLE _persistent_table (name TEXT) STRICT")
    let reader = try file.open(.reader)
    try reader.runAll("BEGIN; SELECT * FROM t")
    writer.endLease()
    #expect(try writer.value("PRAGMA journal_mode") == .text("delete"))
    try reader.execute("COMMIT")
    writer.endLease()
    #expect(try writer.value("PRAGMA journal_mode") == .text("wal"))
  }

  /// Regression test: each opening wrote to the file, and so waited for others that were writing.
  @Test func anotherTreatmentOfEmptyPagesTakesEffectWithTheNextVacuum() throws {
    let file = try TemporaryDatabase()
    let first = try file.open { $0.autoVacuum = .full }
    try first.runAll("CREATE TABLE t (a ANY) STRICT; BEGIN IMMEDIATE")
    let second = try file.open {
      $0.autoVacuum = .incremental
      $0.pageSize = 8192
      $0.busyTimeout = .zero
    }
    #expect(try second.value("PRAGMA auto_vacuum") == .integer(1))
    try first.execute("COMMIT")
    try second.vacuum()
    #expect(try second.value("PRAGMA auto_vacuum") == .integer(2))
    #expect(try second.value("PRAGMA page_size") == .integer(4096))
  }

  /// Regression test: the smallest integer ended the process.
  @Test(arguments: [(Int.min, -2_147_483_647), (.max, -2_147_483_647), (0, 0)] as [(Int, Int64)])
  func theCacheMayHaveAnySize(_ size: Int, _ expected: Int64) throws {
    let connection = try file.open { $0.cacheSize = size }
    #expect(try connection.value("PRAGMA cache_size") == .integer(expected))
  }

  @Test func theLogKeepsItsLengthWithoutALimit() throws {
    let writer = try file.open { $0.walSizeLimit = nil }
    #expect(try writer.value("PRAGMA journal_size_limit") == .integer(-1))
  }

  @Test func readsTheSchema() throws {
    let connection = try Connection.inMemory(
      """
      CREATE TABLE person (pk INTEGER PRIMARY KEY, name TEXT UNIQUE, "a b" ANY) STRICT;
      CREATE INDEX person_name ON person (name);
      CREATE TABLE pair (a INTEGER, b INTEGER AS (a + 1), PRIMARY KEY (a)) STRICT, WITHOUT ROWID;
      CREATE VIEW v AS SELECT 1; CREATE VIRTUAL TABLE f USING fts5 (x);
      """)
    let tables = try connection.base.readSchema().filter { !$0.name.hasPrefix("f_") }
    #expect(
      tables == [
        ExistingTable(name: "pair", columns: ["a", "b"], indices: []),
        ExistingTable(name: "person", columns: ["pk", "name", "a b"], indices: ["person_name"]),
      ])
  }

  @Test func countsChanges() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a ANY) STRICT")
    let statement = try connection.statement(sql: "INSERT INTO t VALUES (1), (2), (3)")
    try statement.run()
    #expect(statement.changes == 3)
  }

  /// A limit stays with its connection.
  @Test func aThoroughAnalysisReadsAllRowsAfterAQuickOne() throws {
    let connection = try Connection.inMemory(
      """
      CREATE TABLE t (a ANY) STRICT; CREATE INDEX i ON t (a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT max(i, 2500) FROM n
      """)
    try connection.optimize(isThorough: false)
    try connection.optimize(isThorough: true)
    #expect(try connection.value("SELECT stat FROM sqlite_stat1") == .text("5000 2"))
  }

  @Test func tracesEachRunOnce() throws {
    let connection = try Connection.inMemory()
    let events = Shared<[String]>([])
    connection.setTrace { event in
      #expect(event.duration > .zero && event.role == .writer)
      events.change { $0.append(event.sql) }
    }
    try connection.runAll("BEGIN; COMMIT")
    #expect(try connection.rows("SELECT 1 UNION SELECT ?1", .integer(2)).count == 2)
    let statement = try connection.statement(sql: "SELECT 1 UNION SELECT ?1")
    #expect(try statement.next() != nil)
    statement.reset()
    statement.reset()
    _ = failure { try connection.statement(sql: "SELECT abs(-9223372036854775808)").run() }
    connection.setTrace(nil)
    try connection.execute("SELECT 3")
    let union = "SELECT 1 UNION SELECT ?1"
    let expected = ["BEGIN;", "COMMIT", union, union, "SELECT abs(-9223372036854775808)"]
    #expect(events.value == expected)
  }

  @Test func aRelativePathStaysWhereItWas() {
    let here = FileManager.default.currentDirectoryPath
    #expect(SQLiteDriver(SQLiteConfiguration(path: "a.db")).databaseName == here + "/a.db")
  }

  @Test func configuresTheWriter() throws {
    let connection = try file.open {
      $0.synchronous = .full
      $0.cacheSize = 512
      $0.pageSize = 8192
      $0.mmapSize = 1 << 20
    }
    let pragmas = [
      "journal_mode", "synchronous", "cache_size", "page_size", "foreign_keys", "trusted_schema",
      "mmap_size",
    ]
    let values = try pragmas.map { try connection.value("PRAGMA \($0)") }
    #expect(
      values == [
        .text("wal"), .integer(2), .integer(-512), .integer(8192), .integer(1),
        .integer(0), .integer(1 << 20),
      ])
  }
}
