import PersistentObjectsDriver
import PersistentObjectsDriverTesting
import PersistentObjectsSQLite
import Testing

/// The suite detects each driver that breaks a promise, with the sentence that names the promise.
struct VerifyDriverTests {
  // MARK: Statements

  @Test func findsARunThatIsNotEnded() async throws {
    await expect(
      """
      reset() must end a run in the middle of its rows, so that others see none of it, but it \
      threw databaseFailed:
      """,
      .statements, statements(ForgetsReset.self))
  }

  @Test func findsTheSignOfZeroLost() async throws {
    await expect(
      """
      Doubles must come back to the bit, −0 too, but REAL -0.0 came back as REAL 0.0. \
      SQL: SELECT r FROM sample ORDER BY pk
      """,
      .statements, statements(LosesSignOfZero.self))
  }

  @Test func findsWrongNumbersOfChanges() async throws {
    await expect(
      """
      changes must be the number of rows that the last run changed, but it was 2 rather than \
      1. SQL: INSERT INTO sample (pk) VALUES (6)
      """,
      .statements, statements(CountsOn.self))
  }

  @Test func findsRowsThatChange() async throws {
    await expect(
      """
      Two statements must run at the same time, with alternating calls of next(), but their \
      rows number 1 were (10, 10).
      """,
      .statements, statements(SharesRows.self))
  }

  @Test func findsTextThatIsCut() async throws {
    await expect(
      """
      Text with a NUL must come back whole, or be refused with a PersistenceError, but TEXT \
      "before\\0after" came back as TEXT "before". SQL: SELECT t FROM sample ORDER BY pk
      """,
      .statements, statements(EndsAtNUL.self))
  }

  @Test func findsRowsThatAreMissing() async throws {
    await expect(
      """
      Text must come back as it was bound, with all of Unicode, but 0 of 26 rows came \
      back. SQL: SELECT t FROM sample ORDER BY pk
      """,
      .statements, statements(EndsAtEmptyText.self))
  }

  @Test func findsStatementsThatAreDropped() async throws {
    await expect(
      """
      prepare must throw invalidQuery for two statements, but prepare threw nothing. SQL: \
      DELETE FROM sample; DELETE FROM sample
      """,
      .statements, connection { TakesTheFirst($0) })
  }

  @Test func findsAQueryThatDeletes() async throws {
    await expect(
      """
      isReadOnly must be false if WITH is followed by DELETE, but it was true. SQL: \
      WITH w AS (SELECT 1 AS n) DELETE FROM sample WHERE pk IN (SELECT n FROM w)
      """,
      .statements, connection { TrustsFirstWords($0) })
  }

  // MARK: Batches

  @Test func findsRowsThatAreDropped() async throws {
    await expect(
      """
      A batch must be inserted with INSERT … SELECT, whatever its number of rows, but changes \
      was 512 of 600 rows. SQL: INSERT OR FAIL INTO sample (pk, i) SELECT c0, c1 FROM \
      _persistent_rows(?1)
      """,
      .batches, statements(CutsBatches.self))
  }

  @Test func findsAWrongClaimOfTheLargestBatch() async throws {
    var driver = dialect { $0.character.largestBatch.rows = 2000 }
    driver.wrap = { ConnectionOfWrapped<CutsLargeBatches>($0) }
    await expect(
      """
      A batch must be inserted with INSERT … SELECT, whatever its number of rows, but changes \
      was 1000 of 2000 rows.
      """,
      .batches, driver)
  }

  @Test func findsLongTextsThatAreCut() async throws {
    await expect(
      "A batch must keep texts and blobs of any length, but it returned (1, \"xxx",
      .batches, statements(CutsLongTexts.self))
  }

  @Test func findsAWrongClaimOfRowsBeforeARefusedOne() async throws {
    await expect(
      """
      In a batch with a row that is refused, the rows before it must stay if \
      keepsRowsBeforeRefused is true, and none otherwise, but changes was 0 rather than 2.
      """,
      .batches, dialect { $0.insertRows = "INSERT INTO" })
  }

  // MARK: Transactions

  @Test func findsATransactionThatIsHandedOn() async throws {
    await expect(
      """
      endLease() must roll back what is open, but isInTransaction was true after it.
      """,
      .transactions, connection { KeepsTransactions($0) })
  }

