import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// The entries in which two states of a collection differ.
@Suite struct CollectionDifferenceTests {
  @Test(arguments: RandomNumbers.seeds)
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
      // A removal moves a run of neighbours; all other entries stay, unless the set had to grow.
      if set.capacity == old.capacity { #expect(removed.count + added.count < 100, note) }
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func whatDictionariesDifferInIsFewEntries(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    var numbers = Dictionary(uniqueKeysWithValues: (0..<500).map { ("Key \($0)", $0) })
    for step in 0..<300 {
      let old = numbers
      numbers["Key \(Int.random(in: 0..<2_000, using: &random))"] =
        step.isMultiple(of: 3) ? nil : step
      var result = old
      var count = 0
      var follower = old
      try [String: Int]._code.visitDifference(&follower, numbers) { removed, added, same, _ in
        for row in 0..<removed.count { result[try #require(removed.key(row)).pointee] = nil }
        for row in 0..<added.count {
          result[try #require(added.key(row)).pointee] = added.element(row).pointee
        }
        count = removed.count + added.count
        #expect(same + added.count == numbers.count)
        return true
      }
      let note: Comment = "seed \(seed), step \(step)"
      #expect(result == numbers && follower == numbers, note)
      if numbers.capacity == old.capacity { #expect(count < 100, note) }
    }
  }

  /// A value that does not equal itself is not found when it has moved, and was there twice.
  @Test func aFollowerHasNothingTwice() throws {
    var set = Set((0..<500).map(Double.init) + Array(repeating: .nan, count: 50))
    var follower = set
    for number in 0..<400 {
      set.remove(Double(number))
      try Set<Double>._code.visitDifference(&follower, set) { _, _, _, _ in true }
      #expect(follower.count == set.count)
    }
  }

  /// The baseline of a long collection follows it in this way from save to save.
  @Test(arguments: RandomNumbers.seeds)
  func whatHasFollowedDiffersInFewEntries(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    var numbers = Dictionary(uniqueKeysWithValues: (0..<300).map { ("Key \($0)", $0) })
    var follower = numbers
    var capacity = follower.capacity
    for step in 0..<600 {
      numbers["Key \(random.number(below: 1_000))"] = step.isMultiple(of: 3) ? nil : step
      var count = 0
      try [String: Int]._code.visitDifference(&follower, numbers) { removed, added, _, _ in
        count = removed.count + added.count
        return true
      }
      let note: Comment = "seed \(seed), step \(step)"
      #expect(follower == numbers, note)
      if capacity == numbers.capacity { #expect(count < 100, note) }
      capacity = numbers.capacity
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func aFollowerBecomesWhatItFollows(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    var list = Array(0..<100)
    var (follower, wrapped, other) = (list, list as [Int]?, Set(list))
    for step in 0..<300 {
      let place = random.number(below: list.count)
      switch random.number(below: 4) {
      case 0: list.insert(-step, at: place)
      case 1 where list.count > 50: list.removeSubrange(place..<min(place + 3, list.count))
      case 2: list.shuffle(using: &random)
      default: list[place] = step
      }
      try [Int]._code.visitDifference(&follower, list) { _, _, _, _ in true }
      try [Int]?._code.visitDifference(&wrapped, list) { _, _, _, _ in true }
      try Set<Int>._code.visitDifference(&other, Set(list)) { _, _, _, _ in true }
      #expect(follower == list && wrapped == list && other == Set(list), "seed \(seed)")
    }
  }

  /// Equal texts do not always have the same bytes, and the rows store bytes.
  @Test func aFollowerHasTheSameBytes() throws {
    let (composed, decomposed) = ("Caf\u{E9} in the street", "Cafe\u{301} in the street")
    let rest = (0..<10).map { "Element \($0)" }
    var set = Set(rest + [composed])
    try Set<String>._code.visitDifference(&set, Set(rest + [decomposed])) { _, _, _, _ in true }
    #expect(set.contains { $0.utf8.elementsEqual(decomposed.utf8) })
    var counts = Dictionary(uniqueKeysWithValues: (rest + [composed]).map { ($0, 1) })
    var others = counts
    others[composed] = nil
    others[decomposed] = 1
    try [String: Int]._code.visitDifference(&counts, others) { _, _, _, _ in true }
    #expect(counts.keys.contains { $0.utf8.elementsEqual(decomposed.utf8) })
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200])
  func arraysAreTheSameUpToOneElement(count: Int) throws {
    let old = Array(0..<count)
    for place in old.indices {
      var new = old
      new[place] = -1
      var former = old
      try [Int]._code.visitDifference(&former, new) { old, new, start, end in
        #expect(old.count == 1 && new.count == 1 && start == place && end == count - place - 1)
        return true
      }
      #expect(former == new)
    }
    var former = old
    try [Int]._code.visitDifference(&former, old + [7]) { old, new, start, end in
      #expect(old.count == 0 && new.count == 1 && start == count && end == 0)
      return false
    }
    #expect(former == old)
    try [Int]._code.visitDifference(&former, old) { _, _, _, _ in
      Issue.record("they are the same")
      return false
    }
  }

  private func difference(
    _ old: Set<String>, _ new: Set<String>
  ) throws -> (removed: [String], added: [String], same: Int) {
    var found: (removed: [String], added: [String], same: Int) = ([], [], old.count)
    var old = old
    try Set<String>._code.visitDifference(&old, new) { old, new, same, _ in
      found = (
        (0..<old.count).map { old.element($0).pointee },
        (0..<new.count).map { new.element($0).pointee }, same
      )
      return false
    }
    return found
  }
}
