import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsPostgreSQL

/// Large results, whose next rows are already being sent while the previous ones are used.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct ReadingAheadTests {
  private static let count = 10_000 as Int64
  private let schema = TestSchema()
  private let failing = "CASE i WHEN 1500 THEN 1 / (1500 - i) ELSE i END"

  /// Calls `body` with each number of a result in an open transaction, and returns how many there
  /// were.
  private func read(
    _ expression: String = "i", on connection: PostgresConnection,
    _ body: (Int64) throws -> Void
  ) throws -> Int64 {
    if !connection.isInTransaction {
      try connection.rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }
    let statement = try connection.prepare(
      "SELECT \(expression) FROM generate_series(1::bigint, \(Self.count)) AS s (i)")
    defer { statement.reset() }
    try statement.bind(RowBatch([]).row)
    var count = 0 as Int64
    while let row = try statement.next() {
      count += 1
      #expect(row.integer(at: 0) == count)
      try body(count)
    }
    return count
  }

  @Test(arguments: [false, true]) func othersTakeTurnsWithTheRows(isPooled: Bool) throws {
    let connection = try TestSchema { $0.isPooled = isPooled }.open()
    let before = connection.server.roundTrips
    #expect(try read(on: connection) { _ in } == Self.count)
    #expect(connection.server.roundTrips - before > Self.count / 512)
    let read = try read(on: connection) { number in
      if number % 700 == 0 {
        let rows = try connection.rows("SELECT $1::bigint", .integer(number))
        #expect(rows == [[.integer(number)]])
        #expect(connection.isInTransaction)
      }
    }
    #expect(read == Self.count)
    try connection.rows("COMMIT")
    #expect(!connection.isInTransaction)
  }

  @Test func rowsThatNobodyReadsAreNotFetched() throws {
    let connection = try schema.open()
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      _ = try read(on: connection) { if $0 == 600 { throw Enough() } }
    }
    let open = try connection.rows("SELECT name FROM pg_cursors WHERE name <> ''")
    #expect(open == [] && connection.server.roundTrips < Self.count / 512)
    try connection.rows("COMMIT")
  }

  /// A statement that fails while nothing waits for it spoils the transaction; the failure is
  /// reported at once.
  @Test(arguments: [false, true]) func aFailureAmidTheRowsIsReported(toAnother: Bool) throws {
    let connection = try schema.open()
    let error = failure {
      _ = try read(failing, on: connection) {
        if toAnother && $0 == 1000 { try connection.rows("SELECT 1") }
      }
    }
    #expect(error?.databaseCode == "22012", "\(error as Any)")
    try connection.rows("ROLLBACK")
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }

  @Test func aFailureThatNobodyMeetsIsRolledBack() throws {
    let connection = try schema.open()
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      _ = try read(failing, on: connection) { if $0 == 1000 { throw Enough() } }
    }
    try connection.rollBack()
    #expect(connection.endLease())
  }

  /// The server plans the query to estimate its number of rows, and computes its constant parts
  /// while planning.
  @Test func aQueryThatCannotBePlannedIsNotKept() throws {
    let connection = try schema.open()
    for _ in 0..<3 {
      #expect(failure { try connection.rows("SELECT 1 / 0") }?.databaseCode == "22012")
    }
    try connection.rows("SELECT 1")
    let kept = "SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 / 0%'"
    #expect(try connection.rows(kept) == [])
  }

  @Test func aConnectionThatIsLostAmidTheRowsIsLost() throws {
    let (connection, other) = (try schema.open(), try schema.open())
    let process = try connection.process
    let error = failure {
      _ = try read(on: connection) { if $0 == 1 { try other.kill(process) } }
    }
    #expect(error?.message.contains("was lost") == true, "\(error as Any)")
    #expect(failure { try connection.rows("SELECT 1") }?.message.contains("was lost") == true)
    try connection.rows("ROLLBACK")
    #expect(try read(on: connection) { _ in } == Self.count)
    try connection.rows("COMMIT")
  }

  @Test func aConnectionThatIsClosedAmidTheRowsSaysSo() throws {
    let connection = try schema.open()
    let error = failure {
      _ = try read(on: connection) { if $0 == 1 { connection.close() } }
    }
    #expect(error?.code == .storeClosed, "\(error as Any)")
  }
}
