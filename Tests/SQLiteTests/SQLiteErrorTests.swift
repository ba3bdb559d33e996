import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

@Suite struct SQLiteErrorTests {
  @Test(arguments: [
    ("SELECT * FORM person", "The SQL is not valid: near \"FORM\": syntax error, at byte 9"),
    ("SELECT missing", "The SQL is not valid: no such column: missing, at byte 7, here: missing."),
    ("SELECT \"missing\"", "no such column: missing"),
    ("SELECT (1", "incomplete input"),
    ("SELECT 1; SELECT 2", "continues after its first statement, at byte 9, here:  SELECT 2;"),
    ("SELECT 1; nonsense", "continues after its first statement"),
    ("SELECT 1\0 garbage", "continues after its first statement"),
    ("\0", "NUL"),
    (" -- nothing\n;", "no statement"),
    ("", "no statement"),
  ])
  func showsWhereSQLIsInvalid(_ sql: String, _ message: String) throws {
    let connection = try Connection.inMemory()
    let error = failure { _ = try connection.statement(sql: sql) }
    #expect(error?.code == .invalidQuery)
    #expect(error?.sql == sql)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  /// SQLite itself reports for such a text only that the schema has changed, again and again.
  @Test func saysWhatIsInvalidEvenAfterAnotherConnectionMadeATable() throws {
    let file = try TemporaryDatabase()
    let (connection, other) = (try file.open(), try file.open())
    _ = try connection.rows("SELECT * FROM sqlite_schema")
    try other.runAll("CREATE TABLE t (pk INTEGER PRIMARY KEY) STRICT")
    for _ in 0..<2 {
      #expect(failure { _ = try connection.rows("SELECT missing") }?.code == .invalidQuery)
    }
  }

  @Test func acceptsACommentBehindTheStatement() throws {
    #expect(try Connection.inMemory().value("SELECT 1; -- one\n ;/* end */ ") == .integer(1))
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (1, 'a', 1)", "t", "pk", "must be unique"),
    ("INSERT INTO t VALUES (2, 'x', 1)", "t", "name", "must be unique"),
    ("INSERT INTO t VALUES (2, NULL, 1)", "t", "name", "required value is missing"),
    ("INSERT INTO t VALUES (2, 'a', 'b')", "t", "age", "the type of its column"),
    ("INSERT INTO t VALUES (2, 'a', -1)", nil, nil, "CHECK"),
    ("INSERT INTO t VALUES ('b', 'a', 1)", nil, nil, "the type of its column"),
    ("INSERT INTO pair VALUES (1, 1)", "pair", nil, "must be unique"),
    ("INSERT INTO child VALUES (7)", nil, nil, "A reference points to a row"),
  ])
  func namesTheConstraint(_ sql: String, _ table: String?, _ column: String?, _ text: String) throws
  {
    let connection = try Connection.inMemory(
      """
      CREATE TABLE t (pk INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
        age INTEGER CHECK (age >= 0.0)) STRICT;
      CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) STRICT;
      CREATE TABLE child (fk INTEGER REFERENCES t (pk) DEFERRABLE INITIALLY DEFERRED) STRICT;
      INSERT INTO t VALUES (1, 'x', 1); INSERT INTO pair VALUES (1, 1);
      """)
    let error = failure { try connection.statement(sql: sql).run() }
    #expect(error?.code == .constraintViolated)
    #expect(error?.context.table == table)
    #expect(error?.context.column == column)
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "no error")")
    #expect(error?.sql == sql)
  }

  @Test func keepsBoundValuesToItself() throws {
    let connection = try Connection.inMemory()
    let error = failure {
      _ = try connection.value("SELECT json_extract('{}', ?1)", .text("secret"))
    }
    #expect(error?.code == .databaseFailed)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func refusesAFileThatIsNoDatabase() throws {
    let file = try TemporaryDatabase()
    try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: file.path))
    let error = failure { _ = try file.open() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.hasPrefix("\(file.path) is not an SQLite database") == true)
  }

  @Test func saysThatTheFolderIsMissing() throws {
    let file = try TemporaryDatabase(name: "a/b/test.sqlite3")
    let error = failure { _ = try file.open { $0.createsFolder = false } }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("Check that its folder exists") == true)
    #expect(error?.message.contains("No such file or directory") == true)
    #expect(try file.open().value("SELECT 1") == .integer(1))
  }

  @Test func saysThatTheFileOrItsFolderIsReadOnly() throws {
    let file = try TemporaryDatabase()
    try file.open().execute("CREATE TABLE t (a ANY) STRICT")
    try setMode(0o444, file.path)
    #expect(withoutRootsRights { failure { _ = try file.open() } }?.code == .readOnly)
    try setMode(0o666, file.path)
    try setMode(0o555, file.folder)
    let error = withoutRootsRights { failure { _ = try file.open().value("SELECT a FROM t") } }
    #expect(error?.code == .readOnly)
    try setMode(0o755, file.folder)
  }

  @Test func saysThatTheDiskIsFullAndGoesOn() throws {
    let connection = try Connection.inMemory(
      "CREATE TABLE t (a ANY) STRICT; PRAGMA max_page_count = 20")
    let error = failure {
      _ = try connection.rows("INSERT INTO t VALUES (zeroblob(200000))")
    }
    #expect(error?.code == .diskFull)
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(0))
  }

  @Test func aReaderSaysThatItOnlyReads() throws {
    let file = try TemporaryDatabase()
    try file.open().execute("CREATE TABLE t (a ANY) STRICT")
    let error = failure { try file.open(.reader).execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .readOnly)
    #expect(error?.message.contains("This connection is read-only") == true)
  }

  @Test func interruptStopsAStatement() throws {
    let connection = try Connection.inMemory()
    let statement = try connection.statement(
      sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
    #expect(try statement.next() != nil)
    connection.base.interrupt()
    #expect(failure { while try statement.next() != nil {} }?.code == .interrupted)
  }

  @Test(arguments: ["a b.db", "what?.db", "a#b.db", "100%25.db", "Zoë 👩‍👩‍👧.db", "file:x?mode=memory"])
  func takesThePathLiterally(_ name: String) throws {
    let file = try TemporaryDatabase(name: name)
    let writer = try file.open()
    try writer.runAll("CREATE TABLE t (a ANY) STRICT; INSERT INTO t VALUES (1)")
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(try file.open(.reader).value("SELECT a FROM t") == .integer(1))
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Runs `body` without root's rights, since root may write everything. The kernel keeps the
  /// file-system user per thread, so other tests are not affected.
  private func withoutRootsRights<R>(_ body: () -> R) -> R {
    typealias Function = @convention(c) (UInt32) -> Int32
    guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return body() }
    let setFileSystemUser = unsafeBitCast(symbol, to: Function.self)
    _ = setFileSystemUser(65534)
    defer { _ = setFileSystemUser(0) }
    return body()
  }
}
