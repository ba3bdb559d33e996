import PersistentObjects
import TestSupport
import Testing

/// Successive deletions in a transaction.
@Suite struct DeletionTests {
  private func cities(_ names: String, in session: Session) throws -> [Address] {
    let addresses = names.map { Address(city: "\($0)") }
    try session.save(contentsOf: addresses)
    // The first deletion reads the file's records of references.
    let first = Address(city: "first")
    try session.save(first)
    try first.delete()
    return addresses
  }

  @Test(.onSQLite) func aQueryThatIsRefusedForOneClassDeletesNothingOfTheOthers() throws {
    try TemporaryStore.run { _, session in
      try session.given(Cat(name: "Tom"), Dog(name: "Rex"))
      try session.execute(
        "CREATE TRIGGER keep BEFORE DELETE ON dog BEGIN SELECT RAISE(ABORT, 'kept'); END")
      try session.transaction {
        let error = failure { _ = try Animal.query.includingSubclasses().delete(in: session) }
        #expect(error?.message.contains("kept") == true)
      }
      let left = try Animal.query.includingSubclasses().find(in: session).map(\.name)
      #expect(Set(left) == ["Tom", "Rex"])
    }
  }

  private static let byKeys =
    "DELETE FROM address WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))"

  @Test(.onSQLite) func oneStatementDeletesUpTo512Rows() throws {
    try TemporaryStore.run { store, session in
      _ = try cities("", in: session)
      let addresses = (0..<1025).map { Address(city: "\($0)") }
      try session.save(contentsOf: addresses)
      let statements = try store.statements {
        try session.transaction {
          for address in addresses { try address.delete() }
          #expect(addresses.allSatisfy { $0.state == .deleted })
        }
      }
      #expect(
        statements == [
          "BEGIN IMMEDIATE", Self.byKeys, Self.byKeys, "DELETE FROM address WHERE pk = ?1",
          "COMMIT",
        ])
      #expect(try Address.count(in: session) == 0)
    }
  }

  @Test(.onSQLite) func rowsAreDeletedBeforeAnythingElseRuns() throws {
    try TemporaryStore.run { store, session in
      let person = Person.joe()
      try session.save(person)
      let addresses = try cities("abcdef", in: session)
      let statements = try store.statements {
        try session.transaction {
          for address in addresses.prefix(2) { try address.delete() }
          #expect(try Address.count(in: session) == 4)
          try addresses[2].delete()
          try person.delete()
          for address in addresses[3...4] { try address.delete() }
          addresses[5].city = "z"
          try session.save()
        }
      }
      #expect(
        statements == [
          "BEGIN IMMEDIATE", Self.byKeys, "SELECT count(*) FROM (SELECT 1 FROM address)",
          "DELETE FROM address WHERE pk = ?1", "DELETE FROM person WHERE pk = ?1", Self.byKeys,
          "UPDATE address SET city = ?2 WHERE pk = ?1", "COMMIT",
        ])
    }
  }

  @Test func aRowThatIsReadLaterIsNotFoundByWhatIsBeingRead() throws {
    try TemporaryStore.run { _, session in
      let addresses = try cities("abcdef", in: session)
      try session.transaction {
        let cursor = try session.cursor(Address.query.order(by: \.pk))
        var found: [String] = []
        while let address = try cursor.next() {
          found.append(address.city)
          if address.city == "b" { for address in addresses[2...4] { try address.delete() } }
        }
        #expect(found.first == "a" && found.last == "f")
        #expect(addresses.map(\.state) == [.clean, .clean, .deleted, .deleted, .deleted, .clean])
      }
      #expect(try Address.query.order(by: \.pk).find(in: session).map(\.city) == ["a", "b", "f"])
    }
  }

  @Test(arguments: [false, true])
  func aSavepointTakesBackItsOwnDeletions(_ readsBetween: Bool) throws {
    try TemporaryStore.run { _, session in
      let addresses = try cities("abcdef", in: session)
      try session.transaction {
        for address in addresses[0...1] { try address.delete() }
        _ = failure {
          try session.transaction {
            for address in addresses[2...3] { try address.delete() }
            if readsBetween { #expect(try Address.count(in: session) == 2) }
            try session.transaction { try addresses[4].delete() }
            throw PersistenceError(.busy, "stop")
          }
        }
        #expect(addresses.map(\.state) == [.deleted, .deleted, .clean, .clean, .clean, .clean])
        #expect(try Address.count(in: session) == 4)
        try addresses[5].delete()
      }
      #expect(try Address.query.order(by: \.pk).find(in: session).map(\.city) == ["c", "d", "e"])
    }
  }

  @Test func aTransactionThatFailsDeletesNothing() throws {
    try TemporaryStore.run { store, session in
      let addresses = try cities("abc", in: session)
      _ = failure {
        try session.transaction {
          for address in addresses { try address.delete() }
          throw PersistenceError(.busy, "stop")
        }
      }
      #expect(addresses.allSatisfy { $0.state == .clean })
      #expect(try store.rows("SELECT count(*) FROM address") == ["3"])
      try addresses[0].delete()
      #expect(try store.rows("SELECT count(*) FROM address") == ["2"])
    }
  }

  /// Another program's trigger may refuse the deletion. What follows fails, too, so nothing is
  /// committed.
  @Test(.onSQLite) func aRowThatTheDatabaseKeepsFailsTheTransaction() throws {
    try TemporaryStore.run { store, session in
      let addresses = try cities("abc", in: session)
      try session.execute(
        """
        CREATE TRIGGER keeping BEFORE DELETE ON address WHEN old.city = 'b'
        BEGIN SELECT RAISE(ABORT, 'b stays'); END
        """)
      var first: PersistenceError?
      let error = failure {
        try session.transaction {
          for address in addresses { try address.delete() }
          first = failure { _ = try Address.count(in: session) }
        }
      }
      #expect(first?.context.className == "Address" && first?.message.contains("b stays") == true)
      #expect(error?.message.contains("b stays") == true)
      #expect(addresses.allSatisfy { $0.state == .clean })
      #expect(try store.rows("SELECT count(*) FROM address") == ["3"])
    }
  }

  /// The session kept it until its next save.
  @Test func aNewObjectThatIsTakenOutIsReleasedAtOnce() throws {
    try TemporaryStore.run { _, session in
      weak var draft: Address?
      func takeOut() throws {
        let address = Address(city: "Rome")
        draft = address
        try session.insert(address)
        try session.delete(address)
      }
      try takeOut()
      #expect(draft == nil)
    }
  }

  @Test func aRowMayBeMadeAgainWithTheSameKey() throws {
    try TemporaryStore.run { _, session in
      let addresses = try cities("abc", in: session)
      try session.transaction {
        for address in addresses { try address.delete() }
        try session.execute("INSERT INTO address (pk, street, city) VALUES (2, '', 'new')")
      }
      #expect(try Address.findAll(in: session).map(\.city) == ["new"])
    }
  }
}
