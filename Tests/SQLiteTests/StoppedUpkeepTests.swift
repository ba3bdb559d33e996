import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

/// Work on the whole database that is stopped while the store is closing.
@Suite struct StoppedUpkeepTests {
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  private let file: TemporaryDatabase
  private let store: Store

  init() throws {
    file = try TemporaryDatabase()
    store = try Store(
      driver: file.driver(), configuration: StoreConfiguration(codecs: CodecRegistry()))
  }

  /// Stops all work as closing does at its limit.
  private func stopAll() {
    for loan in store.pool.unended { loan.stop(.storeClosing) }
  }

  @Test func aBackupEndsBetweenItsSteps() async throws {
    // A backup copies four megabytes with one step.
    try store.blocking.maintain("a test") {
      try $0.execute("CREATE TABLE t (a ANY) STRICT")
      try $0.execute("INSERT INTO t VALUES (zeroblob(8000000))")
    }
    let (path, steps) = (file.path + ".copy", Shared(0))
    let progress: @Sendable (Int, Int) -> Void = { _, _ in
      steps.change { $0 += 1 }
      stopAll()
    }
    let blocking = failure { try store.blocking.backup(to: path, progress: progress) }
    #expect(blocking?.code == .storeClosed && steps.value == 1)
    let suspending = await #expect(throws: PersistenceError.self) {
      try await store.backup(to: path, progress: progress)
    }
    #expect(suspending?.code == .storeClosed && steps.value == 2)
    store.close()
  }

  @Test func anInterruptedStatementThrowsTheReason() {
    let error = failure {
      try store.blocking.maintain("a test") {
        stopAll()
        try $0.execute(Self.endless)
      }
    }
    #expect(error?.code == .storeClosed && error?.message.contains("a test") == true)
    store.close()
  }
}
