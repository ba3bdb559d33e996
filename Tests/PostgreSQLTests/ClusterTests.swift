import PersistentObjects
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsPostgreSQL

@Persistent private final class Writer {
  var name: String
}

@Persistent private final class Novel {
  // Required, so that nobody deletes a writer before.
  var writer: Writer
}

@Persistent private final class Chair {
  @Column(unique: true) var number: Int
}

@Persistent private final class Score {
  @Column(unique: true) var name: String
  var value: Int = 0
}

/// Failures on other nodes of a cluster, in the form in which Citus reports them.
@Suite(.enabled(if: ClusterImitation.isPossible)) struct ClusterTests {
  private let cluster: ClusterImitation
  private let schema: TestSchema

  init() throws {
    cluster = try ClusterImitation()
    schema = cluster.schema()
  }

  private func store() throws -> Store {
    try Store(driver: schema.driver, configuration: StoreConfiguration(codecs: .standard))
  }

  @Test func aDeletionRefusedAtCommitNamesTheReference() async throws {
    let store = try store()
    try await store.transaction { try $0.insert(Novel(writer: Writer(name: "Ann"))) }
    let error = await #expect(throws: PersistenceError.self) {
      try await store.transaction { session in
        for writer in try Writer.findAll(in: session) { try session.delete(writer) }
      }
    }
    #expect(error?.code == .constraintViolated && error?.databaseCode == "23503")
    #expect(error?.context.property == "writer" && error?.context.pk == 1, "\(error as Any)")
  }

  @Test func aReferenceToAMissingRowNamesItsProperty() async throws {
    let store = try store()
    try await store.transaction { try $0.insert(Novel(writer: Writer(name: "Ann"))) }
    let error = await #expect(throws: PersistenceError.self) {
      try await store.transaction { session in
        _ = try Novel.findAll(in: session)
        try session.execute("UPDATE novel SET writer = \(77)")
      }
    }
    #expect(error?.code == .constraintViolated && error?.databaseCode == "23503")
    #expect(error?.context.property == "writer", "\(error as Any)")
  }

  /// One row is inserted by itself, some by a batch, and many by `COPY`.
  @Test(arguments: [1, 20, 600])
  func aValueThatIsTakenNamesItsProperty(count: Int) async throws {
    let store = try store()
    try await store.transaction { try $0.insert(Chair(number: count)) }
    let error = await #expect(throws: PersistenceError.self) {
      try await store.transaction { session in
        for number in 1...count { try session.insert(Chair(number: number)) }
      }
    }
    #expect(error?.code == .constraintViolated && error?.constraint?.kind == .unique)
    #expect(error?.context.property == "number" && error?.constraint?.table == "chair")
    #expect(error?.constraint?.conflictingPK == 1, "\(error as Any)")
  }

  @Test func aMissingValueNamesItsColumn() throws {
    let connection = try schema.open()
    try connection.rows(#"CREATE TABLE "odd ""t" (a int NOT NULL, "B ""c" int NOT NULL)"#)
    let error = failure { try connection.rows(#"INSERT INTO "odd ""t" VALUES (1, NULL)"#) }
    #expect(
      error?.constraint
        == ConstraintViolation(.notNull, table: #"odd "t"#, columns: [#"B "c"#]))
  }

  /// Each of two transactions reads what the other one writes.
  @Test func aConflictAtCommitIsBusy() throws {
    let (first, second) = (try schema.open(), try schema.open())
    try first.rows("CREATE TABLE t (a int, b int)")
    try first.rows("INSERT INTO t VALUES (1, 0), (2, 0)")
    for connection in [first, second] {
      try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
      try connection.rows("SELECT sum(b) FROM t")
    }
    try first.rows("UPDATE t SET b = 1 WHERE a = 1")
    try second.rows("UPDATE t SET b = 1 WHERE a = 2")
    let errors = [first, second].map { connection in failure { try connection.rows("COMMIT") } }
    let error = try #require(errors.compactMap(\.self).first)
    #expect(error.code == .busy && error.databaseCode == "40001" && error.isTransient)
  }

  @Test func conflictingTransactionsAreRunAgain() async throws {
    let store = try store()
    try await store.transaction { session in
      for number in 0..<4 { try session.insert(Score(name: "\(number)")) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<10 {
            try await store.transaction { session in
              let all = try Score.query.order(by: \.name).find(in: session)
              all[(task + round) % 4].value += 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let sum = try await store.session { try Score.query.value(.sum(\.value), in: $0) }
    #expect(sum == 40)
  }

  /// Makes the first three rows of a table meet a node that is away, when they are inserted or at
  /// the commit.
  private func makeTable(_ connection: PostgresConnection, _ trigger: String) throws {
    try connection.rows("CREATE TABLE t (a int)")
    try connection.rows("CREATE SEQUENCE calls")
    try connection.rows(
      """
      CREATE FUNCTION reach_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
      IF nextval('calls') < 4 THEN RAISE EXCEPTION 'connection to the remote node failed' \
      USING ERRCODE = '08006'; END IF; RETURN NEW; END $$
      """)
    try connection.rows(
      "CREATE \(trigger) INSERT ON t \(trigger == "TRIGGER a BEFORE" ? "" : "DEFERRABLE INITIALLY DEFERRED") FOR EACH ROW EXECUTE FUNCTION reach_node()"
    )
  }

  @Test func aFirstStatementWaitsForANodeThatIsAway() throws {
    let connection = try schema.open()
    try makeTable(connection, "TRIGGER a BEFORE")
    try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
    try connection.rows("INSERT INTO t VALUES (1)")
    try connection.rows("COMMIT")
    #expect(
      try connection.rows("SELECT a, nextval('calls') FROM t") == [[.integer(1), .integer(5)]])
  }

  @Test func aLaterStatementMakesTheTransactionBusy() throws {
    let connection = try schema.open()
    try makeTable(connection, "TRIGGER a BEFORE")
    try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
    try connection.rows("SELECT a FROM t")
    let error = failure { try connection.rows("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .busy && error?.isTransient == true)
    #expect(error?.message.contains("nothing was committed") == true, "\(error as Any)")
    try connection.rollBack()
  }

  @Test func aCommitThatMeetsANodeThatIsAwayIsOfUnknownOutcome() throws {
    let connection = try schema.open()
    try makeTable(connection, "CONSTRAINT TRIGGER a AFTER")
    try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
    try connection.rows("INSERT INTO t VALUES (1)")
    #expect(failure { try connection.rows("COMMIT") }?.code == .commitUnknown)
  }
}
