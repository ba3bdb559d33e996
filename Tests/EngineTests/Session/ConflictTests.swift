import Foundation
import PersistentObjects
import TestSupport
import Testing

/// A save does not overwrite a row that another session has changed or deleted since its object was
/// read.
@Suite struct ConflictTests {
  /// Runs a test with a saved folio, and a session of another store on its file.
  private func run(
    _ body: (TemporaryStore, Session, Folio, _ other: Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      try session.save(cash)
      let reopened = try store.reopened()
      defer { reopened.close() }
      let other = Session(store: reopened)
      try withExtendedLifetime(other) { try body(store, session, cash, other) }
    }
  }

  private func folio(_ session: Session) throws -> Folio {
    try #require(try session.find(Folio.self, pk: 1))
  }

  private func set(_ amount: Int, in session: Session) throws {
    let folio = try folio(session)
    folio.amount = amount
    try session.save()
  }

  // MARK: One object

  @Test func saysWhatWasChangedHereAndWhatTheRowHolds() throws {
    try run { store, session, cash, other in
      cash.name = "secret here"
      cash.lines.append("b")
      let theirs = try folio(other)
      theirs.amount = 77_777
      theirs.home = Address(city: "Rome")
      try other.save()
      let error = try #require(failure { try session.save() })
      #expect(error.code == .conflict && error.context.className == "Folio")
      #expect(error.context.pk == 1 && error.context.table == "folio")
      #expect(error.sql?.hasPrefix("UPDATE folio SET name = ") == true)
      let conflict = try #require(error.conflict)
      #expect(conflict.className == "Folio" && conflict.pk == 1 && conflict.version == 1)
      #expect(conflict.changedProperties == ["name", "lines"] && !conflict.isDeleted)
      #expect(
        conflict.presentValues == [
          "name": .text("cash"), "amount": .integer(77_777), "home": .integer(1),
          "version": .integer(2),
        ])
      for text in ["\(error)", error.message, "\(conflict)", "\(error.conflict as Any)"] {
        #expect(!text.contains("secret") && !text.contains("77") && !text.contains("cash"))
      }
      #expect(cash.state == .changed && cash.version == 1 && cash.lines == ["a", "b"])
      #expect(cash.changedProperties == ["name", "lines"])
      #expect(try store.rows("SELECT name, amount, version FROM folio") == ["cash|77777|2"])
      #expect(try store.rows("SELECT value FROM folio_lines") == ["a"])
    }
  }

  @Test func aDeletedRowIsAConflict() throws {
    try run { _, session, cash, other in
      cash.amount = 1
      try folio(other).delete()
      let error = failure { try session.save() }
      #expect(error?.code == .conflict && error?.message.contains("deleted") == true)
      #expect(error?.conflict?.isDeleted == true && error?.conflict?.presentValues == nil)
      #expect(cash.state == .changed)
    }
  }

  @Test func collectionsAreGuardedByTheVersionOfTheirObject() throws {
    try run { store, session, cash, other in
      let theirs = try folio(other)
      theirs.lines.append("theirs")
      try other.save()
      cash.lines.append("mine")
      let error = failure { try session.save() }
      #expect(error?.conflict?.changedProperties == ["lines"])
      #expect(
        try store.rows("SELECT value FROM folio_lines ORDER BY array_index") == ["a", "theirs"])
      #expect(cash.lines == ["a", "mine"] && cash.changedProperties == ["lines"])
    }
  }

  @Test func nothingOfTheSaveIsWritten() throws {
    try run { store, session, cash, other in
      let bank = Folio(name: "bank")
      try session.save(bank)
      let letter = Letter(title: "a")
      try session.save(letter)
      try set(5, in: other)
      bank.amount = 1
      cash.amount = 2
      letter.title = "b"
      let new = Folio(name: "new")
      try session.insert(new)
      #expect(failure { try session.save() }?.conflict?.pk == cash.pk)
      #expect(new.state == .new && new.version == 0 && new.pk == nil)
      #expect(bank.state == .changed && bank.version == 1 && cash.amount == 2)
      #expect(letter.changedProperties == ["title"] && letter.text.isEmpty)
      let rows = try store.rows("SELECT name, amount, version FROM folio ORDER BY pk")
      #expect(rows == ["cash|5|2", "bank|0|1"])
    }
  }

  /// Earlier saves in the same transaction are kept; there is no savepoint to roll back to.
  @Test func aTransactionGoesOnAfterAConflictThatItCatches() throws {
    try run { store, session, cash, other in
      let bank = Folio(name: "bank")
      try session.save(bank)
      try set(5, in: other)
      try session.transaction {
        bank.amount = 1
        try session.save(bank)
        cash.amount = 2
        #expect(failure { try session.save(cash) }?.code == .conflict)
        #expect(cash.version == 1 && cash.changedProperties == ["amount"])
        try session.refresh(cash, keeping: .changes)
        try session.save(cash)
      }
      let rows = try store.rows("SELECT name, amount, version FROM folio ORDER BY pk")
      #expect(rows == ["cash|2|3", "bank|1|2"])
    }
  }

  @Test func anObjectWithoutChangesTakesOverWhatIsThere() throws {
    try run { _, session, cash, other in
      try set(5, in: other)
      _ = try Folio.findAll(in: session)
      #expect(cash.version == 2 && cash.amount == 5)
      cash.amount = 6
      try session.save()
      #expect(cash.version == 3)
    }
  }

  /// Otherwise a later save, with the row's version, would overwrite the unreadable values.
  @Test func whatCouldNotBeReadKeepsItsVersion() throws {
    try TemporaryStore.run { store, session in
      let swatch = Swatch(colour: Color(hex: "#ffffff"))
      try session.save(swatch)
      try session.execute("UPDATE swatch SET version = 2, colour = 'white'")
      #expect(failure { _ = try Swatch.findAll(in: session) }?.code == .decodingFailed)
      #expect(swatch.version == 1)
      swatch.note = "b"
      #expect(failure { try session.refresh(swatch, keeping: \.note) }?.code == .decodingFailed)
      #expect(swatch.version == 1 && swatch.changedProperties == ["note"] && swatch.note == "b")
      #expect(failure { try session.save() }?.code == .conflict)
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func aTriggerThatIgnoresChangesIsNoConflict() throws {
    try run { _, session, cash, _ in
      let others = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: others)
      try session.execute(
        """
        CREATE TRIGGER ignore BEFORE UPDATE ON folio WHEN old.pk IN (1, 7) \
        BEGIN SELECT RAISE(IGNORE); END
        """)
      cash.amount = 1
      let error = failure { try session.save() }
      #expect(error?.code == .constraintViolated && error?.context.pk == 1)
      try cash.revert()
      for other in others { other.amount = 1 }
      let staged = failure { try session.save() }
      #expect(staged?.code == .constraintViolated && staged?.context.pk == 7)
      #expect(others.allSatisfy { $0.version == 1 && $0.state == .changed })
    }
  }

  // MARK: Many objects

  @Test(arguments: [8, 600])
  func oneConflictAmongManyIsFound(count: Int) throws {
    try run { store, session, _, other in
      let folios = (0..<count).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      let middle = count * 7 / 8
      let theirs = try #require(try other.find(Folio.self, pk: folios[middle].pk ?? 0))
      // Exactly the change that follows here, so that only the number of changed rows shows the
      // conflict.
      theirs.amount = 1
      try other.save()
      let before = try store.rows("SELECT pk, amount, version FROM folio ORDER BY pk")
      for folio in folios { folio.amount = 1 }
      let error = try #require(failure { try session.save() })
      #expect(error.code == .conflict && error.context.pk == folios[middle].pk)
      #expect(error.conflict?.changedProperties == ["amount"] && error.conflict?.version == 1)
      #expect(error.conflict?.presentValues?["version"] == .integer(2))
      #expect(folios.allSatisfy { $0.version == 1 && $0.changedProperties == ["amount"] })
      #expect(try store.rows("SELECT pk, amount, version FROM folio ORDER BY pk") == before)
      #expect(store.statements.all.contains { $0.contains("FROM _persistent_rows(?1) AS b") })
      try session.refresh(folios[middle], keeping: .changes)
      try session.save()
      #expect(folios.allSatisfy { $0.version == ($0 === folios[middle] ? 3 : 2) })
    }
  }

  @Test func aRowThatIsGoneAmongManyIsFound() throws {
    try run { store, session, _, other in
      let folios = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      try #require(try other.find(Folio.self, pk: 9)).delete()
      for folio in folios.reversed() { folio.amount = 1 }
      let error = failure { try session.save() }
      #expect(error?.conflict?.pk == 9 && error?.conflict?.isDeleted == true)
      #expect(folios.allSatisfy { $0.version == 1 })
    }
  }

  /// A trigger writes to another table, whose rows have the same keys as those that do not match.
  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func rowsThatTriggersWriteDoNotCount()
    throws
  {
    try run { _, session, cash, _ in
      let folios = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      try session.execute("CREATE TABLE log (pk INTEGER PRIMARY KEY, n INTEGER)")
      try session.execute("INSERT INTO log SELECT pk, 0 FROM folio")
      try session.execute(
        "CREATE TRIGGER note AFTER UPDATE ON folio BEGIN UPDATE log SET n = n + 1; END")
      try session.execute("UPDATE folio SET version = 5 WHERE pk = 12")
      for folio in folios { folio.amount = 1 }
      #expect(failure { try session.save() }?.conflict?.pk == 12)
      try session.refresh(cash)
    }
  }

  // MARK: Deletions

  @Test(.onSQLite) func aDeletionComparesTheVersion() throws {
    try TemporaryStore.run { store, session in
      let letters = (0..<2).map { Letter(title: "\($0)") }
      try session.save(contentsOf: letters)
      try session.execute("UPDATE letter SET version = 2 WHERE pk = 1")
      let statements = try store.statements {
        let error = failure { try session.delete(letters[0]) }
        #expect(error?.code == .conflict && error?.conflict?.changedProperties == [])
      }
      let delete = "DELETE FROM letter WHERE pk = ?1 AND coalesce(version, 0) = ?2"
      #expect(statements.contains(delete) && letters[0].state == .clean)
      try session.delete(letters[1])
      try session.refresh(letters[0])
      #expect(
        try store.statements { try session.transaction { try session.delete(letters[0]) } }
          == ["BEGIN IMMEDIATE", delete, "COMMIT"])
      #expect(try store.rows("SELECT * FROM letter") == [])
      #expect(letters.allSatisfy { $0.state == .deleted })
    }
  }

  /// Deleting gives up an object that can no longer be saved.
  @Test func aDeletionOfWhatIsGoneIsNone() throws {
    try run { _, session, cash, _ in
      let letter = Letter(title: "a")
      try session.save(letter)
      try session.execute("DELETE FROM letter")
      try session.execute("DELETE FROM folio")
      letter.title = "b"
      cash.amount = 5
      #expect(failure { try session.save() }?.conflict?.isDeleted == true)
      try letter.delete()
      try cash.delete()
      #expect(letter.state == .deleted && cash.state == .deleted)
      try session.save()
    }
  }

  @Test func aDeletionWithOthersComparesTheVersionFirst() throws {
    try run { store, session, cash, other in
      let posting = Posting(text: "x", folio: cash)
      try session.save(posting)
      try session.execute("UPDATE posting SET revision = 9")
      try set(5, in: other)
      #expect(failure { try session.delete(cash) }?.code == .conflict)
      #expect(failure { try session.delete(cash, cascade: true) }?.code == .conflict)
      #expect(try store.rows("SELECT count(*) FROM posting") == ["1"])
      #expect(cash.state == .clean && posting.state == .clean)
      try session.refresh(cash)
      let statements = try store.statements { try session.delete(cash) }
      #expect(
        statements.contains("SELECT 1 FROM folio WHERE pk = ?1 AND coalesce(version, 0) = ?2"))
      // Objects that are deleted along with it are not compared.
      #expect(posting.state == .deleted && cash.state == .deleted)
      #expect(try store.rows("SELECT * FROM folio") == [])
    }
  }

  @Test func queriesDeleteWhateverTheVersion() throws {
    try run { store, session, cash, other in
      try set(5, in: other)
      #expect(try session.delete(Folio.self, pks: [1]) == 1)
      #expect(try store.rows("SELECT * FROM folio") == [] && cash.state == .deleted)
    }
  }

  // MARK: Tasks

  @Test func transactionsOfOtherTasksConflict() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try await store.transaction { try $0.save(Folio.cash()) }
      let session = Session(store: store)
      let cash = try #require(try session.find(Folio.self, pk: 1))
      cash.amount = 1
      try await store.transaction { session in
        let cash = try #require(try session.find(Folio.self, pk: 1))
        cash.amount += 5
        try session.save()
      }
      #expect(failure { try session.save() }?.code == .conflict)
      try session.refresh(cash, keeping: \.amount)
      try session.save()
      #expect(cash.version == 3 && cash.amount == 1)
      withExtendedLifetime(session) {}
    }
  }
}

@Persistent private final class Swatch {
  @Column(.version) var version: Int
  var note: String = "a"
  @Column(codec: HexColor()) var colour: Color
}
