import PersistentObjects
import TestSupport
import Testing

/// Sessions that randomly count in the same rows lose nothing.
@Suite struct RandomVersionTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func noAdditionIsLost(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      do {
        try Census(temporary, seed: seed).run(steps: Settings.steps)
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
          PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
          """)
      }
    }
  }

  /// Each task has its own session, which reads and saves in separate transactions.
  @Test func tasksThatCountAtTheSameTimeLoseNothing() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try Session(store: store).save(Tally())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { try Self.count(to: 50, in: store) } }
        try await group.waitForAll()
      }
      #expect(try temporary.rows("SELECT amount, version FROM tally") == ["200|201"])
    }
  }

  private static func count(to end: Int, in store: Store) throws {
    let session = Session(store: store)
    let tally = try #require(try session.find(Tally.self, pk: 1))
    for _ in 0..<end {
      tally.amount += 1
      while tally.state == .changed {
        do {
          try session.save()
        } catch let error as PersistenceError where error.isTransient {
          try session.refresh(tally)
          tally.amount += 1
        }
      }
    }
  }
}
