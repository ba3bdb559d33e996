import TestSupport
import Testing

@testable import PersistentObjectsEngine

@Suite struct MissingKeysTests {
  /// Compares the keys with those in a dictionary of sets.
  @Test(arguments: [UInt64(1), 2, 3])
  func haveEachKeyOfEachClassOnce(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    var keys = MissingKeys()
    var model: [Int32: Set<Int64>] = [:]
    #expect(keys.isEmpty)
    for _ in 0..<5_000 {
      let id = Int32.random(in: 0...3, using: &random)
      let pk = Int64.random(in: -200...200, using: &random) << Int64(bitPattern: seed * 8)
      keys.insert(ReferenceKey(pk: pk, entityID: id))
      model[id, default: []].insert(pk)
    }
    #expect(!keys.isEmpty)
    let found = keys.byEntity()
    #expect(found.map(\.0) == model.keys.sorted())
    for (id, pks) in found { #expect(pks == model[id]?.sorted()) }
  }
}
