import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

@Suite struct TransactionTests {
  /// A session of a service that runs for months gives out all numbers of levels.
  @Test func changesAreUndoneWhenLevelsAreCountedAnew() throws {
    try TemporaryStore.run { _, session in
      let address = Address(city: "Rome")
      try session.save(address)
      session.lastLevel = 0
      try session.transaction { address.city = "Oslo" }
      session.lastLevel = .max / 2
      let error = failure {
        try session.transaction {
          address.city = "Bern"
          throw Failed()
        }
      }
      #expect(error == nil && address.city == "Oslo" && address.state == .changed)
      try session.save()
    }
  }

  /// Regression test: the transaction was restarted, without the savepoint that the cursor had
  /// required.
  @Test func aPartOfASavepointIsUndoneAlone() throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"))
      try session.transaction {
        let cursor = try session.cursor(Address.query)
        try session.transaction {
          cursor.close()
          try session.cancelledTransaction { try session.save(Address(city: "Oslo")) }
          try session.save(Address(city: "Bern"))
        }
      }
      #expect(try store.rows("SELECT city FROM address ORDER BY pk") == ["Rome", "Bern"])
    }
  }

  // MARK: Statements

  /// SQLite itself rolls a transaction back when the disk is full. Regression test: later
  /// statements were committed.
  @Test(.onSQLite, arguments: ["INSERT OR ROLLBACK INTO address (pk) VALUES (1)", "ROLLBACK"])
  func nothingIsWrittenInATransactionThatTheDatabaseHasEnded(sql: String) throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"))
      let (oslo, bern) = (Address(city: "Oslo"), Address(city: "Bern"))
      var refusals: [PersistenceError?] = []
      let error = failure {
        try session.transaction {
          try session.save(oslo)
          try? runInPart(sql, session)
          refusals = refused(bern, session)
        }
      }
      #expect(refusals.map(\.?.code) == [.sessionFailed, .sessionFailed])
      #expect(error?.code == .sessionFailed)
      let cause = (error?.cause as? PersistenceError)?.code
      #expect(cause == (sql == "ROLLBACK" ? nil : .constraintViolated))
      #expect(oslo.state == .new && bern.state == .new)
      #expect(try store.rows("SELECT city FROM address") == ["Rome"])
      try session.save(bern)
      #expect(try store.rows("SELECT city FROM address ORDER BY pk") == ["Rome", "Bern"])
    }
  }

  /// Rows that wait to be deleted are not deleted after a failure by which SQLite has undone the
  /// transaction.
  @Test(.onSQLite) func nothingIsDeletedAfterATransactionThatTheDatabaseHasEnded() throws {
    try TemporaryStore.run { store, session in
      for name in ["a", "b", "c"] {
        try session.save(Person(firstName: name, lastName: "x", home: Address(city: name)))
      }
      session.clear()
      let people = try (1...3).map { try #require(try session.find(Person.self, pk: $0)) }
      try session.execute(
        """
        CREATE TRIGGER rule BEFORE DELETE ON person WHEN EXISTS (SELECT 1 FROM address WHERE city = 'd')
        BEGIN SELECT RAISE(ROLLBACK, 'no'); END
        """)
      let error = failure {
        try session.transaction {
          try session.save(Address(city: "d"))
          try session.delete(people[0])
          #expect(people[1].home == nil, "the deletion fails")
          _ = people[2].home
        }
      }
      #expect(error?.code == .sessionFailed)
      #expect(try store.rows("SELECT first_name FROM person ORDER BY pk") == ["a", "b", "c"])
      #expect(people[0].state == .clean && people[1].home?.city == "b")
    }
  }

  @Test(.onSQLite) func sqlThatCommitsReportsThatItsRowsStay() throws {
    try TemporaryStore.run { store, session in
      let error = failure {
        try session.transaction {
          try session.save(Address(city: "Oslo"))
          try session.execute("COMMIT")
          try session.save(Address(city: "Bern"))
        }
      }
      #expect(error?.code == .sessionFailed)
      #expect(error?.message.contains("what it did before a COMMIT stays") == true)
      let cities = try store.rows("SELECT city FROM address")
      #expect(cities == ["Oslo"])
    }
  }

  private func runInPart(_ sql: String, _ session: Session) throws {
    try session.transaction { try session.execute(Criteria(stringLiteral: sql)) }
  }

  private func refused(_ object: Address, _ session: Session) -> [PersistenceError?] {
    [
      failure { try session.save(object) },
      failure { try Address.query.delete(in: session) },
    ]
  }

  @Test(.onSQLite) func severalSavesAreOneTransaction() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      let statements = try store.statements {
        try session.transaction {
          joe.age = 1
          try joe.save()
          joe.age = 2
          try joe.save()
        }
      }
      // Each save may fail in the middle, so it has a savepoint. The first one can return to the
      // beginning of the transaction.
      #expect(
        statements == [
          "BEGIN IMMEDIATE",
          "UPDATE person SET age = ?2 WHERE pk = ?1",
          "SAVEPOINT level_1", "UPDATE person SET age = ?2 WHERE pk = ?1", "RELEASE level_1",
          "COMMIT",
        ])
    }
  }

  @Test(.onSQLite) func aSaveOfOneStatementNeedsNoSavepoint() throws {
    try TemporaryStore.run { store, session in
      let rome = Address(city: "Rome")
      try session.save(rome)
      let statements = try store.statements {
        try session.transaction {
          rome.city = "Roma"
          try rome.save()
        }
      }
      #expect(
        statements == [
          "BEGIN IMMEDIATE", "UPDATE address SET city = ?2 WHERE pk = ?1", "COMMIT",
        ])
    }
  }

  @Test(.onSQLite) func aRollbackWritesNothing() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let statements = try store.statements {
        try session.cancelledTransaction {
          try session.transaction { try session.save(Address(city: "Rome")) }
        }
      }
      #expect(
        statements.filter { !$0.contains("_persistent_sequence") } == [
          "BEGIN IMMEDIATE", "INSERT INTO address (pk, city, street) VALUES (?1, ?2, ?3)",
          "ROLLBACK",
        ])
      #expect(try Address.count(in: session) == 0)
    }
  }

  @Test func aRollbackReadsAgainWhatWasReadAfterWriting() throws {
    try TemporaryStore.run { _, session in
      let people = (0..<50).map { Person(firstName: "\($0)", lastName: "P") }
      try session.save(contentsOf: people)
      try session.cancelledTransaction {
        try session.execute("UPDATE person SET last_name = 'X'")
        #expect(try Person.findByPK(3, in: session)?.lastName == "X")
        #expect(try Person.findByFirstName("7", in: session).map(\.lastName) == ["X"])
      }
      #expect(people.allSatisfy { $0.lastName == "P" })
    }
  }

  /// Returning to the beginning of the transaction undoes the first write; the transaction
  /// continues.
  @Test(.onSQLite) func theFirstPartOfATransactionNeedsNoSavepoint() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let (rome, oslo) = (Address(city: "Rome"), Address(city: "Oslo"))
      let statements = try store.statements {
        try session.transaction {
          try session.cancelledTransaction { try session.save(rome) }
          try session.save(oslo)
        }
      }
      let insert = "INSERT INTO address (pk, city, street) VALUES (?1, ?2, ?3)"
      #expect(
        statements.filter { !$0.contains("_persistent_sequence") } == [
          "BEGIN IMMEDIATE", insert, "ROLLBACK", "BEGIN IMMEDIATE", insert, "COMMIT",
        ])
      #expect(rome.state == .new && oslo.pk == 1)
      #expect(try Address.findAll(in: session).map(\.city) == ["Oslo"])
    }
  }

  /// Another process may write between ROLLBACK and BEGIN; earlier reads are then out of date.
  @Test(.onSQLite) func aTransactionDoesNotGoOnAfterAnotherProcessWrote() throws {
    try TemporaryStore.run { store, session in
      let rome = Address(city: "Rome")
      try session.save(rome)
      let other = try Store(SQLiteConfiguration(path: store.path))
      store.store.trace { statement in
        guard statement.sql == "ROLLBACK" else { return }
        #expect(throws: Never.self) {
          try other.blocking.session { try $0.save(Address(city: "Oslo")) }
        }
      }
      let error = #expect(throws: PersistenceError.self) {
        try session.transaction {
          rome.city = "Roma"
          try session.cancelledTransaction { try session.save(rome) }
          try session.save(Address(city: "Bonn"))
        }
      }
      store.store.trace(nil)
      #expect(error?.code == .sessionFailed)
      #expect((error?.cause as? PersistenceError)?.code == .busy)
      #expect(rome.city == "Rome")
      // The next transaction sees what the other store wrote at both rollbacks.
      try session.transaction { try session.save(Address(city: "Bonn")) }
      #expect(try Address.findAll(in: session).map(\.city) == ["Rome", "Oslo", "Oslo", "Bonn"])
    }
  }

  @Test func aTransactionReturnsItsResult() throws {
    try TemporaryStore.run { _, session in
      let city = try session.transaction { () -> String in
        let rome = Address(city: "Rome")
        try session.save(rome)
        return rome.city
      }
      #expect(city == "Rome")
    }
  }

  // MARK: Memory

  @Test func valuesStatesAndKeysGoBack() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      joe.home = Address(city: "Rome")
      try session.save(joe)
      let ann = Person.ann()
      try session.cancelledTransaction {
        joe.age = 1
        joe.nickNames.append("J")
        joe.nickNames.removeFirst()
        joe.tags.insert("t")
        joe.scores["x"] = 1
        joe.aliases = ["a"]
        joe.home?.city = "Roma"
        joe.home = nil
        joe.friends = [ann]
        try session.save()
        #expect(ann.pk == 2 && ann.state == .clean && joe.state == .clean)
        joe.age = 2
        ann.age = 3
      }
      #expect(joe.state == .clean && joe.pk == 1 && joe.age == 31)
      #expect(joe.nickNames == ["Jo"] && joe.tags == [] && joe.scores == [:])
      #expect(joe.aliases == nil && joe.friends == [])
      #expect(joe.home?.city == "Rome" && joe.home?.state == .clean)
      #expect(ann.state == .new && ann.pk == nil && ann.session == nil && ann.age == 29)
      #expect(try session.find(Person.self, pk: 2) == nil)
    }
  }

  @Test func newObjectsCanBeSavedAfterTheRollback() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.cancelledTransaction {
        try session.save(joe)
      }
      #expect(joe.state == .new)
      joe.age = 5
      try session.save(joe)
      #expect(joe.state == .clean && joe.pk == 1)
      #expect(try Person.findByAge(5, in: session) == [joe])
    }
  }

  @Test func objectsThatWereGivenToTheSessionAreStillToBeSaved() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.insert(joe)
      try session.cancelledTransaction {
        try session.save()
      }
      #expect(joe.state == .new && joe.session === session)
      try session.save()
      #expect(joe.state == .clean)
      #expect(try Person.count(in: session) == 1)
    }
  }

  @Test func whatWasGivenToTheSessionInsideIsWithdrawn() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      let ann = Person.ann()
      try session.insert(ann)
      try session.cancelledTransaction {
        // The first use of a class in a new file: its tables are rolled back too.
        try session.insert(Invoice(number: 1, customer: joe))
        try session.insert(joe)
        try session.delete(ann)
      }
      joe.age = 3
      #expect(joe.state == .new && joe.session == nil)
      #expect(ann.session === session)
      try session.save()
      #expect(try Person.findAll(in: session) == [ann])
    }
  }

  @Test func dirtyObjectsAreDirtyAgainWithTheirValues() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      try session.save(joe)
      joe.age = 40
      joe.nickNames.append("J")
      try session.cancelledTransaction {
        joe.age = 50
        joe.firstName = "Joseph"
        try joe.save()
        joe.nickNames = []
        try joe.save()
      }
      #expect(joe.state == .changed && joe.changedProperties == ["age", "nickNames"])
      #expect(joe.age == 40 && joe.firstName == "Joe" && joe.nickNames == ["Jo", "J"])
      try session.save()
      #expect(try store.rows("SELECT first_name, age FROM person") == ["Joe|40"])
      #expect(
        try store.rows("SELECT array_index, value FROM person_nick_names ORDER BY 1") == [
          "0|Jo", "1|J",
        ])
    }
  }

  @Test func deletedObjectsComeBack() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      joe.friends = [ann]
      try session.save(joe)
      ann.age = 99
      try session.cancelledTransaction {
        try ann.delete()
        #expect(ann.state == .deleted)
        #expect(try session.find(Person.self, pk: 2) == nil)
      }
      #expect(ann.state == .changed && ann.pk == 2 && ann.age == 99)
      #expect(joe.friends == [ann])
      #expect(try session.find(Person.self, pk: 2) === ann)
      try session.save()
      #expect(try store.rows("SELECT age FROM person WHERE pk = 2") == ["99"])
    }
  }

  @Test func aSavepointUndoesOnlyItsOwnWork() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      try session.given(joe, ann)
      try session.transaction {
        joe.age = 1
        try session.transaction {
          ann.age = 2
          try session.save()
        }
        try session.cancelledTransaction {
          joe.age = 3
          ann.age = 4
          try session.save()
          try session.transaction { joe.firstName = "inner" }
        }
        #expect(joe.age == 1 && ann.age == 2 && joe.firstName == "Joe")
        #expect(joe.state == .clean && ann.state == .clean)
        joe.lastName = "Miller"
        try session.save()
      }
      #expect(
        try store.rows("SELECT first_name, last_name, age FROM person ORDER BY pk") == [
          "Joe|Miller|1", "Ann|Other|2",
        ])
    }
  }

  @Test func anOuterRollbackUndoesWhatInnerLevelsReleased() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.save(joe)
      let ann = Person.ann()
      try session.cancelledTransaction {
        try session.transaction {
          joe.age = 1
          try session.save(ann)
          try session.transaction { try joe.delete() }
        }
      }
      #expect(joe.state == .clean && joe.age == 31 && joe.pk == 1)
      #expect(ann.state == .new)
    }
  }

  @Test func tablesMadeInATransactionThatFailsAreMadeAgain() throws {
    try TemporaryStore.run { store, session in
      try session.cancelledTransaction {
        try session.save(Address(city: "Rome"))
      }
      #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name = 'address'") == [])
      let oslo = Address(city: "Oslo")
      try session.save(oslo)
      #expect(try store.rows("SELECT pk, city FROM address") == ["1|Oslo"])
    }
  }

  @Test func objectsReadFromRowsThatWereRolledBackAreDetachedOrRefreshed() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.save(joe)
      var ghost: Person?
      try session.cancelledTransaction {
        try session.execute("UPDATE person SET age = 90")
        try session.execute(
          "INSERT INTO person (pk, first_name, last_name, age) VALUES (7, 'G', 'H', 1)")
        ghost = try session.find(Person.self, pk: 7)
        _ = try Person.findAll(in: session)
        #expect(joe.age == 90)
      }
      #expect(joe.age == 31 && joe.state == .clean)
      #expect(ghost?.state == .detached)
      #expect(try session.find(Person.self, pk: 7) == nil)
    }
  }

  @Test func collectionsReadInsideAreReadAgainAfterTheRollback() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      joe.friends = [ann, joe]
      joe.home = Address(city: "Rome")
      try session.save(joe)
      let other = Session(store: store.store)
      let reader = try #require(try other.find(Person.self, pk: 1))
      try other.cancelledTransaction {
        try #require(try other.find(Person.self, pk: 2)).delete()
        try #require(try other.find(Address.self, pk: 1)).delete()
        #expect(reader.friends == [reader])
        #expect(reader.home == nil)
      }
      #expect(reader.friends.map(\.firstName) == ["Ann", "Joe"])
      #expect(reader.home?.city == "Rome")
      reader.friends.append(reader)
      try reader.save()
      let rows = try store.rows("SELECT array_index, fk FROM person_friends ORDER BY 1")
      #expect(rows == ["0|2", "1|1", "2|1"])
    }
  }

  // MARK: Failing saves

  @Test func aBadValueLeavesMemoryAndFileAsTheyWere() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let ann = Person.ann()
      try session.save(joe)
      joe.age = 1
      joe.friends = [ann]
      ann.favourite = Color(hex: "red")
      let error = failure { try session.save() }
      #expect(error?.code == .encodingFailed)
      #expect(
        error?.context
          == .init(
            className: "Person", property: "favourite", table: "person", column: "favourite"))
      #expect(error?.message.contains("'red' is not a color") == true)
      #expect(ann.state == .new && ann.pk == nil && ann.session == nil)
      #expect(joe.state == .changed && joe.changedProperties == ["age", "friends"])
      #expect(try store.rows("SELECT pk, age FROM person") == ["1|31"])

      ann.favourite = Color(hex: "#ff0000")
      try session.save()
      #expect(joe.state == .clean && ann.state == .clean)
      let keys = "\(joe.pk ?? 0)|\(ann.pk ?? 0)"
      #expect(try store.rows("SELECT parent_pk, fk FROM person_friends") == [keys])
    }
  }

  @Test func aConstraintLeavesMemoryAndFileAsTheyWere() throws {
    try TemporaryStore.run { store, session in
      let first = Ticket(code: "a")
      let second = Ticket(code: "b")
      try session.given(first, second)
      first.code = "c"
      second.code = "c"
      let error = failure { try session.save() }
      #expect(error?.code == .constraintViolated)
      #expect(error?.context.className == "Ticket")
      #expect(error?.context.pk == 2)
      #expect([first.state, second.state] == [.changed, .changed])
      #expect([first.code, second.code] == ["c", "c"])
      #expect(try store.rows("SELECT code FROM ticket ORDER BY pk") == ["a", "b"])
    }
  }

  @Test(.enabled(if: TestedDatabase.current != .strict))
  func aSecondBeginIsRefusedAndNothingIsLost() throws {
    try TemporaryStore.run { store, session in
      let ticket = Ticket(code: "a")
      try session.transaction {
        try session.save(ticket)
        #expect(failure { try session.execute("BEGIN") } != nil)
        if TestedDatabase.current != .postgres { try session.save(Ticket(code: "b")) }
      }
      #expect(try store.rows("SELECT code FROM ticket WHERE code = 'a'") == ["a"])
    }
  }

  @Test func deletedAndDetachedObjectsAreNotGivenSilently() throws {
    try TemporaryStore.run { _, session in
      let tickets = ["a", "b"].map { Ticket(code: $0) }
      try session.save(contentsOf: tickets)
      try session.delete(tickets[0])
      #expect(failure { try session.insert(tickets[0]) }?.code == .objectDeleted)
      #expect(failure { try session.save(contentsOf: tickets) }?.code == .objectDeleted)
      session.clear()
      #expect(failure { try session.insert(tickets[1]) }?.code == .wrongSession)
    }
  }

  /// Databases compare texts byte by byte, Swift by characters.
  @Test func textsThatOnlySwiftTakesForEqualAreDifferentStatements() throws {
    try TemporaryStore.run { _, session in
      let spellings = ["\u{E9}", "e\u{301}"]
      for text in spellings {
        let rows = try session.rows(Criteria(stringLiteral: "SELECT '\(text)'"))
        guard case .text(let found)? = rows.first?.first else { throw Failed() }
        #expect(Array(found.utf8) == Array(text.utf8))
      }
    }
  }

  private struct Failed: Error {}

  @Test func aFailingSaveInATransactionCanBeSurvived() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try session.transaction {
        joe.age = 1
        try session.save()
        joe.favourite = Color(hex: "red")
        joe.nickNames = ["x"]
        #expect(failure { try session.save() }?.code == .encodingFailed)
        #expect(joe.changedProperties == ["favourite", "nickNames"])
        joe.favourite = nil
        try session.save()
      }
      #expect(try store.rows("SELECT age FROM person") == ["1"])
      #expect(try store.rows("SELECT value FROM person_nick_names") == ["x"])
    }
  }
}

@Persistent final class Ticket {
  var code: String
  @Transient var life = Lifetime()
  static let indices: [Index<Ticket>] = [.unique(\.code)]
}
