import Foundation
import PersistentObjectsDriver
import PersistentObjectsDriverTesting
import PersistentObjectsEngine
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// The driver, on a server that the environment names.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct PostgresDriverTests {
  private let schema = TestSchema()

  @Test(arguments: [PostgresConfiguration.ForeignKeyChecks.atCommit, .withEachStatement, .never])
  func itKeepsThePromisesOfDrivers(_ checks: PostgresConfiguration.ForeignKeyChecks) async throws {
    let schema = TestSchema { $0.foreignKeys = checks }
    try await verifyDriver(schema.driver)
  }

  /// A server that accepts a connection but does not answer must not stop the program for ever.
  @Test(
    arguments: [
      ("", "15"), ("people", "15"), ("host=db port=1", "15"), ("postgresql://db/people", "15"),
      ("connect_timeout=0", nil), ("postgresql://db/people?connect_timeout=60", nil),
      ("service=people", nil),
    ] as [(String, String?)])
  func connectingHasALimitUnlessTheUserSetsIt(_ connection: String, _ limit: String?) {
    #expect(ConnectionString(connection).connectTimeout == limit)
  }

  /// A computed operand may be a subquery over many rows.
  @Test func operandsWithSubqueriesAreComputedOnce() throws {
    let connection = try schema.open()
    let dialect = connection.dialect
    let number: SQLText = "(SELECT -2.5::double precision)"
    let moment: SQLText = "(SELECT '2024-07-01 12:00:00.5'::text)"
    let twice = dialect.rounded(
      dialect.rounded(number, .awayFromZero, digits: 0, .real), .toNearestOrAwayFromZero,
      digits: 0, .real)
    let computed: [(sql: SQLText, of: SQLText, result: StoredValue)] = [
      (twice, number, .real(-3)),
      (dialect.date(.year, of: moment, .text, in: "GMT"), moment, .integer(2024)),
      (dialect.seconds(of: moment), moment, .real(741_528_000.5)),
      (dialect.startOfDay(of: moment, .text, in: "GMT"), moment, .real(741_484_800)),
    ]
    for (sql, operand, result) in computed {
      #expect(sql.sql(dialect).components(separatedBy: operand.sql(dialect)).count == 2)
      let rows = try connection.rows("SELECT \(sql.withLiterals(dialect))")
      #expect(rows == [[result]])
    }
  }

  // MARK: Values

  /// Cells of any kind sort as in SQLite's columns without a type, and come back bit for bit.
  @Test func cellsOfAnyKindSortAsNumbersThenTextsThenBytes() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (n bigint, a bytea[])")
    let ordered: [StoredValue] = [
      .real(-.infinity), .integer(.min), .integer(.min + 1), .real(-9e18), .integer(-1),
      .real(-0.5), .real(-0.0), .real(.leastNonzeroMagnitude), .integer(1), .real(1.5),
      .integer(1 << 53), .integer(1 << 53 + 1), .integer(.max - 1), .integer(.max), .real(0x1p63),
      .real(.infinity), .text(""), .text("a"), .text("é"), .text("😀"), .bytes([]), .bytes([0]),
      .bytes([0, 0]), .bytes([255]),
    ]
    for (number, value) in ordered.enumerated().shuffled() {
      try connection.rows("INSERT INTO t VALUES ($1, $2)", .integer(Int64(number)), value)
    }
    #expect(try connection.rows("SELECT a FROM t ORDER BY a").map { $0[0] } == ordered)
    let zero = try connection.rows("SELECT a FROM t WHERE n = 6")[0][0]
    if case .real(let zero) = zero { #expect(zero.sign == .minus) } else { Issue.record("\(zero)") }
  }

  /// A copy that does not know a codec takes an empty column of any kind for one of doubles.
  @Test(arguments: [nil, StoredMeaning.unsigned(digits: 20)])
  func columnsOfDoublesCanTakeValuesOfAnyKind(_ meaning: StoredMeaning?) throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (n bigint, a double precision)")
    let doubles: [StoredValue] =
      meaning == nil
      ? [-Double.infinity, -1.5, -0.0, 0, .leastNonzeroMagnitude, 20, .infinity].map { .real($0) }
      : [.null]
    for (number, double) in doubles.enumerated() {
      try connection.rows("INSERT INTO t VALUES ($1, $2)", .integer(Int64(number)), double)
    }
    let column = ColumnDefinition(name: "a", storage: .any, meaning: meaning)
    let statement = connection.dialect.retypeColumn(column, of: "t", from: "double precision")
    try connection.rows(try #require(statement))
    let found = try connection.rows("SELECT a FROM t ORDER BY n").map { $0[0] }
    #expect(found == doubles)
    let forms = try connection.rows("SELECT a::text FROM t ORDER BY n")
    try connection.rows("UPDATE t SET a = $1 WHERE n = 0", .integer(7))
    for (number, double) in doubles.enumerated() {
      try connection.rows("UPDATE t SET a = $1 WHERE n = $2", double, .integer(Int64(number)))
    }
    let written = try connection.rows("SELECT a::text FROM t ORDER BY n")
    #expect(forms == written)
  }

  @Test func aParameterOfAnotherKindIsComparedByValue() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (i bigint)")
    try connection.rows("INSERT INTO t VALUES (1), (2), (3)")
    let statement = try connection.prepare("SELECT i FROM t WHERE i > $1 ORDER BY i")
    for (value, expected) in [
      (StoredValue.integer(2), [3]), (.real(1.5), [2, 3]), (.integer(1), [2, 3]), (.null, []),
    ] as [(StoredValue, [Int64])] {
      let batch = RowBatch([value])
      try statement.bind(batch.row)
      var found: [Int64] = []
      while let row = try statement.next() { found.append(row.integer(at: 0)) }
      statement.reset()
      #expect(found == expected)
    }
  }

  /// Each combination of kinds has a form of its own.
  @Test func aStatementKeepsABoundedNumberOfForms() throws {
    let connection = try schema.open()
    let conditions = (1...6).map { "i > $\($0)" }.joined(separator: " AND ")
    let statement = try connection.prepare(
      "SELECT i FROM generate_series(1::bigint, 9) AS s (i) WHERE \(conditions)")
    for kinds in 0..<64 {
      let values = (0..<6).map { kinds >> $0 & 1 == 0 ? StoredValue.integer(7) : .real(7.5) }
      let batch = RowBatch(values)
      try statement.bind(batch.row)
      var count = 0
      while try statement.next() != nil { count += 1 }
      statement.reset()
      #expect(count == 2)
    }
    let kept = try connection.rows("SELECT (count(*) < 32)::int FROM pg_prepared_statements")
    #expect(kept == [[.integer(1)]])
  }

  /// The server was told that the truth value is an integer, too.
  @Test func aParameterOfAnotherKindLeavesTheOthersAsTheyAre() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (flag boolean, i bigint)")
    try connection.rows("INSERT INTO t VALUES (TRUE, 1), (TRUE, 2), (FALSE, 3)")
    let query = "SELECT i FROM t WHERE flag = $1 AND i > $2"
    #expect(try connection.rows(query, .integer(1), .real(1.5)) == [[.integer(2)]])
  }

  /// A large double beside whole numbers became a `numeric`, whose results are less exact, or
  /// texts.
  @Test(
    arguments: [
      ("1::bigint + $1", 1.5, 2.5), ("1::bigint + $1", 0x1p53, 0x1p53),
      ("5::bigint / $1", 3e16, 5 / 3e16),
      ("sum(x) * $1 FROM (VALUES (3::bigint)) AS v (x)", 1e16, 3e16),
    ] as [(String, Double, Double)])
  func aBoundDoubleIsADoubleBesideWholeNumbers(
    _ sql: String, _ double: Double, _ expected: Double
  ) throws {
    let found = try schema.open().rows("SELECT \(sql)", .real(double))
    #expect(found == [[.real(expected)]])
  }

  @Test func aTextWithNULIsRefusedWithARemedy() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (x text)")
    let error = failure { try connection.rows("INSERT INTO t VALUES ($1)", .text("a\0b")) }
    #expect(error?.code == .encodingFailed)
    #expect(error?.message.contains("as bytes, with @Column(codec: CompressedCodec(") == true)
    #expect(try connection.rows("SELECT x FROM t").isEmpty)
  }

  @Test func exactNumbersAreIntegersOrTheirDigits() throws {
    let connection = try schema.open()
    for (sql, expected) in [
      (
        "sum(x) FROM (VALUES (9007199254740993::bigint), (1)) AS v (x)",
        .integer(9_007_199_254_740_994)
      ),
      ("'-9223372036854775808'::numeric", .integer(.min)), ("0::numeric", .integer(0)),
      ("10000::numeric", .integer(10_000)),
      ("'9223372036854775808'::numeric", .text("9223372036854775808")),
      ("1.50::numeric", .text("1.50")), ("-0.00012::numeric", .text("-0.00012")),
      ("12345678901234567890.5::numeric", .text("12345678901234567890.5")),
      ("1e30::numeric", .text("1" + String(repeating: "0", count: 30))),
      ("'NaN'::numeric", .text("NaN")), ("'-Infinity'::numeric", .text("-Infinity")),
    ] as [(String, StoredValue)] {
      #expect(try connection.rows("SELECT \(sql)") == [[expected]], "\(sql)")
    }
    let both = try connection.rows("SELECT 1.5::numeric, 2.25::numeric")
    #expect(both == [[.text("1.5"), .text("2.25")]])
  }

  @Test func typesThatAreNotReadSaySo() throws {
    let connection = try schema.open()
    let error = failure { try connection.rows("SELECT point(1, 2) AS place") }
    #expect(error?.code == .unsupported && error?.message.contains("place::text") == true)
    #expect(try connection.rows("SELECT 'x'::text") == [[.text("x")]])
    let time = failure { try connection.rows("SELECT 'infinity'::timestamptz AS due") }
    #expect(time?.code == .unsupported && time?.message.contains("due holds a time") == true)
  }

  // MARK: Statements

  @Test func parametersAreFoundWhereverTheyMayStand() {
    for (sql, expected, count) in [
      ("SELECT $2, $1, $2", "SELECT $1, $2, $1", 2), ("SELECT '$1', $1", "SELECT '$1', $1", 1),
      ("SELECT \"$1\" -- $2\n, $3", "SELECT \"$1\" -- $2\n, $1", 3),
      ("SELECT /* $1 /* */ $2 */ $1", "SELECT /* $1 /* */ $2 */ $1", 1),
      ("SELECT $$ $1 $$, $x$ $1 $$ $x$, $1", "SELECT $$ $1 $$, $x$ $1 $$ $x$, $1", 1),
      (#"SELECT E'\' $1', $1"#, #"SELECT E'\' $1', $1"#, 1),
      (#"SELECT E'a''\' $2', $1"#, #"SELECT E'a''\' $2', $1"#, 1),
      ("SELECT 'it''s $1'", "SELECT 'it''s $1'", 0),
      ("SELECT $1.0, $1.1x, $2, a$1", "SELECT $1, $2, $3, a$1", 2), ("SELECT '$1", "SELECT '$1", 0),
    ] {
      let text = ParameterText(sql)
      #expect(text.sql == expected && text.parameterCount == count, "\(sql)")
    }
  }

  /// Otherwise reading such a column would count as writing, and all rows would be read at once.
  @Test(arguments: ["insert", "update", "delete", "merge"])
  func aColumnThatIsNamedLikeAStatementIsRead(_ name: String) throws {
    let connection = try schema.open()
    let column = connection.dialect.quoted(name)
    try connection.rows("CREATE TABLE t (\(column) bigint)")
    try connection.rows("INSERT INTO t VALUES (1)")
    let query = "SELECT t.\(column) FROM t WHERE \(column) < 2 AND '\(name)' <> $1"
    let statement = try connection.prepare(query)
    #expect(statement.isReadOnly)
    #expect(try connection.rows(query, .text("")) == [[.integer(1)]])
    #expect(try !connection.prepare("UPDATE t SET \(column) = 2").isReadOnly)
  }

  /// A table that was made in an inner transaction stayed when that was undone.
  @Test(arguments: [
    ("SELECT 1 AS a INTO t", false), ("EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1 AS a", false),
    ("EXPLAIN ANALYZE SELECT 'into'", true),
  ])
  func aStatementThatMakesATableOfRowsWrites(_ sql: String, isReadOnly: Bool) throws {
    #expect(try schema.open().prepare(sql).isReadOnly == isReadOnly)
  }

  /// The process ended.
  @Test(arguments: ["7499", "3000000000", "9223372036854775807"])
  func aParameterWithAHugeNumberIsRefused(_ number: String) throws {
    let error = failure { try schema.open().rows("SELECT $\(number)") }
    #expect(error?.code == .invalidQuery && error?.message.contains("$\(number)") == true)
  }

  /// Rows that another statement had to wait for are kept.
  @Test func statementsThatAlternateKeepTheirRows() throws {
    let connection = try schema.open()
    let numbers = try connection.prepare("SELECT i FROM generate_series(1::bigint, 1000) AS s (i)")
    try numbers.bind(RowBatch([]).row)
    var sum: Int64 = 0
    while let row = try numbers.next() {
      let number = row.integer(at: 0)
      sum += number
      if number % 100 == 1 {
        #expect(try connection.rows("SELECT $1::bigint", .integer(7)) == [[.integer(7)]])
      }
    }
    numbers.reset()
    #expect(sum == 500_500)
  }

  // MARK: Failures

  @Test func constraintsNameTheirColumns() throws {
    let connection = try schema.open()
    try connection.rows(#"CREATE TABLE t (a int, "B ""c" int NOT NULL, UNIQUE (a, "B ""c"))"#)
    let insertion = "INSERT INTO t VALUES ($1, $2)"
    try connection.rows(insertion, .integer(4711), .integer(2))
    let unique = failure { try connection.rows(insertion, .integer(4711), .integer(2)) }
    #expect(
      unique?.constraint == ConstraintViolation(.unique, table: "t", columns: ["a", "B \"c"]))
    #expect(unique?.databaseCode == "23505" && unique?.description.contains("4711") == false)
    let missing = failure { try connection.rows("INSERT INTO t VALUES (1, NULL)") }
    #expect(missing?.constraint == ConstraintViolation(.notNull, table: "t", columns: ["B \"c"]))
  }

  /// The process ended at the first detail; the values of a refused row were taken for columns.
  @Test func aDetailThatLooksLikeAKeyIsNotTakenForOne() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a text CHECK (a = ''))")
    for state in ["23514", "23505"] {
      let error = failure {
        try connection.rows(
          "DO $$ BEGIN RAISE 'no' USING ERRCODE = '\(state)', DETAIL = 'a)=(b'; END $$")
      }
      #expect(error?.databaseCode == state && error?.constraint?.columns == [])
    }
    let check = failure { try connection.rows("INSERT INTO t VALUES ($1)", .text("a)=(b")) }
    #expect(check?.constraint == ConstraintViolation(.other, table: "t"))
  }

  /// The row was lost without an error: the server checks such a constraint after all statements.
  @Test func aDeferredConstraintThatFailsOutsideOfATransactionIsReported() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    let insertion = "INSERT INTO t VALUES ($1)"
    try connection.rows(insertion, .integer(1))
    let error = failure { try connection.rows(insertion, .integer(1)) }
    #expect(error?.code == .constraintViolated && error?.databaseCode == "23505")
    #expect(try connection.rows("SELECT a FROM t") == [[.integer(1)]])
  }

  /// The error was that there is no such cursor: the server computes later rows when it commits.
  @Test func aFailureInALaterRowOfACursorOutsideOfATransactionIsReported() throws {
    let connection = try schema.open()
    let query = "SELECT 1 / (1000 - i) FROM generate_series(1::bigint, 2000) AS s (i)"
    let statement = try #require(try connection.prepare(query) as? PostgresStatement)
    statement.readsByAndBy = true
    let error = failure { while try statement.next() != nil {} }
    statement.reset()
    #expect(error?.databaseCode == "22012", "\(error as Any)")
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }

  /// The half behind the quote was shown: the server does not double quotes in messages.
  @Test func aValueWithAQuoteIsNotShown() throws {
    let connection = try schema.open()
    let error = failure { try connection.rows("SELECT $1::text::bigint", .text(#"x"secret"#)) }
    #expect(error?.databaseCode == "22P02" && error?.description.contains("secret") == false)
  }

  @Test func aSpoiledTransactionIsNotTakenForCommitted() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a int PRIMARY KEY)")
    try connection.rows("BEGIN")
    try connection.rows("INSERT INTO t VALUES (1)")
    #expect(
      failure { try connection.rows("INSERT INTO t VALUES (1)") }?.code == .constraintViolated)
    #expect(failure { try connection.rows("COMMIT") }?.databaseCode == "25P02")
    #expect(try !connection.isInTransaction && connection.rows("SELECT a FROM t").isEmpty)
  }

  @Test(arguments: [
    "postgresql://u:100%secret@host/db", "host=x password=my secret",
    "postgresql://u:secret@[::1/db",
  ])
  func aMalformedConnectionStringIsNotQuoted(_ connection: String) throws {
    let driver = PostgresDriver(PostgresConfiguration(connection))
    let error = failure { _ = try driver.openConnection(.writer) }
    #expect(error?.code == .cannotOpen && error?.message.contains("secret") == false)
  }

  /// The message was about quotes and percent signs.
  @Test(arguments: [
    "postgresql://host/db?user=clerk&sslmod=disable", "host=x user=clerk sslmod=disable",
  ])
  func anOptionThatLibpqLacksIsNamed(_ connection: String) throws {
    let driver = PostgresDriver(PostgresConfiguration(connection))
    let error = failure { _ = try driver.openConnection(.writer) }
    #expect(error?.code == .cannotOpen, "\(error as Any)")
    #expect(error?.message.contains("\"sslmod\"") == true, "\(error as Any)")
  }

  @Test(arguments: ["COPY t FROM STDIN", "COPY t TO STDOUT"])
  func aCopyOverTheConnectionIsRefused(_ sql: String) throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a int)")
    #expect(failure { try connection.rows(sql) }?.code == .unsupported)
    #expect(try connection.rows("SELECT a FROM t").isEmpty)
  }

  @Test func aTransactionInATransactionIsRefused() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a bigint)")
    try connection.rows("BEGIN")
    try connection.rows("INSERT INTO t VALUES (1)")
    #expect(failure { try connection.rows("BEGIN") }?.code == .invalidQuery)
    try connection.rows("COMMIT")
    #expect(try connection.rows("SELECT a FROM t") == [[.integer(1)]])
  }

  @Test func theLastKeysAreGivenOrRefused() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (pk bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY)")
    // Citus does not alter sequences.
    if TestedDatabase.isDistributed {
      let refusal = failure { try connection.reserveKeys(of: "t", through: 7) }
      #expect(refusal?.code == .unsupported && refusal?.context.table == "t")
      return
    }
    try connection.reserveKeys(of: "t", through: .max - 201)
    var last: Int64 = 0
    while let keys = try? connection.takeKeys(of: "t", count: 1).first {
      #expect(keys.lowerBound > last)
      last = keys.upperBound
    }
    #expect(last > .max - 200)
    // The sequence has reached its end.
    let refusal = failure { _ = try connection.takeKeys(of: "t", count: 1) }
    #expect(refusal?.databaseCode == "2200H")
  }

  /// Altering a sequence makes others wait for the end of the transaction, and only its owner may.
  @Test func keysThatAreFreeAnywayAreReservedWithoutALock() throws {
    let schema = TestSchema { $0.lockTimeout = .milliseconds(200) }
    let (connection, other) = (try schema.open(), try schema.open())
    try connection.rows(
      """
      CREATE TABLE t (pk bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (INCREMENT 100))
      """)
    #expect(try connection.takeKeys(of: "t", count: 1).first?.lowerBound == 1)
    try connection.rows("BEGIN")
    try connection.reserveKeys(of: "t", through: 57)
    #expect(try other.takeKeys(of: "t", count: 1).first?.lowerBound == 101)
    try connection.reserveKeys(of: "t", through: 1000)
    #expect(failure { _ = try other.takeKeys(of: "t", count: 1) }?.code == .busy)
    #expect(try connection.takeKeys(of: "t", count: 1).first?.lowerBound == 1001)
    try connection.rows("COMMIT")
  }

  /// A role with USAGE alone can neither read the sequence nor alter it.
  @Test func aRoleThatMayOnlyTakeKeysReservesThoseThatAreFree() throws {
    let connection = try schema.open()
    let role = "pg_signal_backend"
    try connection.rows(
      """
      CREATE TABLE t (pk bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (INCREMENT 100))
      """)
    try connection.reserveKeys(of: "t", through: 250)
    try connection.rows("GRANT USAGE ON SCHEMA \"\(schema.configuration.schema)\" TO \(role)")
    try connection.rows("GRANT USAGE ON SEQUENCE t_pk_seq TO \(role)")
    try connection.rows("SET ROLE \(role)")
    try connection.reserveKeys(of: "t", through: 250)
    #expect(try connection.takeKeys(of: "t", count: 1).first?.lowerBound == 301)
  }

  /// The server reports a value of another form than its type's as a violation of the protocol, and
  /// a lost connection to another server (`dblink`, foreign tables) like one of its own.
  @Test(arguments: ["08P01", "08006", "57P01"])
  func aStatementThatFailsLikeAConnectionDoesNotEndIt(_ state: String) throws {
    let connection = try schema.open()
    let process = try connection.process
    try connection.rows("BEGIN")
    let error = failure {
      try connection.rows("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$")
    }
    #expect(error?.code == .databaseFailed && error?.databaseCode == state, "\(error as Any)")
    try connection.rows("ROLLBACK")
    #expect(try connection.process == process)
  }

  /// No limit is set, so the statement has not reached one.
  @Test func aStatementThatAnAdministratorStopsIsInterrupted() throws {
    let connection = try schema.open()
    let error = failure {
      try connection.rows("SELECT pg_cancel_backend(pg_backend_pid())::text, pg_sleep(600)::text")
    }
    #expect(error?.code == .interrupted && error?.databaseCode == "57014", "\(error as Any)")
  }

  /// A restart of the server has the same effect. Prepared statements are prepared again, and
  /// settings are kept.
  @Test func aConnectionThatIsLostBetweenTransactionsIsMadeAnew() throws {
    let (connection, other) = (try schema.open(), try schema.open())
    try connection.rows("CREATE TABLE t (a bigint)")
    try connection.setStatementTimeout(.seconds(60))
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1)")
    for number in 0..<3 as Range<Int64> {
      try other.kill(connection.process)
      if number == 1 { try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE") }
      let batch = RowBatch([.integer(number)])
      try insertion.bind(batch.row)
      _ = try insertion.next()
      insertion.reset()
      if connection.isInTransaction { try connection.rows("COMMIT") }
    }
    #expect(try connection.rows("SELECT a FROM t ORDER BY a") == (0..<3).map { [.integer($0)] })
    #expect(try connection.rows("SHOW statement_timeout") == [[.text("1min")]])
    #expect(connection.endLease())
  }

  @Test func aConnectionThatIsLostInATransactionStaysLost() throws {
    let (connection, other) = (try schema.open(), try schema.open())
    try connection.rows("CREATE TABLE t (a bigint)")
    try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
    try connection.rows("INSERT INTO t VALUES (1)")
    try other.kill(connection.process)
    for _ in 0..<2 {
      let error = failure { try connection.rows("INSERT INTO t VALUES (2)") }
      #expect(error?.code == .busy && error?.databaseCode == "57P01", "\(error as Any)")
      #expect(error?.message.contains("was lost") == true)
    }
    #expect(failure { try connection.rows("COMMIT") } != nil)
    #expect(!connection.endLease())
    #expect(try other.rows("SELECT a FROM t").isEmpty)
  }

  @Test func aCommitOfUnknownFateIsAnErrorOfItsOwn() throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a int)")
    try schema.loseCommits(of: "t")
    try connection.rows("BEGIN")
    try connection.rows("INSERT INTO t VALUES (1)")
    #expect(failure { try connection.rows("COMMIT") }?.code == .commitUnknown)
  }

  /// Returns the error of a `COMMIT` in which a deferred trigger runs statements.
  private func failureOfCommit(
    _ connection: PostgresConnection, where statements: String
  ) throws -> PersistenceError? {
    try connection.rows("CREATE TABLE t (a int)")
    try connection.rows(
      """
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
      \(statements); END $$
      """)
    try connection.rows(
      """
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED \
      FOR EACH ROW EXECUTE FUNCTION fail()
      """)
    try connection.rows("BEGIN")
    try connection.rows("INSERT INTO t VALUES (1)")
    return failure { try connection.rows("COMMIT") }
  }

  /// CockroachDB reports a `COMMIT` in this way if it has lost the node that was to know.
  @Test func aCommitWhoseOutcomeTheServerDoesNotKnowIsAnErrorOfItsOwn() throws {
    let connection = try schema.open()
    let error = try failureOfCommit(
      connection, where: "RAISE 'result is ambiguous' USING ERRCODE = '40003'")
    #expect(error?.code == .commitUnknown && error?.databaseCode == "40003", "\(error as Any)")
  }

  /// Citus reports in this way that a node was lost while it committed.
  @Test func aCommitThatANodeHasNotConfirmedIsOfUnknownFate() throws {
    let connection = try schema.open()
    let error = try failureOfCommit(
      connection,
      where: """
        RAISE WARNING 'failed to commit transaction on 10.0.0.2:5432' USING ERRCODE = '01000'; \
        RAISE EXCEPTION 'could not commit transaction for shard 7' USING ERRCODE = 'XX000'
        """)
    #expect(error?.code == .commitUnknown && error?.message.contains("not confirmed") == true)
  }

  /// Citus reports a refusal of one of its nodes in this way.
  @Test(arguments: [("40001", PersistenceError.Code.busy), ("23503", .constraintViolated)])
  func aCommitThatFailsInsideIsExplainedByTheWarningBeforeIt(
    _ state: String, _ code: PersistenceError.Code
  ) throws {
    let connection = try schema.open()
    let error = try failureOfCommit(
      connection,
      where: """
        RAISE WARNING 'of another node' USING ERRCODE = '\(state)'; \
        RAISE WARNING 'failed to commit transaction on 10.0.0.2:5432' USING ERRCODE = '01000'; \
        RAISE EXCEPTION 'failure on connection' USING ERRCODE = 'XX000'
        """)
    #expect(error?.code == code && error?.databaseCode == state, "\(error as Any)")
    #expect(try !connection.isInTransaction && connection.rows("SELECT a FROM t").isEmpty)
  }

  @Test(arguments: [
    ("", "PersistentObjects", "PersistentObjects"),
    ("application_name=own", "PersistentObjects", "own"),
    ("application_name=own", "chosen", "chosen"),
  ])
  func theDefaultNameOfAConnectionGivesWayToOneInItsText(
    _ text: String, _ name: String, _ shown: String
  ) throws {
    let schema = TestSchema { ($0.connection, $0.applicationName) = (text, name) }
    #expect(try schema.open().rows("SHOW application_name") == [[.text(shown)]])
  }

  @Test func aDistributedSchemaNeedsCitus() throws {
    let schema = TestSchema { $0.isDistributed = true }
    let error = failure { _ = try schema.open() }
    #expect(error?.code == .unsupported && error?.message.contains("CREATE EXTENSION") == true)
  }

  @Test func aServerThatIsNotThereIsNamedWithoutThePassword() {
    let configuration = PostgresConfiguration("postgresql://joe:secret@127.0.0.1:1/people")
    let error = failure { _ = try PostgresDriver(configuration).openConnection(.writer) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.description.contains("people at 127.0.0.1:1") == true)
    #expect(error?.description.contains("secret") == false)
  }
}
