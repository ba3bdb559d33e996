import PersistentObjects
import TestSupport
import Testing

@Suite struct LifeCycleTests {
  @Test func statesFollowAnObjectFromNewToDeleted() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      #expect(joe.state == .new && joe.pk == nil && joe.needsSaving && joe.session == nil)

      try session.save(joe)
      #expect(joe.state == .clean && joe.pk == 1 && !joe.needsSaving && joe.session === session)

      joe.age = 32
      joe.lastName = "Miller"
      #expect(joe.state == .changed && joe.needsSaving)
      #expect(joe.changedProperties == ["lastName", "age"])

      try joe.save()
      #expect(joe.state == .clean && joe.changedProperties == [])

      try joe.delete()
      #expect(joe.state == .deleted && joe.pk == nil && !joe.needsSaving)
      #expect(joe.lastName == "Miller", "values of a deleted object can be read")
      #expect(failure { try session.save(joe) }?.code == .objectDeleted)
      try joe.delete()
    }
  }

  @Test func findsWhatWasSaved() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Paris", street: nil)
      joe.nickNames = ["Jo", "J"]
      joe.scores = ["chess": 1.5]
      joe.tags = ["a", "b"]
      joe.aliases = []
      joe.favourite = Color(hex: "#ff0000")
      joe.isSelected = true
      try session.save(joe)

      let other = Session(store: store.store)
      let found = try #require(try Person.findByFirstName("Joe", in: other).first)
      #expect(found !== joe)
      #expect(found.lastName == "Smith" && found.age == 31 && found.birthdate == nil)
      #expect(found.home?.city == "Paris" && found.home?.street == nil)
      #expect(found.nickNames == ["Jo", "J"] && found.scores == ["chess": 1.5])
      #expect(found.tags == ["a", "b"] && found.aliases == [])
      #expect(found.favourite == Color(hex: "#ff0000"))
      #expect(!found.isSelected, "transient properties are not stored")
      #expect(found.state == .clean)
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func savesOneObjectByOneInsert() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let statements = try store.statements { try session.save(Address(city: "Rome")) }
      #expect(
        statements == [
          "BEGIN IMMEDIATE",
          """
          SELECT max(coalesce((SELECT next_pk FROM _persistent_sequence WHERE table_name = ?1), \
          1), coalesce((SELECT max(pk) FROM address), 0) + 1)
          """,
          "INSERT INTO address (pk, city, street) VALUES (?1, ?2, ?3)",
          """
          INSERT INTO _persistent_sequence (table_name, next_pk) VALUES (?1, ?2) \
          ON CONFLICT (table_name) DO UPDATE SET next_pk = excluded.next_pk
          """,
          "COMMIT",
        ])
    }
  }

  @Test func changesOneColumnByOneUpdateOfIt() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      joe.age = 32
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE", "UPDATE person SET age = ?2 WHERE pk = ?1", "COMMIT",
        ])
      joe.age = 33
      joe.firstName = "Joseph"
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE", "UPDATE person SET first_name = ?2, age = ?3 WHERE pk = ?1", "COMMIT",
        ])
    }
  }

  @Test func writesNothingForACleanObject() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.friends = [.ann()]
      try session.save(joe)
      #expect(
        try store.statements {
          try joe.save()
          try session.save(joe)
          try session.save()
          try session.save(contentsOf: [joe])
        } == [])
    }
  }

  @Test(.onSQLite) func deletesByKey() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      let ann = Person.ann()
      try session.given(joe, ann)
      // The first deletion reads the file's records of references.
      try ann.delete()
      #expect(
        try store.statements { try joe.delete() } == [
          "BEGIN IMMEDIATE", "DELETE FROM person WHERE pk = ?1", "COMMIT",
        ])
      #expect(try store.rows("SELECT count(*) FROM person_nick_names") == ["0"])
      #expect(try session.find(Person.self, pk: 1) == nil)
    }
  }

  @Test func savesWhatAnObjectReachesInOneTransaction() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      let joe = Person.joe()
      let ann = Person.ann()
      joe.friends = [ann]
      ann.friends = [joe, ann]
      ann.home = Address(city: "Oslo")
      let statements = try store.statements { try session.save(joe) }
      #expect(
        statements.filter { !$0.contains("_persistent_sequence") } == [
          "BEGIN IMMEDIATE",
          "INSERT INTO address (pk, city, street) VALUES (?1, ?2, ?3)",
          Self.insertPerson, Self.insertPerson,
          "INSERT INTO person_friends (parent_pk, array_index, fk) VALUES (?1, ?2, ?3)",
          "INSERT INTO person_friends (parent_pk, array_index, fk) VALUES (?1, ?2, ?3)",
          "INSERT INTO person_friends (parent_pk, array_index, fk) VALUES (?1, ?2, ?3)",
          "COMMIT",
        ])
      #expect([joe.state, ann.state] == [.clean, .clean])

      // Clean objects lead no further, changed ones do.
      let address = try #require(ann.home)
      address.city = "Bergen"
      #expect(try store.statements { try joe.save() } == [])
      #expect(address.state == .changed)
      ann.age = 31
      #expect(
        try store.statements { try ann.save() }.filter { $0.hasPrefix("UPDATE") }.sorted() == [
          "UPDATE address SET city = ?2 WHERE pk = ?1", "UPDATE person SET age = ?2 WHERE pk = ?1",
        ])
      // The test ends with a cycle, which is broken when the session ends.
    }
  }

  private static let insertPerson = """
    INSERT INTO person (pk, first_name, last_name, age, birthdate, photo, favourite, home, aliases) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    """

  @Test func aSessionSavesAllThatWasGivenToItOrChanged() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.insert(joe)
      try session.insert(joe)
      #expect(joe.state == .new && joe.session === session)
      try session.save()
      #expect(joe.state == .clean)

      let ann = Person.ann()
      joe.friends.append(ann)
      try session.save()
      #expect(ann.state == .clean)
      #expect(try Person.count(in: session) == 2)
    }
  }

  @Test func anObjectGivenToASessionThatEndedCanBeGivenToAnother() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.insert(joe)
      session.clear()
      let other = Session(store: store.store)
      try other.insert(joe)
      try other.save()
      #expect(joe.state == .clean)
    }
  }

  @Test func aDeletionWithdrawsAnObjectThatWasNotSaved() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.insert(joe)
      try session.delete(joe)
      try session.save()
      #expect(joe.state == .new)
      #expect(try Person.count(in: session) == 0)
    }
  }

  @Test func refusesAnObjectOfAnotherSession() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      let other = Session(store: store.store)
      joe.age = 1
      #expect(failure { try other.save(joe) }?.code == .wrongSession)
      #expect(failure { try other.delete(joe) }?.code == .wrongSession)
      #expect(failure { try other.revert(joe) }?.code == .wrongSession)
      #expect(failure { try other.save(Invoice(number: 1, customer: joe)) }?.code == .wrongSession)
      #expect(joe.state == .changed && joe.session === session)
    }
  }

  @Test func aRowThatSomeoneElseDeletedIsAnError() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try Session(store: store.store).execute("DELETE FROM person")
      joe.age = 1
      let error = failure { try joe.save() }
      #expect(error?.code == .objectNotFound)
      #expect(error?.context == .init(className: "Person", table: "person", pk: 1))
      #expect(joe.state == .changed)
      #expect(failure { try joe.revert() }?.code == .objectNotFound)
    }
  }
}
