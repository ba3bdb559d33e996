import PersistentObjects
import TestSupport
import Testing

/// Random changes of values of several columns, compared with plain Swift values.
@Suite struct RandomValueTests {
  @Test(arguments: 0..<UInt64(Settings.runs))
  func valuesComeBackAsTheyWere(_ run: UInt64) throws {
    try Self.run(steps: Settings.steps, seed: Settings.seed &+ run)
  }

  @Test(.takesLong) func valuesComeBackAfterTenThousandSteps() throws {
    try Self.run(steps: 10_000, seed: Settings.seed)
  }

  private static func run(steps: Int, seed: UInt64) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let shop = try Shop(path: file.path, seed: seed)
    do {
      try shop.run(steps: steps)
    } catch {
      Issue.record(
        """
        PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(steps) \
        PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
        \(shop.log.suffix(60).joined(separator: "\n"))
        """)
    }
    shop.close()
  }
}
