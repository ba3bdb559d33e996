import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Random operations on a store and on plain dictionaries, compared every few steps; then some more
/// on a copy of the store.
@Suite struct RandomModelTests {
  @Test(arguments: 0..<UInt64(Settings.runs))
  func storeAndModelStayTheSame(_ run: UInt64) throws {
    let seed = Settings.seed &+ run
    let (file, copy) = (try TemporaryFile(), try TemporaryFile())
    defer { [file, copy].forEach { $0.remove() } }
    try TemporaryStore.run { temporary, _ in
      let world = try World(path: temporary.path, seed: seed)
      do {
        try world.run(steps: Settings.steps)
        try world.move(to: copy.path, through: file.path)
        try world.run(steps: Settings.steps / 4)
      } catch {
        Issue.record(
          """
          PERSISTENT_OBJECTS_SEED=\(seed) PERSISTENT_OBJECTS_STEPS=\(Settings.steps) \
          PERSISTENT_OBJECTS_RUNS=1 repeats this: \("\(error)".replacing("\0", with: "\\0"))
          \(world.log.joined(separator: "\n"))
          """)
      }
      world.close()
      let problems = try temporary.store.blocking.checkIntegrity().problems
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }
}
