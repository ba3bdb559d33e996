import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CollectionTests {
  // MARK: Sets and dictionaries

  @Test func setsWriteOnlyTheDifference() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.tags = ["a", "b", "c"]
      try session.save(joe)
      joe.tags.remove("a")
      joe.tags.formUnion(["b", "x"])
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE", "DELETE FROM person_tags WHERE parent_pk = ?1 AND value = ?2",
          "INSERT INTO person_tags (parent_pk, value) VALUES (?1, ?2)", "COMMIT",
        ])
      #expect(try store.rows("SELECT value FROM person_tags ORDER BY 1") == ["b", "c", "x"])

      joe.tags = []
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE", "DELETE FROM person_tags WHERE parent_pk = ?1", "COMMIT",
        ])
    }
  }

  @Test func dictionariesWriteOnlyTheDifference() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.scores = ["a": 1, "b": 2, "c": 3]
      try session.save(joe)
      joe.scores["a"] = nil
      joe.scores["b"] = 20
      joe.scores["d"] = 4
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE",
          "UPDATE person_scores SET value = ?3 WHERE parent_pk = ?1 AND dictionary_key = ?2",
          "DELETE FROM person_scores WHERE parent_pk = ?1 AND dictionary_key = ?2",
          "INSERT INTO person_scores (parent_pk, dictionary_key, value) VALUES (?1, ?2, ?3)",
          "COMMIT",
        ])
      #expect(
        try store.rows("SELECT dictionary_key, value FROM person_scores ORDER BY 1") == [
          "b|20.0", "c|3.0", "d|4.0",
        ])
    }
  }

  /// The copy to compare with had the same element, and the change with it.
  @Test func anElementThatWasChangedIsSavedOnceTheCollectionIsAssignedAgain() throws {
    try TemporaryStore.run { store, session in
      let (pad, text) = (Pad(), NSMutableString(string: "sun"))
      (pad.lines, pad.marks, pad.pages) = ([text, nil], ["a": text], [[text]])
      try session.save(pad)
      text.setString("moon")
      (pad.lines, pad.marks, pad.pages) = (pad.lines, pad.marks, pad.pages)
      try session.save(pad)
      #expect(
        try store.rows("SELECT value FROM pad_lines ORDER BY array_index") == ["moon", "NULL"])
      #expect(try store.rows("SELECT value FROM pad_marks") == ["moon"])
      #expect(try store.rows("SELECT value FROM pad_pages_elements") == ["moon"])
    }
  }

  /// The first row gave the key, and the last one the value, which a save wrote to the first.
  @Test(.onSQLite) func theFirstOfSeveralRowsWithEqualKeysCounts() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.scores = ["e\u{301}": 1]
      try session.save(joe)
      try session.execute(
        "INSERT INTO person_scores (parent_pk, dictionary_key, value) VALUES (1, \("\u{e9}"), 2.0)")
      for score in [1, 9.0] {
        let other = Session(store: store.store)
        let found = try #require(try other.find(Person.self, pk: 1))
        #expect(found.scores == ["\u{e9}": score])
        found.scores["\u{e9}"] = 9
        try other.save(found)
      }
    }
  }

  // MARK: nil and empty

  @Test func nilIsNotEmpty() throws {
    try TemporaryStore.run { store, session in
      let values: [[String]?] = [nil, [], ["a"], nil, ["b"], [], nil]
      let joe = Person.joe()
      for value in values {
        joe.aliases = value
        try session.save(joe)
        let other = Session(store: store.store)
        let found = try #require(try other.find(Person.self, pk: 1))
        #expect(found.aliases == value)
      }
      #expect(try store.rows("SELECT aliases FROM person") == ["NULL"])
      #expect(try store.rows("SELECT * FROM person_aliases") == [])
    }
  }

  @Test func anOptionalCollectionIsOneColumnAndItsRows() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      joe.aliases = ["a"]
      let insert = "INSERT INTO person_aliases (parent_pk, array_index, value) VALUES (?1, ?2, ?3)"
      let update = "UPDATE person SET aliases = ?2 WHERE pk = ?1"
      #expect(
        try store.statements { try joe.save() } == ["BEGIN IMMEDIATE", update, insert, "COMMIT"])
    }
  }

  // MARK: Elements

  @Test func elementsUseTheCodecOfTheirType() throws {
    try TemporaryStore.run { store, session in
      let crate = Crate()
      crate.bytes = [1, 2, 255]
      crate.numbers = [3, nil, 1]
      crate.days = [1: Date(timeIntervalSince1970: 0)]
      crate.levels = [.high, .low]
      crate.matrix = [[1, 2], [], [3]]
      crate.anyDays = [Date(timeIntervalSince1970: 1)]
      try session.save(crate)
      #expect(try store.rows("SELECT bytes FROM crate") == ["x0102ff"])
      #expect(
        try store.rows("SELECT value FROM crate_numbers ORDER BY array_index") == [
          "3", "NULL", "1",
        ])
      #expect(
        try store.rows("SELECT dictionary_key, value FROM crate_days") == ["1|1970-01-01 00:00:00"])
      #expect(try store.rows("SELECT value FROM crate_levels ORDER BY 1") == ["0", "9"])

      let other = Session(store: store.store)
      let found = try #require(try other.find(Crate.self, pk: 1))
      #expect(found.bytes == [1, 2, 255] && found.numbers == [3, nil, 1])
      #expect(
        found.days == crate.days && found.levels == crate.levels && found.matrix == crate.matrix)
      #expect(found.anyDays == crate.anyDays)
    }
  }

  @Test func refersToObjectsInEveryKindOfCollection() throws {
    try TemporaryStore.run { store, session in
      let rome = Address(city: "Rome")
      let oslo = Address(city: "Oslo")
      let atlas = Atlas()
      atlas.list = [rome, oslo, rome]
      atlas.set = [rome, oslo]
      atlas.byName = ["o": oslo, "r": rome]
      atlas.maybe = nil
      try session.save(atlas)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Atlas.self, pk: 1))
      #expect(found.list.map(\.city) == ["Rome", "Oslo", "Rome"])
      #expect(found.list[0] === found.list[2])
      #expect(Set(found.set.map(\.city)) == ["Rome", "Oslo"])
      #expect(found.byName["o"] === found.list[1] && found.byName.count == 2)
      #expect(found.maybe == nil)

      try found.list[1].delete()
      #expect(found.list.map(\.city) == ["Rome", "Rome"])
      #expect(found.set.map(\.city) == ["Rome"] && Array(found.byName.keys) == ["r"])
      found.maybe = found.set
      found.set = []
      try found.save()
      #expect(try store.rows("SELECT fk FROM atlas_maybe") == ["1"])
      #expect(try store.rows("SELECT fk FROM atlas_set") == [])
    }
  }

  // MARK: Refusals

  @Test func refusesElementsThatHaveNoKeyOrNoCodec() throws {
    try TemporaryStore.run { _, session in
      let ofOptionals = failure { try session.save(SetOfOptionals()) }
      #expect(ofOptionals?.code == .invalidModel)
      #expect(ofOptionals?.context.property == "values")
      let ofReferences = failure { try session.save(OptionalReferences()) }
      #expect(ofReferences?.code == .noCodec)
      #expect(ofReferences?.context.className == "OptionalReferences")
      #expect(ofReferences?.context.property == "people")
      #expect(failure { try session.save(NoCodec(value: .init())) }?.code == .noCodec)
    }
  }
}

@Persistent final class Crate {
  enum Level: Int { case low = 0, high = 9 }

  var bytes: [UInt8] = []
  var numbers: [Int?] = []
  var days: [Int: Date] = [:]
  var levels: Set<Level> = []
  var matrix: [[Int]] = []
  var anyDays: [Date]?
  @Transient var life = Lifetime()
}

@Persistent final class Atlas {
  var list: [Address] = []
  var set: Set<Address> = []
  var byName: [String: Address] = [:]
  var maybe: Set<Address>?
  @Transient var life = Lifetime()
}

@Persistent private final class Pad {
  var lines: [NSMutableString?] = []
  var marks: [String: NSMutableString] = [:]
  var pages: [[NSMutableString]] = []
  @Transient var life = Lifetime()
}

/// The macro refuses such a set only where it sees it.
typealias OptionalNumbers = Set<Int?>

@Persistent final class SetOfOptionals {
  var values: OptionalNumbers = []
}

@Persistent final class OptionalReferences {
  var people: [Person?] = []
}

@Persistent final class NoCodec {
  struct Opaque {}
  var value: Opaque
}
