import Foundation
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

@Suite struct SQLiteIsolationTests {
  private let file: TemporaryDatabase
  private let writer: Connection

  init() throws {
    file = try TemporaryDatabase()
    writer = try file.open { $0.walAutocheckpoint = 0 }
    try writer.runAll("CREATE TABLE t (a ANY) STRICT; INSERT INTO t VALUES (1)")
  }

  @Test func aReaderSeesOneStateWhileTheWriterCommits() throws {
    let reader = try file.open(.reader)
    try reader.execute("BEGIN DEFERRED")
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(1))
    try writer.execute("INSERT INTO t VALUES (2)")
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(1))
    try reader.execute("COMMIT")
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(2))
  }

  @Test func givesUpAfterTheBusyTimeout() throws {
    try writer.execute("BEGIN IMMEDIATE")
    let other = try file.open { $0.busyTimeout = .milliseconds(30) }
    let start = ContinuousClock.now
    let error = failure { try other.execute("BEGIN IMMEDIATE") }
    #expect(error?.code == .busy)
    #expect(error?.sql == "BEGIN IMMEDIATE")
    #expect(.now - start >= .milliseconds(25))
    try writer.execute("COMMIT")
    try other.runAll("BEGIN IMMEDIATE; COMMIT")
  }

  /// SQLite itself says that the database is busy.
  @Test(.timeLimit(.minutes(10))) func aWaitThatIsInterruptedIsNotBusy() throws {
    let other = try file.open { $0.busyTimeout = .seconds(3600) }
    try writer.execute("BEGIN IMMEDIATE")
    let loan = Loan(
      "the work", of: patientPool(file.driver()), isBlocking: true, keepsWriter: false)
    loan.add(LentConnection(other))
    // It interrupts the connection again and again, until it is removed.
    loan.stop(.cancelled)
    let error = failure { try other.execute("BEGIN IMMEDIATE") }
    loan.remove(other)
    #expect(error?.code == .interrupted)
    #expect(error?.message.contains("locked") == false)
    try writer.execute("COMMIT")
    try other.runAll("BEGIN IMMEDIATE; COMMIT")
  }

  @Test func explainsAWriteAfterAStaleRead() throws {
    let other = try file.open()
    try other.execute("BEGIN DEFERRED")
    _ = try other.value("SELECT count(*) FROM t")
    try writer.execute("INSERT INTO t VALUES (2)")
    let error = failure { try other.execute("INSERT INTO t VALUES (3)") }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("begin it as a write transaction") == true)
  }

  @Test func readersLeaveTheLogAloneUnlessTheyAreTheLast() throws {
    let (reader, last) = (
      try file.open(.reader) { $0.walAutocheckpoint = 1 }, try file.open(.reader)
    )
    try writer.execute("INSERT INTO t VALUES (2)")
    let before = (try file.bytes(), try file.bytes("-wal"))
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(2))
    #expect(try last.value("SELECT count(*) FROM t") == .integer(2))
    writer.close()
    reader.close()
    #expect(try file.bytes() == before.0)
    #expect(try file.bytes("-wal") == before.1)
    last.close()
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(try file.open().value("SELECT count(*) FROM t") == .integer(2))
  }

  @Test func manyMayCreateTheSameFileAtOnce() async throws {
    let fresh = try TemporaryDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let connection = try fresh.open()
          try connection.execute("CREATE TABLE IF NOT EXISTS t (a ANY) STRICT")
          try connection.execute("INSERT INTO t VALUES (\(number))")
        }
      }
      try await group.waitForAll()
    }
    #expect(try fresh.open().value("SELECT count(*) FROM t") == .integer(4))
  }
}
