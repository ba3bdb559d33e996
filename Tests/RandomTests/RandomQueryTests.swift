import PersistentObjects
import TestSupport
import Testing

/// Random expressions as conditions, orders, keys of groups, selected and assigned values, compared with plain Swift.
@Suite struct RandomQueryTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func databasesComputeAsSwiftDoes(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      let warehouse = try Warehouse(store: temporary.store, seed: seed)
      do {
        for _ in 0..<Settings.steps { try warehouse.step() }
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_RUNS=1 repeats this: \(error)
          \(warehouse.log.last ?? "")
          """)
      }
      // Otherwise the test would prove little.
      #expect(warehouse.comparedCount > warehouse.undefinedCount * 4)
      warehouse.session.clear()
    }
  }
}
