import PersistentObjects
import TestSupport
import Testing

/// Codecs, hooks, rules and deinitializers that use the session that is calling them.
@Suite struct RandomMeddlingTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func nothingIsLostOrTouchedAfterItsEnd(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run(classes: [Gremlin.self]) { temporary, _ in
      if seed % 2 == 1 {
        play(Theatre(store: temporary.store, seed: seed), seed)
      } else {
        try temporary.store.blocking.session {
          play(Theatre(store: temporary.store, session: $0, seed: seed), seed)
        }
      }
    }
  }

  private func play(_ theatre: Theatre, _ seed: UInt64) {
    do {
      try Theatre.$current.withValue(theatre) { try theatre.run(steps: Settings.steps) }
      #expect(theatre.saves > 0 && theatre.comparisons > 0, "seed \(seed)")
    } catch {
      Issue.record(
        """
        PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
        PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
        \(theatre.log.joined(separator: "\n"))
        """)
    }
  }
}
