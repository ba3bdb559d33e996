import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsPostgreSQL

/// The version of the layout, by which programs notice that others have changed tables.
@Suite(.enabled(if: hasServer)) struct LayoutTests {
  private let schema = TestSchema()

  /// A connection that watches the layout, one that changes tables, and a table with one row.
  private func makeConnections() throws -> (watching: PostgresConnection, other: PostgresConnection)
  {
    let (watching, other) = (try schema.open(), try schema.open())
    watching.layoutCheck = { _ in true }
    try other.rows("CREATE TABLE t (a bigint)")
    try other.rows("INSERT INTO t VALUES (1)")
    return (watching, other)
  }

  private static let begin = "BEGIN ISOLATION LEVEL SERIALIZABLE"

  /// No row written for the older layout remains beside a rewritten column.
  @Test(arguments: [true, false])
  func aRowForAnOlderLayoutIsNotWrittenBesideARewrittenColumn(insertsFirst: Bool) throws {
    let (writer, recoder) = try makeConnections()
    func rewrite() throws {
      try recoder.rows(Self.begin)
      try recoder.rows("UPDATE t SET a = a * 10")
      for sql in recoder.dialect.announceLayout { try recoder.rows(sql) }
    }
    try writer.rows(Self.begin)
    if insertsFirst {
      try writer.rows("INSERT INTO t VALUES (2)")
    } else {
      try writer.rows("SELECT 1")
    }
    try rewrite()
    let error = failure {
      try recoder.rows("COMMIT")
      if !insertsFirst { try writer.rows("INSERT INTO t VALUES (2)") }
      try writer.rows("COMMIT")
    }
    #expect(error?.code == .busy)
  }

  /// Otherwise a program that starts beside another would change tables that are no longer as it
  /// saw them.
  @Test func tablesAreNotChangedByAnOlderSnapshot() throws {
    let (first, second) = (try schema.open(), try schema.open())
    try second.rows(Self.begin)
    try second.rows("SELECT version FROM _persistent_layout")
    try first.rows(Self.begin)
    try first.lockUpkeep()
    try first.rows("CREATE TABLE t (a bigint)")
    try first.rows("COMMIT")
    #expect(failure { try second.lockUpkeep() }?.code == .busy)
    try second.rollBack()
    try second.rows(Self.begin)
    try second.lockUpkeep()
    try second.rows("COMMIT")
  }

  /// A transaction without a snapshot has no older one, but may have read the tables before the
  /// change.
  @Test func tablesAreNotChangedByWhatWasReadBeforeAnotherChange() throws {
    let (watching, other) = try makeConnections()
    func lock(after change: () throws -> Void = {}) throws {
      try watching.rows("BEGIN ISOLATION LEVEL READ COMMITTED")
      try watching.rows("SELECT 1")
      try change()
      try watching.lockUpkeep()
    }
    let error = failure { try lock { try other.rows("ALTER TABLE t ADD b bigint") } }
    #expect(error?.code == .busy)
    try watching.rollBack()
    try lock()
    try watching.rows("ALTER TABLE t ADD c bigint")
    try watching.lockUpkeep()
    try watching.rows("COMMIT")
  }

  /// The version arrives with the results of statements: learning it takes no round trip.
  @Test func noRoundTripIsNeeded() throws {
    let (watching, other) = try makeConnections()
    let statement = try watching.prepare("SELECT a FROM t")
    for change in ["ALTER TABLE t ADD b bigint", "CREATE INDEX i ON t (b)", "DROP INDEX i"] {
      let before = watching.server.layout.version
      try other.rows(change)
      let roundTrips = watching.server.roundTrips
      try watching.rows(beginning: Self.begin, statement)
      #expect(watching.server.roundTrips - roundTrips == 2, "one and the COMMIT")
      #expect(watching.server.layout.version > before)
    }
  }

  /// A change that is rolled back does not count, even if only to a savepoint.
  @Test func aChangeThatIsRolledBackIsNotCounted() throws {
    let (watching, other) = try makeConnections()
    let before = try watching.layoutVersion()
    try other.rows(Self.begin)
    try other.rows("SAVEPOINT s")
    try other.rows("ALTER TABLE t ADD b bigint")
    #expect(try other.layoutVersion() > before)
    try other.rows("ROLLBACK TO s")
    #expect(try other.layoutVersion() == before)
    try other.rows("COMMIT")
    #expect(try watching.layoutVersion() == before)
  }

  /// The server refuses to run a prepared statement once its columns have other types.
  @Test func aStatementWhoseColumnsChangeTheirTypeIsPreparedAnew() throws {
    let (watching, other) = try makeConnections()
    let statement = try watching.prepare("SELECT a FROM t")
    #expect(try statement.allRows() == [[.integer(1)]])
    try other.rows("ALTER TABLE t ALTER a TYPE text")
    #expect(failure { _ = try statement.allRows() }?.code == .busy)
    #expect(try statement.allRows() == [[.text("1")]])
  }

  /// Cursors are not prepared. Eight letters would be read as a number.
  @Test func aCursorWhoseColumnsChangeTheirTypeIsPreparedAnew() throws {
    let (watching, other) = try makeConnections()
    let statement = try #require(try watching.prepare("SELECT a FROM t") as? PostgresStatement)
    func read() throws -> [[StoredValue]] {
      statement.readsByAndBy = true
      return try statement.allRows()
    }
    #expect(try read() == [[.integer(1)]])
    try other.rows("ALTER TABLE t ALTER a TYPE text USING 'abcdefgh'")
    #expect(failure { _ = try read() }?.code == .busy)
    #expect(try read() == [[.text("abcdefgh")]])
  }

  /// The server would read the bytes of an integer as another number, and refuse those of a text.
  /// Neither a failure before nor an older snapshot hides the new type.
  @Test(
    arguments: ["SERIALIZABLE", "REPEATABLE READ", "READ COMMITTED"],
    [
      ("bigint", "numeric", .integer(7)),
      ("text", "uuid", .text("00000000-0000-0000-0000-00000000000A")),
    ] as [(former: String, type: String, value: StoredValue)])
  func rowsAreNotLoadedInTheFormOfAFormerType(
    isolation: String, column: (former: String, type: String, value: StoredValue)
  ) throws {
    let (watching, other) = try makeConnections()
    try other.rows("CREATE TABLE u (a \(column.former) UNIQUE)")
    let copy = try watching.prepare(watching.dialect.load(into: "u", ["a"]))
    func load(after change: () throws -> Void = {}) throws {
      defer { copy.reset() }
      try watching.rows("BEGIN ISOLATION LEVEL \(isolation)")
      try watching.rows("SELECT 1")
      try change()
      try copy.bind(RowBatch([column.value]), at: 0)
      _ = try copy.next()
      try watching.rows("COMMIT")
    }
    try load()
    #expect(failure { try load() }?.code == .constraintViolated)
    try watching.rollBack()
    try other.rows("DELETE FROM u")
    try load {
      try other.rows("ALTER TABLE u ALTER a TYPE \(column.type) USING a::\(column.type)")
    }
    #expect(try other.rows("SELECT a FROM u") == [[column.value]])
  }

  /// The names are taken from the text of the `COPY`.
  @Test func rowsAreLoadedIntoATableOfAnyName() throws {
    let connection = try schema.open()
    let (table, columns) = (#""a "" (b""#, [#""c) (d""#, "e"])
    try connection.rows("CREATE TABLE \(table) (\(columns[0]) bigint, \(columns[1]) text)")
    let copy = try connection.prepare(connection.dialect.load(into: table, columns))
    try copy.bind(RowBatch([.integer(7), .text("x")]), at: 0)
    _ = try copy.next()
    copy.reset()
    #expect(try connection.rows("SELECT * FROM \(table)") == [[.integer(7), .text("x")]])
  }

  @Test func namesAreSpelledAsTheServerSpellsThem() {
    let text = ParameterText(#"SELECT "a ""b", 'no' FROM Person AS p -- not"#)
    #expect(text.names.isSuperset(of: [#"a "b"#, "person", "p"]))
    #expect(text.names.isDisjoint(with: ["no", "not", "Person"]))
  }
}

extension PostgresConnection {
  fileprivate func rows(beginning begin: String, _ statement: any DriverStatement) throws {
    try rows(begin)
    _ = try statement.allRows()
    try rows("COMMIT")
  }
}

extension DriverStatement {
  fileprivate func allRows() throws -> [[StoredValue]] {
    defer { reset() }
    var rows: [[StoredValue]] = []
    while let row = try next() { rows.append(row.values) }
    return rows
  }
}
