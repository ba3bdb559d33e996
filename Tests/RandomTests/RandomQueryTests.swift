import PersistentObjects
import TestSupport
import Testing

/// Random expressions as conditions, orders, keys of groups, selected and assigned values, compared
/// with plain Swift.
@Suite struct RandomQueryTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func databasesComputeAsSwiftDoes(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      let warehouse = try Warehouse(store: temporary.store, seed: seed)
      do {
        // At most a fifth of the steps has no defined result, so ten times as many are enough.
        for _ in 0..<Settings.steps * 10 where warehouse.comparedCount < Settings.steps {
          try warehouse.step()
        }
        #expect(warehouse.comparedCount >= Settings.steps, "seed \(seed)")
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
          PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
          \(warehouse.log.last ?? "")
          """)
      }
      warehouse.session.clear()
    }
  }
}
