import TestSupport
import Testing

@testable import PersistentObjectsEngine

@Suite struct IdentityMapTests {
  private final class Thing {}

  /// Performs the same operations on the map and on a dictionary.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func behavesLikeADictionary(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    var map = IdentityMap()
    var model: [Int64: Thing] = [:]
    for _ in 0..<20_000 {
      // Few keys, some far apart, so that insertions, removals and collisions meet.
      let key =
        Int64.random(in: -300...300, using: &random)
        << Int64([0, 0, 20, 44].randomElement(using: &random) ?? 0)
      if let thing = model[key] {
        #expect(map.object(for: key) === thing)
        let isTakenTwice = map.insert(Thing(), for: key)
        #expect(!isTakenTwice, "a key has one object")
        if Bool.random(using: &random) {
          map.remove(key)
          model[key] = nil
        }
      } else {
        #expect(map.object(for: key) == nil)
        let thing = Thing()
        let isNew = map.insert(thing, for: key)
        #expect(isNew)
        model[key] = thing
      }
      #expect(map.count == model.count)
    }
    #expect(
      Set(map.all().map(ObjectIdentifier.init)) == Set(model.values.map(ObjectIdentifier.init)))
    for key in model.keys { map.remove(key) }
    #expect(map.count == 0 && map.all().isEmpty)
  }

  @Test(arguments: [1, 2, 5, 16, 1000] as [Int64])
  func growsWithKeysOfAnyDistance(distance: Int64) {
    var map = IdentityMap()
    let things = (0..<50_000).map { _ in Thing() }
    func key(_ position: Int) -> Int64 { Int64(position - 20_000) * distance }
    for (position, thing) in things.enumerated() { _ = map.insert(thing, for: key(position)) }
    #expect(map.count == things.count)
    #expect(things.indices.allSatisfy { map.object(for: key($0)) === things[$0] })
    #expect(map.object(for: key(-1)) == nil && map.object(for: key(things.count)) == nil)
    #expect(distance == 1 || things.indices.allSatisfy { map.object(for: key($0) + 1) == nil })
    #expect(Set(map.all().map(ObjectIdentifier.init)).count == things.count)
    for position in things.indices where position % 3 != 0 { map.remove(key(position)) }
    #expect(
      things.indices.allSatisfy { (map.object(for: key($0)) === things[$0]) == ($0 % 3 == 0) })
  }
}
