import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

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
    let store = try Store(path: path)
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