  @Test func findsARollbackThatCommits() async throws {
    await expect(
      """
      rollBack() must undo the open transaction and end it, but it returned (3) rather than \
      (1) (2). SQL: SELECT pk FROM sample ORDER BY pk
      """,
      .transactions, connection { CommitsAlways($0) })
  }

  @Test func findsAWrongClaimOfSpoiledTransactions() async throws {
    await expect(
      """
      failureSpoilsTransaction must tell whether a transaction goes on after a failure, but it \
      is true and a statement after the failure threw nothing. SQL: INSERT INTO sample (pk) \
      VALUES (3)
      """,
      .transactions, dialect { $0.character.failureSpoilsTransaction = true })
  }

  /// A transaction that was left open kept the others waiting.
  @Test(arguments: [Duration.milliseconds(10), .seconds(3600)])
  func findsAWrongClaimOfWriters(_ busyTimeout: Duration) async throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("one")
    configuration.busyTimeout = busyTimeout
    var claiming = WrappedDialect()
    claiming.character.maximumWriters = 2
    let driver = WrappedDriver(base: SQLiteDriver(configuration), replacedDialect: claiming)
    await expect(
      """
      As many transactions as maximumWriters allows, up to four, must write at once, but they \
      waited for each other.
      """,
      .transactions, driver)
  }

  @Test func findsUncommittedRowsOfOthersWithoutReaders() async throws {
    let folder = try TemporaryFolder()
    var claiming = WrappedDialect()
    claiming.character.maximumWriters = 2
    let driver = WrappedDriver(
      base: SQLiteDriver(folder.configuration("dirty")), replacedDialect: claiming,
      replacedMaximumReaders: 0, wrap: { CommitsEachStatement($0) })
    let error = await #expect(throws: DriverVerificationError.self) {
      try await verifyDriver(driver, options: DriverVerification(duties: [.transactions]))
    }
    let sentence = """
      A connection must see what another one has committed, and nothing before, but it returned \
      (1) (2) rather than (1). SQL: SELECT pk FROM sample ORDER BY pk
      """
    let found = error?.failures.map(\.sentence) ?? []
    #expect(found.contains(sentence), "\(found)")
  }

  // MARK: SQL

  @Test func findsNamesThatAreComposed() async throws {
    await expect(
      "quoted(_:) must make any text the name of a column, but readSchema() had the columns",
      .dialect, connection { ComposesNames($0) })
  }

  @Test func findsAWrongPlaceOfNULL() async throws {
    await expect(
      """
      nullPlacement must be the place of NULL in ascending order, the other one in descending, \
      but it returned (NULL) (1) (2) rather than (1) (2) (NULL). SQL: SELECT i FROM sample \
      ORDER BY i
      """,
      .dialect, dialect { $0.character.nullPlacement = .last })
  }

  @Test func findsAWrongClaimOfListsOfRows() async throws {
    var driver = dialect { $0.character.listsRows = true }
    driver.wrap = { ListsNoRows($0) }
    await expect(
      """
      IN must find a row in a list of rows, which follow VALUES unless listsRows is true, but it \
      threw invalidQuery:
      """,
      .dialect, driver)
  }

  @Test func findsASearchThatKnowsNoCase() async throws {
    await expect(
      """
      contains must find a text letter by letter, but "ELL" was found in "Hello". SQL: SELECT \
      pk FROM sample WHERE t LIKE '%' || ?1 || '%'
      """,
      .dialect, dialect { $0.containing = { "\($0) LIKE '%' || \($1) || '%'" } })
  }

  @Test func findsASumThatOverflows() async throws {
    await expect(
      """
      sum of integers must be exact, as an integer, but it returned (2305843009213693952) \
      rather than (2305843009213693953). SQL: SELECT CAST(total(i) AS INTEGER) FROM sample
      """,
      .dialect, dialect { $0.summing = { "CAST(total(\($0)) AS INTEGER)" } })
  }

  @Test func findsNoRowWhereADefaultShouldBe() async throws {
    await expect(
      """
      A DEFAULT in a column of text must be kept to the bit, but TEXT "" came back as no rows.
      """,
      .dialect, statements(EndsAtEmptyText.self))
  }

  @Test func findsThatThereIsNoRoomForParameters() async throws {
    await expect(
      "A statement must have as many parameters as maximumParameters says, but it says 0.",
      .dialect, dialect { $0.character.maximumParameters = 0 })
  }

  // MARK: Tables and errors

  @Test func findsDirectionsOfIndicesLost() async throws {
    await expect(
      """
      readIndices() must return table, columns and directions, whether unique, whether partial, \
      but the columns were (t, i, r). SQL: CREATE INDEX by_three ON sample (t DESC, i, r DESC)
      """,
      .tables, connection { ForgetsDirections($0) })
  }

  @Test func findsIndicesThatAreReadTwice() async throws {
    await expect(
      """
      readIndices() must return table, columns and directions, whether unique, whether partial, \
      but it had by_one 2 times.
      """,
      .tables, connection { RepeatsIndices($0) })
  }

  @Test func findsRulesOfForeignKeysLost() async throws {
    await expect(
      """
      readSchema() must have foreign keys with their targets and rules, but it had added of \
      source with restrict, cascading of target with restrict,
      """,
      .tables, connection { ForgetsRules($0) })
  }

  @Test func findsConstraintsThatAreNotTold() async throws {
    await expect(
      """
      A required column must refuse NULL as constraintViolated with notNull, but the error had \
      no constraint: constraintViolated: A required value is missing.
      """,
      .tables, statements(TellsNoConstraint.self))
  }

  @Test func findsAnInterruptionThatIsIgnored() async throws {
    await expect(
      """
      interrupt() from another thread must stop a statement, which throws interrupted, but the \
      statement threw nothing. SQL: SELECT count(*) FROM sample AS x,
      """,
      .errors, connection { IgnoresInterrupts($0) })
  }

  // MARK: Abilities and the engine

  @Test func findsChangesThatAreNotNoticed() async throws {
    let folder = try TemporaryFolder()
    let driver = WrappedDriver(base: SQLiteDriver(folder.configuration("stale"))) {
      NoticesNothing($0)
    }
    await expect(
      """
      dataVersion() must differ after another connection has written, but it was still 1.
      """,
      .abilities, driver)
  }

  @Test func findsACopyThatIsLeft() async throws {
    let folder = try TemporaryFolder()
    let driver = WrappedDriver(base: SQLiteDriver(folder.configuration("source"))) {
      CompletesCopies($0)
    }
    let place = DriverVerification.Copy(
      destination: folder.path("copy"), driver: SQLiteDriver(folder.configuration("copy")))
    let error = await #expect(throws: DriverVerificationError.self) {
      var options = DriverVerification(duties: [.abilities])
      options.copy = place
      try await verifyDriver(driver, options: options)
    }
    let found = error?.failures.first?.sentence ?? ""
    let promise = "backUp must throw what its progress throws, and leave no copy"
    #expect(found.hasPrefix("\(promise), but it left a copy with the tables"), "\(found)")
  }

  @Test func findsArgumentsInTheWrongOrder() async throws {
    await expect(
      """
      SQL must call an added function with its arguments, and use its result to the bit, but it \
      returned (1) (2) (3)
      """,
      .abilities, connection { TurnsArguments($0) })
  }

  @Test func findsValuesOfObjectsThatChange() async throws {
    await expect(
      "Objects must be found as they were saved, in another session, but its values were 40, 0.0, 1 rather than 40, -0.0, 1.",
      .engine, statements(LosesSignOfZero.self))
  }

  // MARK: -

  /// Expects the first failure that the suite finds to be a sentence, or to begin with it.
  private func expect(
    _ sentence: String, _ duty: DriverDuty, _ driver: WrappedDriver,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(
      throws: DriverVerificationError.self, sourceLocation: sourceLocation
    ) { try await verifyDriver(driver, options: DriverVerification(duties: [duty])) }
    let found = error?.failures.first?.sentence ?? ""
    #expect(found.hasPrefix(sentence), "\(found)", sourceLocation: sourceLocation)
  }

  private func statements<Wrapper: WrappedStatement>(_ type: Wrapper.Type) -> WrappedDriver {
    connection { ConnectionOfWrapped<Wrapper>($0) }
  }

  private func connection(
    _ wrap: @escaping @Sendable (any DriverConnection) -> any DriverConnection
  ) -> WrappedDriver { WrappedDriver(base: SQLiteDriver(.inMemory), wrap: wrap) }

  private func dialect(_ change: (inout WrappedDialect) -> Void) -> WrappedDriver {
    var dialect = WrappedDialect()
    change(&dialect)
    return WrappedDriver(base: SQLiteDriver(.inMemory), replacedDialect: dialect)
  }
}
