import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsInspection

@Suite struct FileCheckTests {
  @Test func aSoundFileIsSoundAndSaysWhatWasLookedAt() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      var told: [Int] = []
      let check = try InspectedFile(store.path).check(isDeep: true) { done, total in
        told = [done, total]
      }
      #expect(check.isSound && check.findings.map(\.kind) == [.unknown])
      #expect(check.findings.first?.column == "favourite")
      #expect(check.findings.first?.message.contains("'hex-color 1'") == true)
      let person = try #require(check.classes.first { $0.name == "Person" })
      #expect(person.objects == 3 && person.elements == 3 * 4 && person.unknownCells == 1)
      #expect(
        told == [18, 18], "3 people with 12 elements, an address, a dog and a keeper")
      #expect(try InspectedFile(store.path).check().classes.isEmpty)
    }
  }

  @Test func anErrorOfTheProgressEndsTheCheck() throws {
    struct Enough: Error {}
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<2500).map { Address(city: "\($0)") })
      var told: [Int] = []
      #expect(throws: Enough.self) {
        try InspectedFile(store.path).check(isDeep: true) { done, _ in
          told.append(done)
          throw Enough()
        }
      }
      #expect(told == [1000])
    }
  }

  /// The error was taken for damage of the table.
  @Test func anErrorOfTheProgressIsNoFinding() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<2500).map { Address(city: "\($0)") })
      let file = try InspectedFile(store.path)
      let failure = failure {
        _ = try file.check(isDeep: true) { _, _ in throw PersistenceError(.corrupt, "stop") }
      }
      #expect(failure?.message == "stop")
    }
  }

  @Test(
    arguments: [
      ("UPDATE person SET birthdate = 'yesterday' WHERE pk = 2", .value, "person", "birthdate"),
      (
        "UPDATE person_nick_names SET array_index = 5 WHERE parent_pk = 2 AND array_index = 1",
        .position, "person_nick_names", nil
      ),
      ("UPDATE person SET aliases = NULL WHERE pk = 2", .presence, "person", "aliases"),
      (
        "UPDATE _persistent_sequence SET next_pk = 1 WHERE table_name = 'person'", .counter,
        "person", nil
      ),
      ("UPDATE keeper SET pet = 99", .reference, "keeper", nil),
      (
        "UPDATE person_scores SET value = 'much' WHERE parent_pk = 2", .value, "person_scores",
        "value"
      ),
    ] as [(String, FileCheck.Kind, String, String?)])
  func eachFaultIsFound(
    _ sql: String, _ kind: FileCheck.Kind, _ table: String, _ column: String?
  ) throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      try store.store.blocking.execute(Criteria(stringLiteral: sql))
      let check = try InspectedFile(store.path).check(isDeep: true)
      let found = check.findings.filter { $0.kind != .unknown }
      #expect(!check.isSound && found.map(\.kind) == [kind], "\(found)")
      #expect(found.first?.table == table)
      #expect(column == nil || found.first?.column == column)
      #expect(kind == .counter || kind == .reference || found.first?.pk == 2)
      #expect(found.first?.remedy.isEmpty == false)
      try repair(store)
    }
  }

  @Test(
    arguments: [
      (
        ["DELETE FROM _persistent_column WHERE table_name = 'person_nick_names'"],
        "person_nick_names", "the column value is not recorded"
      ),
      (
        [
          """
          DELETE FROM _persistent_column WHERE table_name = 'person_scores' \
          AND column_name = 'dictionary_key'
          """
        ], "person_scores", "the column dictionary_key is not recorded"
      ),
      (
        ["DELETE FROM _persistent_column WHERE table_name = 'address'"], "address",
        "none of the columns is recorded"
      ),
      (["DROP TABLE _persistent_column"], "_persistent_column", "no column is recorded"),
      (["DROP TABLE _persistent_sequence"], "_persistent_sequence", "may be given out again"),
      (
        ["UPDATE _persistent_table SET owner_table = 'gone' WHERE name = 'person_nick_names'"],
        "person_nick_names", "the owner_table gone is not recorded"
      ),
      (
        ["UPDATE _persistent_table SET owner_table = name WHERE name = 'person_nick_names'"],
        "person_nick_names", "the owner_table leads back"
      ),
      (
        ["UPDATE _persistent_table SET superclass_table = name WHERE name = 'dog'"], "dog",
        "the superclass_table leads back"
      ),
      (
        [
          """
          UPDATE _persistent_column SET codec = 'reference(nowhere)' \
          WHERE codec = 'reference(address)'
          """
        ], "person", "to the table nowhere, which is missing"
      ),
      (
        ["UPDATE _persistent_index SET definition = '((((' WHERE name = 'index_keeper_pet'"],
        "keeper", "is recorded as ((((, but is another one"
      ),
      (
        ["DROP INDEX index_keeper_pet", "CREATE INDEX index_keeper_pet ON keeper (name)"],
        "keeper", "is recorded as (pet), but is another one"
      ),
    ] as [([String], String, String)])
  func recordsThatContradictEachOtherAreFound(
    _ statements: [String], _ table: String, _ words: String
  ) throws {
    try withCopy { path in
      try change(path, statements)
      for isDeep in [false, true] {
        let findings = try InspectedFile(path).check(isDeep: isDeep).findings
        let found = findings.filter { $0.kind != .unknown }
        #expect(found.map(\.table) == [table], "\(found)")
        #expect(found.first?.message.contains(words) == true, "\(found)")
        #expect(found.first?.remedy.isEmpty == false)
      }
    }
  }

  @Test func findingsOfOneCauseBelongTogether() throws {
    try withCopy { path in
      try change(
        path,
        [
          "UPDATE person SET birthdate = 'never' WHERE pk > 1",
          "DELETE FROM address",
        ])
      let file = try InspectedFile(path)
      let check = try file.check(isDeep: true)
      let causes = check.causes.filter { $0.kind != .unknown }
      #expect(causes.map(\.place) == ["person.home", "person.birthdate, keys 2, 3"])
      #expect(
        causes.first?.message == "1 row refers through home to rows of address that are missing: 1")
      #expect(causes.last?.findings.count == 2)
      #expect(causes.last?.message.count { $0 == "Y" } == 4, "one form, once: YYYY")
    }
  }

  @Test func rowsThatReferToOneTableHaveOneCause() throws {
    try TemporaryStore.run { store, session in
      let dog = Dog(name: "d")
      try session.save(Keeper(name: "k", pet: dog, herd: [dog, Dog(name: "e")]))
      try store.store.blocking.execute("DELETE FROM dog")
      let causes = try InspectedFile(store.path).check().causes
      #expect(causes.count == 1 && causes.first?.kind == .reference)
      #expect(causes.first?.place == "keeper.pet, keeper_herd.fk")
      #expect(
        causes.first?.message == """
          keeper: 1 row refers through pet to rows of dog that are missing: 1; \
          keeper_herd: 2 rows refer through fk to rows of dog that are missing: 1, 2
          """)
      try store.store.blocking.execute("DELETE FROM keeper_herd")
      try repair(store)
    }
  }

  /// The remedy is the one that loses the least, not always a backup.
  @Test(arguments: [
    ("row 3 missing from index by_name", "REINDEX by_name", "by_name"),
    ("wrong # of entries in index by_name", "REINDEX by_name", "by_name"),
    ("*** in database main ***\nTree 7 page 9 cell 0: invalid", "REINDEX seventh", "seventh"),
    ("non-unique entry in index by_name", "change one of the equal rows", "by_name"),
    ("Page 12: never used", "VACUUM", nil), ("Freelist: size is 3 but should be 2", "VACUUM", nil),
    ("non-TEXT value in person.name", "correct the values", nil),
    ("CHECK constraint failed in person", "correct the values", nil),
    ("Tree 8 page 9 cell 0: invalid", "save what can be read", nil),
    ("the index i is not valid; drop it, and use the class again", "drop it, and", nil),
  ])
  func damageHasTheSmallestRemedy(_ message: String, _ words: String, _ index: String?) {
    let remedy = DamageRemedy(message, indices: [7: "seventh"])
    #expect(remedy.words.contains(words) && remedy.index == index, "\(remedy)")
  }

  @Test func aColumnOfAnotherProgramIsNotRead() throws {
    try withCopy { path in
      try change(path, ["ALTER TABLE address ADD COLUMN note TEXT"])
      let check = try InspectedFile(path).check(isDeep: true)
      let note = check.findings.first { $0.table == "address" }
      #expect(check.isSound && note?.kind == .unknown && note?.column == "note")
    }
  }

  @Test func aFileFullOfFaultsEnds() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<50).map { Person(firstName: "\($0)", lastName: "x") })
      try store.store.blocking.execute("UPDATE person SET birthdate = 'never'")
      let check = try InspectedFile(store.path).check(isDeep: true, mostFindings: 10)
      #expect(check.findings.filter { $0.kind == .value }.count == 10)
      #expect(check.findings.last?.message.contains("40 more findings") == true)
    }
  }

  /// Makes a copy of a filled store that no other code uses.
  private func withCopy(_ body: (String) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      try store.store.blocking.backup(to: copy.path)
      try body(copy.path)
    }
  }

  private func change(_ path: String, _ statements: [String]) throws {
    var configuration = SQLiteConfiguration(path: path)
    configuration.foreignKeys = false
    let store = try Store(configuration)
    defer { store.close() }
    for sql in statements { try store.blocking.execute(Criteria(stringLiteral: sql)) }
  }

  private func fill(_ session: Session) throws {
    let people = (1...3).map { Person(firstName: "P\($0)", lastName: "L", age: $0) }
    for person in people {
      person.nickNames = ["a", "b"]
      person.scores = ["s": 1]
      person.aliases = ["x"]
    }
    people[0].favourite = Color(hex: "#fff")
    people[1].home = Address(city: "Paris")
    try session.save(contentsOf: people)
    try session.save(Keeper(name: "k", pet: Dog(name: "Rex")))
  }

  /// Repairs the damage that the check at the end of each test would find.
  private func repair(_ store: TemporaryStore) throws {
    try store.store.blocking.execute("UPDATE keeper SET pet = NULL, pet_class = NULL")
    try store.store.blocking.execute(
      "UPDATE _persistent_sequence SET next_pk = 100 WHERE table_name = 'person'")
  }
}
