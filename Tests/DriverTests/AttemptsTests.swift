import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

/// Calls that are transactions of their own, where the database runs such calls again.
@Suite struct AttemptsTests {
  @Test func aCallIsRunAgainAfterAGetterWasBusyInIt() throws {
    var dialect = WrappedDialect()
    dialect.character.attempts = 3
    let store = try Store(
      driver: WrappedDriver(base: SQLiteDriver(.inMemory), replacedDialect: dialect),
      configuration: StoreConfiguration(codecs: CodecRegistry()))
    defer { store.close() }
    let session = Session(store: store)
    var runs = 0
    try session.inAttempts {
      try session.inTransaction { _ in
        runs += 1
        // As a getter does, since it cannot throw.
        if runs == 1 { session.fail(PersistenceError(.busy, "planned")) }
      }
    }
    #expect(runs == 2)
    session.fail(PersistenceError(.busy, "planned"))
    #expect(throws: PersistenceError.self) {
      try session.inAttempts {
        runs += 1
        try session.inTransaction { _ in }
      }
    }
    #expect(runs == 3, "the session has failed before the call")
  }

  @Test(arguments: [Int.min, 0, 1]) func oneAttemptIsMadeWhateverTheNumber(_ count: Int) {
    var attempts = Attempts(count, limit: nil, usesSavepoints: true)
    #expect(throws: PersistenceError.self) {
      _ = try attempts.pause(after: PersistenceError(.busy, "planned"))
    }
  }
}
