import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Transactions that conflict with another one after each of their statements.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct RetryTests {
  /// The transaction reads an address and writes a person with its city; the other one reads the
  /// people and writes the address. Either order is correct, but it is not correct that neither
  /// sees the other.
  @Test(arguments: 1...14) func aConflictAfterAnyStatementRunsTheTransactionAgain(
    place: Int
  ) async throws {
    let schema = TestSchema()
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { session in
      try session.save(Address(city: "start"))
      #expect(try Person.count(in: session) == 0)
    }
    let meddler = Meddler(schema, place: place)
    store.trace { _ in meddler.noteStatement() }
    let city = try await store.transaction { session in
      meddler.noteRun()
      let address = try #require(try Address.findAll(in: session).first)
      let person = Person(firstName: address.city, lastName: "Smith", nickNames: ["a", "b"])
      try session.save(person)
      person.nickNames.append("c")
      person.age = 30
      try session.save(person)
      return try #require(try Person.find(in: session) { $0.nickNames.contains("c") }.first)
        .firstName
    }
    store.trace(nil)
    let found = try await store.session { session in
      (
        try Address.findAll(in: session).map(\.city),
        try Person.findAll(in: session).map(\.firstName)
      )
    }
    #expect(found.1 == [city] && meddler.error == nil, "\(meddler.error ?? "")")
    switch meddler.runs {
    case 1:
      #expect([["0", "0"], ["1", "start"], ["start", "start"]].contains(found.0 + found.1))
    default: #expect(meddler.runs == 2 && found.0 == ["0"] && found.1 == ["0"])
    }
    // In these cases the transaction has read what the other one changes before the other one
    // begins.
    if (4...6).contains(place) { #expect(meddler.runs == 2) }
    store.close()
  }

  /// A connection that dies when a transaction begins has done nothing, whether it is the store's
  /// own or shared.
  @Test(arguments: [false, true])
  func aConnectionThatIsLostAtTheBeginningRunsTheTransactionAgain(isShared: Bool) async throws {
    let schema = TestSchema()
    let links = isShared ? SharedLinks(schema.configuration, kept: 1) : nil
    let store = try Store(
      driver: PostgresDriver(schema.configuration, links: links),
      configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    // A statement is prepared when it is first run.
    try await store.transaction { _ = try $0.rows(Self.ending(0)) }
    let runs = Atomic(0)
    try await store.transaction { session in
      if runs.add(1, ordering: .relaxed).newValue == 1 {
        try Self.endOwnConnection(of: session, code: .busy)
        // Work that is tried in spite of the error is not a transaction of its own.
        try? session.save(Address(city: "lost"))
      }
      try session.save(Address(city: "Oslo"))
    }
    #expect(runs.load(ordering: .relaxed) == 2)
    let error = await failureOf {
      try await store.transaction(attempts: 1) { session in
        try session.save(Address(city: "lost"))
        try Self.endOwnConnection(of: session, code: .busy)
        let next = failure { try session.save(Address(city: "lost")) }
        #expect(next?.code == .busy, "\(next as Any)")
        try session.save(Address(city: "lost"))
      }
    }
    #expect(error?.code == .busy, "\(String(describing: error))")
    let cities = try await store.session { session in
      try Address.query.order(by: \.pk).find(in: session).map(\.city)
    }
    #expect(cities == ["Rome", "Oslo"])
    store.close()
  }

  /// The session stayed failed: its `ROLLBACK` was the first to notice the loss.
  @Test func aSessionGoesOnAfterATransactionThatHasLostItsConnection() throws {
    let schema = TestSchema()
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    let (own, other) = (Session(store: store), try schema.open())
    try own.save(Address(city: "Rome"))
    let error = failure {
      try own.transaction {
        try own.save(Address(city: "lost"))
        try other.kill(try own.rows("SELECT pg_backend_pid()")[0][0])
        throw PersistenceError(.unsupported, "of its own")
      }
    }
    #expect(error?.code == .unsupported, "\(error as Any)")
    try own.save(Address(city: "Oslo"))
    #expect(try Address.query.order(by: \.pk).find(in: own).map(\.city) == ["Rome", "Oslo"])
    store.close()
  }

  private static func ending(_ signal: Int) -> Criteria {
    "SELECT CASE CAST(\(signal) AS bigint) WHEN 1 THEN pg_terminate_backend(pg_backend_pid()) END::text"
  }

  private static func endOwnConnection(
    of session: Session, code: PersistenceError.Code
  ) throws {
    let error = failure { _ = try session.rows(ending(1)) }
    #expect(error?.code == code, "\(error as Any)")
  }
}

/// Another program, which commits a transaction after a statement of the first one.
private final class Meddler: Sendable {
  private let schema: TestSchema
  private let place: Int
  private let state = Mutex((statements: 0, runs: 0, error: String?.none))

  init(_ schema: TestSchema, place: Int) {
    (self.schema, self.place) = (schema, place)
  }

  var runs: Int { state.withLock { $0.runs } }
  var error: String? { state.withLock { $0.error } }

  func noteRun() { state.withLock { $0.runs += 1 } }

  func noteStatement() {
    let isTurn = state.withLock { state in
      state.statements += 1
      return state.statements == place
    }
    if !isTurn { return }
    do {
      let connection = try schema.open()
      defer { connection.close() }
      try connection.rows("BEGIN ISOLATION LEVEL SERIALIZABLE")
      try connection.rows("UPDATE address SET city = (SELECT count(*)::text FROM person)")
      try connection.rows("COMMIT")
    } catch {
      state.withLock { $0.error = "\(error)" }
    }
  }
}
