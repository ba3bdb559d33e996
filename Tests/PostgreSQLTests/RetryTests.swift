import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Transactions that another one gets in the way of, after each of their statements.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct RetryTests {
  /// The transaction reads an address and writes a person with its city; the other one reads the people and writes the
  /// address. Each order is right, but not that neither sees the other.
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
    // What is read before the other one begins is what it changes.
    if (4...6).contains(place) { #expect(meddler.runs == 2) }
    store.close()
  }
}

/// Another program, which commits a transaction behind a statement of the first.
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
