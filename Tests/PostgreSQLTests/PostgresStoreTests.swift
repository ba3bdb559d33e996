import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Stores on a server that the environment names.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct PostgresStoreTests {
  private let schema = TestSchema()

  private func store() throws -> Store {
    try Store(schema.configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  /// Two stores act like two programs: each takes its own keys, and neither waits for the other.
  @Test func keysAreGivenOnceToAllStores() async throws {
    let stores = [try store(), try store()]
    try await stores[0].transaction { try $0.save(Address(city: "Rome")) }
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask {
          try await stores[number % 2].transaction { session in
            for _ in 0..<30 { try session.insert(Address(city: "\(number)")) }
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try await stores[1].session { try Address.count(in: $0) }
    #expect(count == 481)
    for store in stores { store.close() }
  }

  @Test func keysBeginBehindRowsThatCameInAnotherWay() async throws {
    let first = try store()
    try await first.transaction { try $0.save(Address(city: "Rome")) }
    first.close()
    let connection = try schema.open()
    try connection.rows("INSERT INTO address (pk, city) VALUES (1000, 'Oslo')")
    let second = try store()
    let pk = try await second.transaction { session in
      let bonn = Address(city: "Bonn")
      try session.save(bonn)
      return bonn.pk
    }
    #expect(pk == 1001)
    second.close()
  }

  @Test func theCheckFindsKeysAheadOfTheSequence() async throws {
    let store = try store()
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    #expect(try await store.checkIntegrity().isSound)
    try await store.execute("INSERT INTO address (pk, city) VALUES (1000, 'Oslo')")
    let problems = try await store.checkIntegrity().problems
    #expect(problems.map(\.kind) == [.keyCounter] && problems.map(\.table) == ["address"])
    store.close()
  }

  /// The first store gave out keys that it had left: the layout had the same version as before.
  @Test func aSchemaThatIsDeletedAndMadeAgainCountsItsKeysAnew() async throws {
    let (first, second, third) = (try store(), try store(), try store())
    for number in 1...3 { try Session(store: first).save(Address(city: "\(number)")) }
    try await second.deleteDatabase()
    for number in 1...6 { try Session(store: third).save(Address(city: "\(number)")) }
    try Session(store: first).save(Address(city: "last"))
    #expect(try Address.count(in: Session(store: first)) == 7)
    first.close()
    third.close()
  }

  /// The first store wrote the old form: the layout had the same version as before.
  @Test func aSchemaThatIsMadeAgainWithAnotherCodecIsNotWrittenInTheOldForm() async throws {
    let (first, second, third) = (try store(), try store(), try store())
    for _ in 1...3 { try Session(store: first).save(Swatches.Former(color: "red")) }
    try await second.deleteDatabase()
    try Session(store: third).save(Swatches.Present(color: Color(hex: "#ff0000")))
    let error = failure { try Session(store: first).save(Swatches.Former(color: "red")) }
    #expect(error?.code == .codecMismatch, "\(error as Any)")
    #expect(try Swatches.Present.count(in: Session(store: third)) == 1)
    first.close()
    third.close()
  }

  /// The server's own functions return texts with the collation of the database.
  @Test func textsOfFunctionsHaveTheCollationOfColumns() async throws {
    let store = try store()
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let collations = try await store.session { session in
      let hexadecimal = QueryFunction<String, Int64>("to_hex")
      let collation = QueryFunction<String, String>("pg_collation_for")
      return try Address.query.select { collation(hexadecimal($0.pk)) }.find(in: session)
    }
    #expect(collations == ["\"C\""])
    store.close()
  }

  /// The server refuses a setting in a transaction that has failed, and takes others back with it.
  @Test(arguments: ["SELECT 1", "SELECT 1 / 0"])
  func aStatementLimitHoldsAgainAfterWorkThatHadNone(_ sql: String) throws {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.statementTimeout = .seconds(600)
    let store = try Store(schema.configuration, configuration: configuration)
    defer { store.close() }
    try store.blocking.maintain("a test") { connection in
      try connection.execute("BEGIN")
      try? connection.execute(sql)
    }
    let limit = try store.blocking.transaction { session in
      try session.scalar("SELECT current_setting('statement_timeout')", as: String.self)
    }
    #expect(limit == "10min")
  }

  /// The statement was tried again row by row, so that the limit did not hold.
  @Test func aStatementForManyRowsThatIsStoppedIsNotTriedAgain() throws {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.statementTimeout = .seconds(600)
    let store = try Store(schema.configuration, configuration: configuration)
    defer { store.close() }
    let session = Session(store: store)
    let addresses = (0..<20).map { Address(city: "\($0)") }
    try session.save(contentsOf: addresses)
    let other = try schema.open()
    try other.rows(
      """
      CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
      IF (SELECT count(*) FROM written) > 1 THEN RAISE 'stopped' USING ERRCODE = '57014'; END IF; \
      RETURN NULL; END $$
      """)
    try other.rows(
      """
      CREATE TRIGGER stop AFTER UPDATE ON address REFERENCING NEW TABLE AS written \
      FOR EACH STATEMENT EXECUTE FUNCTION stop()
      """)
    for address in addresses { address.city += "!" }
    #expect(failure { try session.save() }?.code == .timedOut)
    #expect(addresses.allSatisfy { $0.state == .changed })
  }

  /// Rows that are read may come from a statement that changes them.
  @Test(arguments: [false, true]) func whatReadsWritesNothing(isPooled: Bool) throws {
    let schema = TestSchema { $0.isPooled = isPooled }
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    defer { store.close() }
    let session = Session(store: store)
    try session.save(Address(city: "Rome"))
    let error = failure { _ = try session.rows("UPDATE address SET city = 'Oslo' RETURNING city") }
    #expect(error?.code == .readOnly)
    #expect(try Address.findAll(in: session).map(\.city) == ["Rome"])
  }

  /// The ways in which a program runs its own SQL.
  enum OwnSQL: CaseIterable {
    case rows, scalar, execute

    func run(_ sql: Criteria, in session: Session) throws {
      switch self {
      case .rows: _ = try session.rows(sql)
      case .scalar: _ = try session.scalar(sql, as: Int.self)
      case .execute: try session.execute(sql)
      }
    }
  }

  /// The row stayed: a transaction without savepoints took the query for one that only reads.
  @Test(arguments: OwnSQL.allCases)
  func theWritesOfAFunctionAreUndoneWithTheirLevel(_ way: OwnSQL) async throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE notes (a bigint)")
    try connection.rows(
      """
      CREATE FUNCTION note() RETURNS bigint LANGUAGE sql \
      AS $$ INSERT INTO notes VALUES (1) RETURNING a $$
      """)
    let store = try store()
    try await store.transaction { session in
      try session.cancelledTransaction { try way.run("SELECT note()", in: session) }
      try session.save(Address(city: "Rome"))
    }
    #expect(try connection.rows("SELECT a FROM notes").isEmpty)
    let count = try await store.session { try Address.count(in: $0) }
    #expect(count == 1)
    store.close()
  }

  /// The values were not sent: the server missed them.
  @Test func aTableIsMadeOfTheRowsThatFitAValue() throws {
    let store = try store()
    defer { store.close() }
    try schema.open().rows("CREATE TABLE first AS SELECT $1::bigint AS a", .integer(7))
    try store.blocking.transaction { session in
      try session.save(contentsOf: [Address(city: "Rome"), Address(city: "Oslo")])
      try session.execute("CREATE TABLE second AS SELECT * FROM address WHERE city = \("Rome")")
      #expect(try session.scalar("SELECT count(*) FROM second", as: Int.self) == 1)
      #expect(try session.scalar("SELECT a FROM first", as: Int.self) == 7)
    }
  }

  @Test func theErrorOfABackupNamesTheProgramThatMakesOne() async throws {
    let store = try store()
    let error = await failureOf { try await store.backup(to: "/tmp/people") }
    #expect(error?.code == .unsupported && error?.message.contains("pg_dump") == true)
    store.close()
  }

  /// The second number came as a double, and was not read as an integer.
  @Test func aResultDoesNotDependOnTheValuesBoundBefore() throws {
    let store = try store()
    defer { store.close() }
    try store.blocking.transaction { session in
      let half = try session.scalar("SELECT \(2.5)", as: Double.self)
      let whole = try session.scalar("SELECT \(5)", as: Int.self)
      #expect(half == 2.5 && whole == 5)
    }
  }

  @Test(arguments: ["information_schema", "pg_catalog", "pg_mine", "$user"])
  func theServersOwnSchemasAreRefused(name: String) throws {
    let schema = TestSchema { $0.schema = name }
    let error = failure {
      let store = try Store(
        schema.configuration, configuration: StoreConfiguration(codecs: .standard))
      _ = try Address.count(in: Session(store: store))
    }
    #expect(error?.code == .cannotOpen && error?.message.contains(name) == true)
  }

  @Test(arguments: [("a\0b", "NUL"), ("", "is empty")])
  func aNameThatNoSchemaCanHaveIsRefused(name: String, reason: String) {
    let schema = TestSchema { $0.schema = name }
    let error = failure { _ = try schema.driver.openConnection(.writer) }
    #expect(error?.code == .cannotOpen && error?.message.contains(reason) == true)
  }

  /// The server would find its own table or view of the name.
  @Test func aTableIsNotCalledLikeOneOfTheServers() async throws {
    let store = try store()
    let error = await failureOf { try await store.session { _ = try PgUser.count(in: $0) } }
    #expect(error?.code == .invalidModel && error?.message.contains("'pg_'") == true)
    try await withFile { file in
      try await file.transaction { try $0.save(PgUser()) }
      let error = await failureOf { try await file.copy(to: store) }
      #expect(error?.code == .cannotOpen && error?.context.table == "pg_user")
    }
    try await store.transaction { try $0.save(PgRating()) }
    store.close()
  }

  private func withFile(_ body: (Store) async throws -> Void) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    try await body(store)
    store.close()
  }

  /// Other programs may use the schema, too.
  @Test func deletingTheDatabaseLeavesOthersTables() async throws {
    let name = "shared_\(UUID().uuidString.lowercased().prefix(8))"
    try schema.open().rows("CREATE DATABASE \(name)")
    let shared = PostgresConfiguration("dbname=\(name)")
    #expect(shared.schema == "public")
    let store = try Store(shared, configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { session in
      try session.save(Person(firstName: "Joe", lastName: "Smith"))
      try session.execute("CREATE TABLE others (person bigint REFERENCES person)")
      try session.execute("CREATE TABLE theirs (number bigint)")
    }
    let refused = await failureOf { try await store.deleteDatabase() }
    #expect(refused?.code == .schemaMismatch, "\(refused as Any)")
    let connection = try PostgresDriver(shared).openConnection(.writer)
    #expect(try connection.rows("SELECT count(*) FROM person") == [[.integer(1)]])
    try connection.rows("DROP TABLE others")
    try PostgresDriver(shared).deleteDatabase()
    let tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    #expect(try connection.rows(tables) == [[.text("theirs")]])
    connection.close()
    try schema.open().rows("DROP DATABASE \(name)")
  }

  /// SQL can compute values that no codec writes.
  @Test func anUpdateWritesNoNaN() async throws {
    let store = try store()
    defer { store.close() }
    let session = Session(store: store)
    try session.save(Weight(grams: .infinity))
    let error = failure {
      _ = try Weight.query.update(in: session) { $0.grams = $0.grams - $0.grams }
    }
    #expect(error?.code == .decodingFailed)
    #expect(try Weight.findAll(in: Session(store: store)).map(\.grams) == [.infinity])
  }

  /// An index of PostgreSQL has a maximum length for its texts.
  @Test func aTextTooLongForAnIndexIsRefusedWithARemedy() throws {
    let store = try store()
    defer { store.close() }
    let label = String(
      (0..<4000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122))) })
    let error = failure { try Session(store: store).save(Weight(grams: 1, label: label)) }
    #expect(error?.message.contains("2,700 bytes") == true)
  }

  /// An asterisk with a combining mark is another character to Swift, but not to the server.
  @Test(arguments: ["", " */ SELECT 1 /* ", "/*\u{301}"])
  func statementsTellTheirStore(_ text: String) throws {
    let schema = TestSchema { $0.schema += text }
    let (connection, other) = (try schema.open(), try TestSchema().open())
    let process = try connection.process
    let query = "SELECT query FROM pg_stat_activity WHERE pid = $1"
    let scalars = schema.configuration.schema.unicodeScalars.filter { $0 != "*" }
    let name = String(String.UnicodeScalarView(scalars))
    #expect(
      try other.rows(query, process) == [[.text("SELECT pg_backend_pid() /* \(name) */")]])
  }

  @Test func warningsReachTheTrace() async throws {
    let store = try store()
    let warned = Mutex<[String]>([])
    store.trace { event in warned.withLock { $0 += event.notices } }
    try await store.execute(
      "DO $$ BEGIN RAISE WARNING 'careful'; RAISE NOTICE 'by the way'; END $$")
    try await store.execute("SELECT 1")
    #expect(warned.withLock { $0 } == ["WARNING: careful"])
    try await store.transaction { session in
      try session.execute("SET LOCAL client_min_messages = notice")
      try session.execute("DO $$ BEGIN RAISE NOTICE 'by the way'; END $$")
    }
    #expect(warned.withLock { $0 } == ["WARNING: careful", "NOTICE: by the way"])
    store.close()
  }

  /// A call that is its own transaction is repeated on its own.
  @Test func singleCallsInEachOthersWayAreDoneAgain() async throws {
    let store = try store()
    try await store.transaction { session in
      for number in 0..<4 { try session.insert(Address(city: "\(number)")) }
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask { try Self.changeAll(of: Session(store: store), number) }
      }
      try await group.waitForAll()
    }
    let cities = try await store.session { try Set(Address.findAll(in: $0).map(\.city)) }
    #expect(cities.count == 1 && cities.first?.hasSuffix(" 19") == true, "\(cities)")
    store.close()
  }

  private static func changeAll(of session: Session, _ number: Int) throws {
    for round in 0..<20 {
      for address in try Address.findAll(in: session) where address.street == nil {
        address.city = "\(number) \(round)"
      }
      try session.save()
      let own = Address(city: "own", street: "\(number)")
      try session.save(own)
      try session.execute("UPDATE address SET street = street WHERE street IS NULL")
      try own.delete()
    }
  }

  /// Each transaction reads what the other writes, so one of them has to start again.
  @Test func transactionsInEachOthersWayRunAgainByThemselves() async throws {
    let store = try store()
    try await store.transaction { try $0.save(Address(city: "")) }
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          try await store.transaction(attempts: 100) { session in
            let address = try #require(try Address.findAll(in: session).first)
            address.city += "\(number)"
          }
        }
      }
      try await group.waitForAll()
    }
    let city = try await store.session { try Address.findAll(in: $0).first?.city }
    #expect(city.map { $0.sorted() } == "012345".sorted())
    store.close()
  }

  /// Rows stay on the server until they are needed: two cursors alternate with other statements,
  /// one is left half read, and one opened after a savepoint ends with the savepoint.
  @Test(arguments: [true, false]) func cursorsTakeTurns(inTransaction: Bool) async throws {
    let store = try store()
    try await store.transaction { session in
      for number in 0..<1000 { try session.insert(Address(city: "\(number)")) }
    }
    let read: @Sendable (Session) throws -> Void = { session in
      var sum: Int64 = 0
      let first = try session.cursor(Address.query)
      let second = try session.cursor(Address.query)
      while let address = try first.next() {
        sum += address.pk ?? 0
        if sum % 7 == 0 { _ = try second.next() }
        if sum % 11 == 0 { #expect(try Address.count(in: session) == 1000) }
      }
      second.close()
      #expect(sum == 500_500)
      #expect(try Address.count(in: session) == 1000)
    }
    if inTransaction {
      try await store.transaction(attempts: 1) { session in
        try read(session)
        var left: Cursor<Address>?
        do {
          try session.transaction {
            left = try session.cursor(Address.query)
            _ = try left?.next()
            throw CancellationError()
          }
        } catch is CancellationError {}
        left?.close()
        try read(session)
      }
    } else {
      try read(Session(store: store))
    }
    store.close()
  }

  /// Each store acts like a program that has just been started with new classes.
  @Test(arguments: 0..<4) func severalStartersMakeTablesAtOnce(round: Int) async throws {
    let stores = try (0..<6).map { _ in try store() }
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          if number.isMultiple(of: 3) { _ = try Invoice.findAll(in: Session(store: store)) }
          try await store.transaction { session in
            if number.isMultiple(of: 2) { _ = try Person.findAll(in: session) }
            try session.save(Address(city: "\(number)"))
            try session.save(
              Invoice(number: number, customer: Person(firstName: "Ann", lastName: "\(number)")))
          }
        }
      }
      try await group.waitForAll()
    }
    let numbers = try await stores[0].session { try Invoice.findAll(in: $0).map(\.number).sorted() }
    #expect(numbers == Array(0..<6))
    for store in stores { store.close() }
  }

  /// A trigger of another program depends on the column that is replaced for another rule.
  @Test func aConstraintTriggerOfAReplacedColumnIsKept() async throws {
    let first = try store()
    try await first.transaction { session in
      try session.save(Rents.Former(name: "r", home: Address(city: "Rome")))
    }
    first.close()
    let connection = try schema.open()
    try connection.rows(
      """
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$
      """)
    try connection.rows(
      """
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE OF home ON rent FOR EACH ROW EXECUTE FUNCTION note()
      """)
    let second = try store()
    let cities = try await second.transaction { session in
      try session.save(Rents.Present(name: "s", home: nil))
      return try Rents.Present.query.order(by: \.pk).find(in: session).map { $0.home?.city }
    }
    #expect(cities == ["Rome", nil])
    let triggers = try connection.rows(
      "SELECT tgname FROM pg_trigger WHERE tgrelid = 'rent'::regclass AND NOT tgisinternal")
    #expect(triggers == [[.text("late")]])
    second.close()
  }
}

private enum Swatches {
  @Persistent(table: "swatch") final class Former {
    var color: String
  }

  @Persistent(table: "swatch") final class Present {
    @Column(codec: HexColor()) var color: Color
  }
}

private enum Rents {
  @Persistent(table: "rent") final class Former {
    var name: String
    var home: Address?
  }

  @Persistent(table: "rent") final class Present {
    var name: String
    @Column(onDelete: .cascade) var home: Address?
  }
}

@Persistent final class Weight {
  var grams: Double
  @Column(indexed: true) var label: String = ""
}

@Persistent final class PgUser {
  var name = ""
}

/// A column may have such a name.
@Persistent(table: "rating") final class PgRating {
  @Column("pg_stars") var stars = 1
}
