import Foundation
import PersistentObjects
import StrictDriver
import Synchronization
import TestSupport
import Testing

/// A transaction that may be run again uses no savepoints until it needs them, on databases where a
/// failure spoils a transaction.
@Suite struct SavepointsNeededTests {
  private final class Counter: Sendable { let count = Atomic(0) }
  private let runs = Counter()

  /// Runs a test with a store on the strict database, and returns the statements of its
  /// transactions.
  private func statements(_ body: (Store) async throws -> Void) async throws -> [String] {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try TestedDatabase.strict.store(at: file.path)
    defer { store.close() }
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let texts = Mutex<[String]>([])
    store.trace { event in texts.withLock { $0.append(event.sql) } }
    try await body(store)
    return texts.withLock { $0 }
  }

  @Test func aTransactionInWhichNothingFailsHasNone() async throws {
    let texts = try await statements { store in
      try await store.transaction(attempts: 2) { session in
        let rome = try #require(try session.find(Address.self, pk: 1))
        rome.city = "Roma"
        try session.save()
        try session.save(Address(city: "Oslo"))
        try session.delete(rome)
      }
    }
    #expect(!texts.contains { $0.contains("SAVEPOINT") || $0.contains("RELEASE") })
    #expect(texts.count { $0.hasPrefix("BEGIN") } == 1)
  }

  @Test func oneThatGoesOnAfterAFailureIsRunAgainWithThem() async throws {
    let texts = try await statements { store in
      let cities = try await store.transaction(attempts: 2) { session in
        runs.count.add(1, ordering: .relaxed)
        try session.save(Address(city: "Oslo"))
        do {
          try session.transaction {
            try session.save(Address(city: "Bonn"))
            throw CocoaError(.userCancelled)
          }
        } catch is CocoaError {}
        return try Address.findAll(in: session).map(\.city)
      }
      #expect(cities == ["Rome", "Oslo"])
      let kept = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(kept == ["Rome", "Oslo"])
    }
    #expect(runs.count.load(ordering: .relaxed) == 2)
    #expect(texts.contains { $0.hasPrefix("ROLLBACK TO") })
  }

  /// The second run throws the error, since savepoints allow it to be explained.
  @Test func oneThatFailsThrowsWhatItThrowsWithSavepoints() async throws {
    _ = try await statements { store in
      var errors: [String] = []
      for attempts in [1, 2] {
        let error = await #expect(throws: PersistenceError.self) {
          try await store.transaction(attempts: attempts) { session in
            let rome = try #require(try session.find(Address.self, pk: 1))
            try session.execute("DELETE FROM address")
            rome.city = "Roma"
            try session.save()
          }
        }
        errors.append("\(error as Any)")
      }
      #expect(errors[0] == errors[1])
      let count = try await store.session { try Address.count(in: $0) }
      #expect(count == 1)
    }
  }

  @Test func aFailureOfTheProgramsOwnBeforeItsFirstStatementNeedsNone() async throws {
    let texts = try await statements { store in
      try await store.transaction(attempts: 2) { session in
        runs.count.add(1, ordering: .relaxed)
        do {
          try session.transaction { throw CocoaError(.userCancelled) }
        } catch is CocoaError {}
        try session.save(Address(city: "Oslo"))
      }
    }
    #expect(runs.count.load(ordering: .relaxed) == 1)
    #expect(!texts.contains { $0.contains("SAVEPOINT") })
  }
}
