import PersistentObjectsConnections
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

@Suite struct SQLiteStatementTests {
  static let values: [StoredValue] = [
    .null, .integer(0), .integer(.min), .integer(.max),
    .real(0.1), .real(5), .real(-1e17), .real(-0.0), .real(.infinity), .real(-.infinity),
    .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude),
    .text(""), .text("a\0b"), .text("\0"), .text("Zoë 👩‍👩‍👧 e\u{301}"), .text("it's"),
    .bytes([]), .bytes([0]), .bytes(Array(0...255)),
  ]

  @Test(arguments: values)
  func keepsEveryValueInAnAnyColumn(_ value: StoredValue) throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a ANY) STRICT")
    #expect(try connection.rows("INSERT INTO t VALUES (?1)", value).isEmpty)
    #expect(try connection.value("SELECT a FROM t") == value)
  }

  @Test func losesTheSignOfZeroInARealColumn() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a REAL) STRICT")
    _ = try connection.rows("INSERT INTO t VALUES (?1)", .real(-0.0))
    // A codec that must preserve every double must not rely on a REAL column, which loses the sign
    // of zero.
    #expect(try connection.value("SELECT a FROM t") == .real(0.0))
  }

  @Test func readsTextOfAUTF16Database() throws {
    let connection = try Connection.inMemory()
    try connection.runAll("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a TEXT) STRICT")
    _ = try connection.rows("INSERT INTO t VALUES (?1)", .text("Zoë"))
    (connection.base as? SQLiteConnection)?.database.storesUTF8 = false
    #expect(try connection.value("SELECT a FROM t") == .text("Zoë"))
  }

  @Test func refusesOneParameterTooMany() throws {
    let statement = try Connection.inMemory().statement(sql: "SELECT ?1")
    statement.set(Int64(1), at: 1)
    let error = failure { _ = try statement.next() }
    #expect(error?.code == .invalidQuery)
    #expect(error?.message == "A value was bound beyond the statement's 1 parameters.")
    statement.set(Int64(2), at: 0)
    #expect(try statement.next()?.value(at: 0) == .integer(2))
  }

  @Test func parametersAreNullAgainAfterEachRun() throws {
    let statement = try Connection.inMemory().statement(sql: "SELECT ?1, ?2")
    for length in [0, 1, 127, 128, 129, 100_000] {
      let values: [StoredValue] = [
        .text(String(repeating: "ä", count: length)), .bytes(Array(repeating: 7, count: length)),
      ]
      statement.set(values[0], at: 0)
      statement.set(values[1], at: 1)
      #expect(try statement.row() == values)
      statement.set(.text("else"), at: 0)
      #expect(try statement.row() == [.text("else"), .null])
    }
  }

  @Test func readsWhatWasBoundWhenItStarted() throws {
    let sql = "SELECT ?1 FROM (VALUES (1), (2))"
    let statement = try Connection.inMemory().statement(sql: sql)
    statement.set(.text("before"), at: 0)
    #expect(try statement.next() != nil)
    statement.set(.text("after!"), at: 0)
    #expect(try statement.next()?.value(at: 0) == .text("before"))
  }

  @Test func reportsItsShape() throws {
    let statement = try Connection.inMemory().statement(sql: "SELECT ?1 AS one, ?2 AS \"zwei\"")
    #expect(statement.parameters.width == 2)
    #expect((0..<statement.columnCount).map { statement.columnName(at: $0) } == ["one", "zwei"])
  }

  @Test func outlivesItsConnectionHarmlessly() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a ANY) STRICT")
    let statement = try connection.statement(sql: "SELECT a FROM t")
    connection.close()
    connection.base.interrupt()
    #expect(failure { _ = try statement.next() }?.code == .storeClosed)
    #expect(failure { try connection.execute("SELECT 1") }?.code == .storeClosed)
  }
}

extension Statement {
  /// Runs the statement and returns its first row.
  fileprivate func row() throws -> [StoredValue] {
    defer { reset() }
    return try next()?.values ?? []
  }
}
