import PersistentObjects
import TestSupport
import Testing

/// Random changes of relations from either side, compared with plain dictionaries.
@Suite struct RandomRelationTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func bothSidesStayInStep(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      let league = try League(store: temporary.store, seed: seed)
      do {
        try league.run(steps: Settings.steps)
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
          PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
          \(league.log.suffix(60).joined(separator: "\n"))
          """)
      }
      league.session.clear()
    }
  }
}
