import PersistentObjects
import TestSupport
import Testing

/// A save of one object saves what it reaches through new and changed ones, and nothing else.
@Suite struct RandomReachTests {
  @Test(arguments: 0..<UInt64(Settings.runs * 2))
  func aSaveOfOneSavesWhatItReaches(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    try TemporaryStore.run { temporary, _ in
      let network = try Network(temporary, seed: seed)
      do {
        try network.run(steps: Settings.steps)
        #expect(network.comparisons >= Settings.steps / 5, "PERSISTENT_OBJECTS_SEED=\(seed)")
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

  @Test func changedObjectsLeadToAllOthersOfARing() throws {
    try TemporaryStore.run { _, session in
      let rings = [40, 400].map { count in (0..<count).map { _ in Stop() } }
      for ring in rings {
        for (stop, next) in zip(ring, ring[1...] + ring[..<1]) { stop.exits = [next] }
      }
      let stranger = Stop()
      try session.save(contentsOf: rings[0] + rings[1] + [stranger])
      for stop in [stranger, rings[0][0]] + rings[1] { stop.visits = 1 }
      try session.save(rings[0][0])
      #expect(rings[0][0].state == .clean && rings[1].allSatisfy { $0.state == .changed })
      try session.save(rings[1][0])
      #expect(rings.joined().allSatisfy { $0.state == .clean } && stranger.state == .changed)
      rings[0][1].visits = 1
      try session.save(rings[0][0])
      #expect(rings[0][1].state == .changed)
      session.clear()
    }
  }
}
