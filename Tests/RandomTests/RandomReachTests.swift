import PersistentObjects
import TestSupport
import Testing

/// A save of one object saves what it reaches, and nothing else, whatever was searched before.
@Suite struct RandomReachTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func aSaveOfOneSavesWhatItReaches(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      let network = try Network(temporary, seed: seed)
      do {
        try network.run(steps: Settings.steps)
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
          PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
          \(network.log.suffix(60).joined(separator: "\n"))
          """)
      }
      network.end()
    }
  }
}
