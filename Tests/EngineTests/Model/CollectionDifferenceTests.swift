import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// The entries by which two states of a collection differ.
@Suite struct CollectionDifferenceTests {
  @Test(arguments: [1, 2, UInt64.random(in: 3 ... .max)])
  func whatSetsDifferInIsFewEntries(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    var set = Set((0..<500).map { "Element \($0)" })
    for step in 0..<300 {
      let old = set
      if step.isMultiple(of: 3), let element = set.randomElement(using: &random) {
        set.remove(element)
      } else {
        set.insert("Element \(Int.random(in: 0..<2_000, using: &random))")
      }
      let (removed, added, same) = try difference(old, set)
      let note: Comment = "seed \(seed), step \(step)"
      #expect(old.subtracting(removed).union(added) == set, note)
      #expect(same + added.count == set.count && same + removed.count == old.count, note)
      // A removal moves a run of neighbours; all others stay, unless the set had to grow.
      if set.capacity == old.capacity { #expect(removed.count + added.count < 100, note) }
    }
  }

  @Test(arguments: [1, 2, UInt64.random(in: 3 ... .max)])
  func whatDictionariesDifferInIsFewEntries(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    var numbers = Dictionary(uniqueKeysWithValues: (0..<500).map { ("Key \($0)", $0) })
    for step in 0..<300 {
      let old = numbers
      numbers["Key \(Int.random(in: 0..<2_000, using: &random))"] =
        step.isMultiple(of: 3) ? nil : step
      var result = old
      var count = 0
      try [String: Int]._code.visitDifference(old, numbers) { removed, added, same, _ in
        for row in 0..<removed.count { result[try #require(removed.key(row)).pointee] = nil }
        for row in 0..<added.count {
          result[try #require(added.key(row)).pointee] = added.element(row).pointee
        }
        count = removed.count + added.count
        #expect(same + added.count == numbers.count)
      }
      let note: Comment = "seed \(seed), step \(step)"
      #expect(result == numbers, note)
      if numbers.capacity == old.capacity { #expect(count < 100, note) }
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200])
  func arraysAreTheSameUpToOneElement(count: Int) throws {
    let old = Array(0..<count)
    for place in old.indices {
      var new = old
      new[place] = -1
      try [Int]._code.visitDifference(old, new) { old, new, start, end in
        #expect(old.count == 1 && new.count == 1 && start == place && end == count - place - 1)
      }
    }
    try [Int]._code.visitDifference(old, old + [7]) { old, new, start, end in
      #expect(old.count == 0 && new.count == 1 && start == count && end == 0)
    }
    try [Int]._code.visitDifference(old, old) { _, _, _, _ in Issue.record("they are the same") }
  }

  private func difference(
    _ old: Set<String>, _ new: Set<String>
  ) throws -> (removed: [String], added: [String], same: Int) {
    var found: (removed: [String], added: [String], same: Int) = ([], [], old.count)
    try Set<String>._code.visitDifference(old, new) { old, new, same, _ in
      found = (
        (0..<old.count).map { old.element($0).pointee },
        (0..<new.count).map { new.element($0).pointee }, same
      )
    }
    return found
  }
}
