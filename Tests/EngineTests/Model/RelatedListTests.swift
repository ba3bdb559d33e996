import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// Compares the objects added to and removed from a list with sets.
@Suite struct RelatedListTests {
  @Test(arguments: RandomNumbers.seeds)
  func findsWhatAChangeInPlaceDid(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let all = (0..<60).map { Person(firstName: "\($0)", lastName: "P") }
    let list = RelatedList()
    var objects: [Person] = []
    for step in 0..<400 {
      let before = objects
      change(&objects, all, &random)
      let difference = follow(list, objects)
      let note: Comment = "seed \(seed), step \(step)"
      expect(difference.removed, before, without: objects, note)
      expect(difference.added, objects, without: before, note)
      // As Relations does with an inverse: what is there twice is removed from the end.
      for case let one as Person in difference.repeated {
        objects.lastIndex { $0 === one }.map { _ = objects.remove(at: $0) }
        list.remove(one)
      }
      #expect(Set(objects.map(ObjectIdentifier.init)).count == objects.count, note)
    }
  }

  @Test func anExistentialBeginsWithItsReference() {
    let list = RelatedList()
    let objects: [any PersistentObject] = (0..<20).map { Person(firstName: "\($0)", lastName: "P") }
    let span =
      { body in
        objects.withUnsafeBufferPointer { body(ReferenceSpan($0.baseAddress, count: $0.count)) }
      } as ((ReferenceSpan) -> Void) -> Void
    span { #expect(list.follow($0, isUnique: true).added.count == 20) }
    span {
      let difference = list.follow($0, isUnique: true)
      #expect(difference.added.isEmpty && difference.removed.isEmpty)
    }
    span { #expect($0.lastPosition(of: objects[7], in: 0..<20) == 7) }
    span { #expect($0.lastPosition(of: objects[7], in: 8..<20) == nil) }
  }

  private func change(_ objects: inout [Person], _ all: [Person], _ random: inout RandomNumbers) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...objects.count, using: &random)
      let one = all[Int.random(in: all.indices, using: &random)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where !objects.isEmpty: objects.removeLast()
      case 1 where place < objects.count: objects.remove(at: place)
      case 2 where place < objects.count: objects[place] = one
      case 3: objects.shuffle(using: &random)
      case 4: objects.insert(contentsOf: all.shuffled(using: &random).prefix(12), at: place)
      case 5: objects.removeSubrange(place...)
      default: objects.append(one)
      }
    }
  }

  private func follow(
    _ list: RelatedList, _ objects: [Person]
  ) -> RelatedList.Difference {
    objects.withUnsafeBufferPointer {
      list.follow(ReferenceSpan($0.baseAddress, count: $0.count), isUnique: true)
    }
  }

  private func expect(
    _ found: [any PersistentObject], _ objects: [Person], without others: [Person], _ note: Comment
  ) {
    let expected = Set(objects.map(ObjectIdentifier.init))
      .subtracting(others.map(ObjectIdentifier.init))
    #expect(found.count == expected.count, note)
    #expect(Set(found.map(ObjectIdentifier.init)) == expected, note)
  }
}
