import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@Persistent final class Deck {
  var hands: [Set<String>] = []
  @Transient var life = Lifetime()
}

@Suite struct ContentChecksumTests {
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func theHashIsThatOfTheStandard(_ text: String, _ expected: String) {
    #expect(Self.hash(Array(text.utf8), piece: 1000) == expected)
  }

  /// Hashes the standard's test vector of a million letters, in pieces of various lengths.
  @Test(arguments: [1, 55, 56, 63, 64, 65, 4096])
  func piecesMakeNoDifference(_ piece: Int) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      Self.hash(bytes, piece: piece)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func itStaysThroughBackupAndVacuum() async throws {
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { session in
        for number in 0..<200 { try session.save(Self.person(number)) }
      }
      let before = try InspectedFile(store.path).checksum()
      #expect(before.rowCount == 200 * 5 + 200)
      try await store.store.transaction { session in
        for person in try Person.where({ $0.age < 50 }).find(in: session) {
          try session.delete(person)
        }
        for number in 0..<50 { try session.save(Self.person(number)) }
      }
      let other = try InspectedFile(store.path).checksum()
      #expect(other != before, "keys count")
      try await store.store.vacuum()
      #expect(try InspectedFile(store.path).checksum() == other)
      let copy = store.path + ".copy"
      try await store.store.backup(to: copy)
      #expect(try InspectedFile(copy).checksum() == other)
    }
  }

  @Test func itTellsHowFarItIs() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<2500).map { Address(city: "\($0)") })
      var told: [[Int]] = []
      let file = try InspectedFile(store.path)
      let checksum = try file.checksum { told.append([$0, $1]) }
      #expect(told == [[1000, 2500], [2000, 2500], [2500, 2500]])
      #expect(try checksum == file.checksum())
    }
  }

  @Test(arguments: ["array_index", "set_member", "parent_pk"])
  func propertiesNamedLikeKeysOfCollectionsCount(_ column: String) async throws {
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { session in
        for _ in 0..<3 { try session.save(Entry()) }
      }
      let before = try InspectedFile(store.path).checksum()
      try await store.store.transaction { session in
        try session.execute(Criteria(stringLiteral: "UPDATE entry SET \(column) = pk"))
      }
      #expect(try InspectedFile(store.path).checksum() != before)
    }
  }

  @Test(
    arguments: [
      "UPDATE person SET age = age + 1 WHERE pk = 7",
      "UPDATE person SET last_name = last_name || x'00' WHERE pk = 7",
      "UPDATE person_nick_names SET value = 'x' WHERE parent_pk = 7 AND array_index = 0",
      "UPDATE person_scores SET value = -value WHERE parent_pk = 8",
      "UPDATE person_scores SET value = 0 WHERE parent_pk = 7",
      "DELETE FROM person_tags WHERE parent_pk = 3",
      """
      UPDATE person SET age = CASE pk WHEN 7 THEN (SELECT age FROM person WHERE pk = 9) ELSE \
      (SELECT age FROM person WHERE pk = 7) END WHERE pk IN (7, 9)
      """,
    ])
  func eachChangeShows(_ sql: String) throws {
    try TemporaryStore.run { store, session in
      for number in 0..<10 { try session.save(Self.person(number)) }
      let before = try InspectedFile(store.path).checksum()
      try store.store.blocking.execute(Criteria(stringLiteral: sql))
      #expect(try InspectedFile(store.path).checksum() != before)
    }
  }

  @Test func gapsInAnArrayDoNotCount() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<3 { try session.save(Self.person(number)) }
      let before = try InspectedFile(store.path).checksum()
      try store.store.blocking.execute(
        "UPDATE person_nick_names SET array_index = 7 WHERE array_index = 1")
      #expect(try InspectedFile(store.path).checksum() == before)
    }
  }

  /// The numbers of the collections in a set have no meaning, and an empty one counts.
  @Test func onlyTheRanksOfCollectionsInASetCount() throws {
    try TemporaryStore.run { store, session in
      let entries = [Entry(), Entry()]
      for entry in entries { entry.lists = [[1, 2], [], [3]] }
      try session.save(contentsOf: entries)
      let before = try InspectedFile(store.path).checksum(of: "Entry")
      try store.store.blocking.execute(
        "UPDATE entry_lists SET set_member = set_member / 2 WHERE parent_pk = 1")
      #expect(try InspectedFile(store.path).checksum(of: "Entry") == before)
      try store.store.blocking.execute(
        """
        DELETE FROM entry_lists WHERE parent_pk = 2 AND set_member NOT IN \
        (SELECT set_member FROM entry_lists_elements)
        """)
      #expect(try InspectedFile(store.path).checksum(of: "Entry") != before)
    }
  }

  @Test func thePlaceOfAnElementOfASetInAnArrayCounts() throws {
    let contents: [[Set<String>]] = [
      [["a"], []], [[], ["a"]], [["a", "b"], ["c"]], [["a"], ["b", "c"]],
    ]
    var checksums: Set<ContentChecksum> = []
    for hands in contents {
      try TemporaryStore.run { store, session in
        let deck = Deck()
        deck.hands = hands
        try session.save(deck)
        checksums.insert(try InspectedFile(store.path).checksum())
      }
    }
    #expect(checksums.count == contents.count)
  }

  @Test func aClassHasOneOfItsOwn() throws {
    try TemporaryStore.run { store, session in
      try session.given(Self.person(1), Cat(name: "Tom"))
      let file = try InspectedFile(store.path)
      var sum = ContentChecksum()
      for model in file.model.classes { sum.add(try file.checksum(of: model.name)) }
      #expect(try file.checksum() == sum)
      #expect(failure { _ = try file.checksum(of: "Nobody") }?.code == .unknownClass)
    }
  }

  private static func person(_ number: Int) -> Person {
    let person = Person(firstName: "P\(number)", lastName: "L\(number % 7)", age: number)
    person.nickNames = ["a\(number)", "b"]
    person.scores = ["s": Double(number % 3)]
    person.tags = ["t\(number)"]
    person.home = Address(city: "C\(number)")
    return person
  }

  private static func hash(_ bytes: [UInt8], piece: Int) -> String {
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { hash.update($0) }
    }
    return SHA256.hexadecimal(hash.finish())
  }
}
