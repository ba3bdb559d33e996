import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

/// The moments at which a connection asks whether its tables still match.
@Suite struct LayoutGuardTests {
  private let file: TemporaryDatabase
  private let writer: Connection
  private let reader: Connection
  private let asked = Asked()
  private let text = StatementText("SELECT value FROM t WHERE pk = ?1")

  init() throws {
    file = try TemporaryDatabase()
    writer = try file.open()
    try writer.runAll(
      """
      CREATE TABLE t (pk INTEGER PRIMARY KEY, value TEXT) STRICT; INSERT INTO t VALUES (1, 'one');
      CREATE TABLE other (pk INTEGER PRIMARY KEY) STRICT
      """)
    let driver = file.driver()
    reader = Connection(
      try driver.openConnection(.reader), .reader, of: driver, layoutGuard: asked)
  }

  @Test func itAsksOnceForEachLayout() throws {
    for key in [1, 1, 2, 1] as [Int64] { _ = try find(key) }
    #expect(asked.count == 1)
    try writer.runAll("INSERT INTO t VALUES (2, 'two'); UPDATE t SET value = 'x' WHERE pk = 1")
    #expect(try find(1) == .text("x") && find(2) == .text("two"))
    #expect(asked.count == 1)
    try writer.execute("CREATE INDEX i ON t (value)")
    for key in [1, 2, 1] as [Int64] { _ = try find(key) }
    #expect(asked.count == 2)
  }

  @Test func itAsksBeforeTheFirstRowIsUsed() throws {
    asked.error = PersistenceError(.codecMismatch, "not these")
    #expect(throws: PersistenceError.self) { try find(1) }
    #expect(reader.activity.running == 0)
    asked.error = nil
    #expect(try find(1) == .text("one"))
    #expect(asked.count == 2)
  }

  @Test func itAsksAgainWhatWasNotLookedAt() throws {
    asked.isAnswer = false
    _ = try (find(1), find(1))
    #expect(asked.count == 2)
  }

  @Test func whatIsMissingIsAskedFor() throws {
    _ = try find(1)
    try writer.execute("ALTER TABLE t RENAME COLUMN value TO name")
    #expect(code { try find(1) } == .databaseFailed)
    #expect(code { try reader.rows("SELECT value FROM t") } == .invalidQuery)
    asked.error = PersistenceError(.schemaMismatch, "not these")
    #expect(code { try find(1) } == .schemaMismatch)
    #expect(code { try reader.rows("SELECT value FROM t") } == .schemaMismatch)
  }

  @Test func aSnapshotHasTheVersionOfItsTime() throws {
    try reader.execute("BEGIN DEFERRED")
    let version = try #require(try reader.layoutVersion())
    try writer.execute("CREATE TABLE new (pk INTEGER PRIMARY KEY) STRICT")
    #expect(try reader.layoutVersion() == version)
    #expect(try writer.layoutVersion() == version + 1)
    try reader.execute("COMMIT")
    #expect(try reader.layoutVersion() == version + 1)
  }

  @Test func itKnowsTheTablesOfAStatement() throws {
    let sql = "SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM other WHERE other.pk = t.pk)"
    #expect(reader.tables(usedBy: sql) == ["t", "other"])
    #expect(writer.tables(usedBy: "DELETE FROM other") == ["other"])
    #expect(reader.tables(usedBy: "SELECT x FROM t") == nil)
    #expect(try find(1) == .text("one"))
  }

  @Test func anAnnouncementChangesTheVersionAlone() throws {
    let version = try #require(try writer.layoutVersion())
    let before = try writer.rows("SELECT * FROM sqlite_schema")
    for sql in SQLiteDialect().announceLayout { try writer.execute(sql) }
    #expect(try writer.rows("SELECT * FROM sqlite_schema") == before)
    #expect(try #require(try reader.layoutVersion()) > version)
  }

  private func find(_ key: Int64) throws -> StoredValue? {
    let statement = try reader.statement(text)
    defer { statement.reset() }
    statement.set(key, at: 0)
    return try statement.next()?.value(at: 0)
  }

  private func code(_ body: () throws -> some Any) -> PersistenceError.Code? {
    do { _ = try body() } catch { return (error as? PersistenceError)?.code }
    return nil
  }

  /// `@unchecked Sendable`: one thread uses it.
  private final class Asked: LayoutGuard, @unchecked Sendable {
    var count = 0
    var isAnswer = true
    var error: PersistenceError?

    func check(_ sql: String, on connection: Connection) throws -> Bool {
      count += 1
      if let error { throw error }
      return isAnswer
    }
  }
}
