import PersistentObjects
import TestSupport
import Testing

/// The promised numbers of statements, at the sizes for which they were promised.
@Suite struct StatementCountTests {
  @Test func tenThousandUnchangedObjectsSavedAgainWriteNothing() throws {
    try TemporaryStore.run { store, session in
      let addresses = (0..<10_000).map { Address(city: "\($0)") }
      try session.save(contentsOf: addresses)
      #expect(
        try store.statements {
          try session.save()
          try session.save(contentsOf: addresses)
          for address in addresses { try address.save() }
        } == [])

      addresses[5_000].city = "changed"
      let update = ["BEGIN IMMEDIATE", "UPDATE address SET city = ?2 WHERE pk = ?1", "COMMIT"]
      #expect(try store.statements { try session.save() } == update)
      addresses[5_000].city = "again"
      #expect(try store.statements { try session.save(contentsOf: addresses) } == update)
    }
  }

  @Test func anElementAppendedToTenThousandIsOneInsert() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = (0..<10_000).map { "name \($0)" }
      joe.tags = Set(joe.nickNames)
      try session.save(joe)
      joe.nickNames.append("last")
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE",
          "INSERT INTO person_nick_names (parent_pk, array_index, value) VALUES (?1, ?2, ?3)",
          "COMMIT",
        ])
      joe.nickNames.removeFirst()
      #expect(try store.statements { try joe.save() }.count == 4)
      joe.tags.insert("last")
      #expect(
        try store.statements { try joe.save() } == [
          "BEGIN IMMEDIATE", "INSERT INTO person_tags (parent_pk, value) VALUES (?1, ?2)", "COMMIT",
        ])
      #expect(
        try store.rows("SELECT count(*), max(array_index) FROM person_nick_names") == ["10000|9999"]
      )
    }
  }

  @Test func walkingReferencesTakesTheSameNumberOfStatementsHoweverManyThereAre() throws {
    try TemporaryStore.run { store, session in
      var counts: [Int] = []
      // On a server, each object that is saved alone waits for a reply.
      for number in [10, TestedDatabase.current == .postgres ? 2_000 : 20_000] {
        try session.transaction {
          for index in 0..<number {
            let person = Person(firstName: "\(index)", lastName: "P")
            person.home = Address(city: "\(index)")
            try session.save(person)
          }
        }
        session.clear()
        let statements = try store.statements {
          let people = try Person.findAll(in: session)
          #expect(people.allSatisfy { $0.home?.city == $0.firstName && $0.friends.isEmpty })
        }
        counts.append(statements.count)
        try Person.query.delete(in: session)
      }
      // People, addresses and friends. The friends might be read in a second statement, so the
      // reads have a snapshot.
      #expect(counts == [5, 5])
    }
  }
}
