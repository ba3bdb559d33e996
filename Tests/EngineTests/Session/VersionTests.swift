import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Each save increments the version of an object, in the statement that writes its row.
@Suite struct VersionTests {
  private static let counting =
    "UPDATE folio SET version = ?2 WHERE pk = ?1 AND coalesce(version, 0) = ?3"

  private func saved(_ store: TemporaryStore, _ session: Session) throws -> [String] {
    try store.statements { try session.save() }.filter {
      !["BEGIN IMMEDIATE", "COMMIT"].contains($0)
    }
  }

  @Test func countsSavesFromOne() throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      #expect(cash.version == 0)
      try session.save(cash)
      #expect(cash.version == 1 && cash.state == .clean)
      cash.amount = 20
      #expect(
        try saved(store, session) == [
          "UPDATE folio SET amount = ?2, version = ?3 WHERE pk = ?1 AND coalesce(version, 0) = ?4"
        ])
      #expect(cash.version == 2 && cash.state == .clean)
      #expect(try saved(store, session) == [])
      #expect(try store.rows("SELECT amount, version FROM folio") == ["20|2"])
    }
  }

  @Test func givesManyNewObjectsTheFirstVersion() throws {
    try TemporaryStore.run { store, session in
      let folios = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      #expect(folios.allSatisfy { $0.version == 1 })
      #expect(try store.rows("SELECT DISTINCT version FROM folio") == ["1"])
    }
  }

  @Test func aChangedCollectionCounts() throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      try session.save(cash)
      cash.lines.append("b")
      let statements = try saved(store, session)
      #expect(statements.first == Self.counting && statements.count == 2)
      #expect(cash.version == 2)
      #expect(try store.rows("SELECT version FROM folio") == ["2"])
    }
  }

  /// Nor does it set the time of the last change.
  @Test func aDerivedPropertyDoesNotCountBesideATime() throws {
    try TemporaryStore.run { store, session in
      let binder = Binder()
      try session.save(binder)
      let changedAt = binder.changedAt
      binder.sheets.append(Sheet())
      try session.save()
      #expect(binder.version == 1 && binder.changedAt == changedAt)
      #expect(try store.rows("SELECT version FROM binder") == ["1"])
    }
  }

  /// The row contains nothing of a derived property.
  @Test func aDerivedPropertyDoesNotCount() throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      try session.save(cash)
      cash.postings.append(Posting(text: "x"))
      try session.save()
      #expect(cash.version == 1 && cash.postings[0].version == 1)
      #expect(try store.rows("SELECT version FROM folio") == ["1"])
      cash.postings[0].text = "y"
      #expect(
        try saved(store, session) == [
          """
          UPDATE posting SET text = ?2, revision = ?3 WHERE pk = ?1 \
          AND coalesce(revision, 0) = ?4
          """
        ])
    }
  }

  @Test func hooksAndTimesAreOfTheSameSave() throws {
    try TemporaryStore.run { store, session in
      let letter = Letter(title: "a")
      try session.save(letter)
      letter.title = "b"
      #expect(
        try saved(store, session) == [
          """
          UPDATE letter SET title = ?2, text = ?3, changed = ?4, version = ?5 WHERE pk = ?1 \
          AND coalesce(version, 0) = ?6
          """
        ])
      #expect(letter.version == 2 && letter.text == "!" && letter.log == ["2"])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func manyRowsAreComparedInOneStatement()
    throws
  {
    try TemporaryStore.run { store, session in
      let folios = (0..<600).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      for folio in folios { folio.amount = 1 }
      let together = """
        UPDATE folio SET amount = b.c1, version = b.c2 FROM _persistent_rows(?1) AS b \
        WHERE folio.pk = b.c0 AND coalesce(folio.version, 0) = b.c3 RETURNING folio.pk
        """
      #expect(try saved(store, session) == [together, together])
      #expect(folios.allSatisfy { $0.version == 2 && $0.state == .clean })
      for folio in folios.reversed() { folio.amount = 2 }
      #expect(try saved(store, session) == [together, together])
      #expect(
        try store.rows("SELECT DISTINCT amount, version FROM folio") == ["2|3"])
    }
  }

  @Test func scatteredRowsAreComparedTogether() throws {
    try TemporaryStore.run { store, session in
      let folios = (0..<200).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      for index in stride(from: 0, to: 200, by: 5) { folios[index].amount = 1 }
      #expect(
        try saved(store, session) == [
          """
          UPDATE folio SET amount = b.c1, version = b.c2 FROM _persistent_rows(?1) AS b \
          WHERE folio.pk = b.c0 AND coalesce(folio.version, 0) = b.c3 RETURNING folio.pk
          """
        ])
      #expect(try store.rows("SELECT count(*) FROM folio WHERE version = 2") == ["40"])
      #expect(folios.count { $0.version == 2 } == 40)
    }
  }

  @Test func goesBackWithItsTransaction() throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      let others = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: others)
      try session.cancelledTransaction {
        try session.save(cash)
        cash.amount = 1
        try session.save(cash)
        #expect(cash.version == 2)
      }
      #expect(cash.version == 0 && cash.state == .new)
      try session.save(cash)
      try session.transaction {
        cash.amount = 2
        try session.save(cash)
        try session.cancelledTransaction {
          cash.amount = 3
          others.forEach { $0.amount = 1 }
          try session.save()
          #expect(cash.version == 3 && others[9].version == 2)
        }
        #expect(cash.version == 2 && others.allSatisfy { $0.version == 1 })
        others[0].amount = 1
        try session.save()
      }
      #expect(cash.version == 2 && others[0].version == 2)
      #expect(try store.rows("SELECT version FROM folio ORDER BY pk DESC LIMIT 2") == ["2", "1"])
    }
  }

  @Test func rowsWithoutAVersionCountFromZero() throws {
    try TemporaryStore.run { store, session in
      let folios = (0..<20).map { Folio(name: "\($0)") }
      try session.save(contentsOf: folios)
      try session.execute("UPDATE folio SET version = CASE pk % 2 WHEN 0 THEN 0 END")
      let other = Session(store: store.store)
      let found = try Folio.findAll(in: other)
      #expect(found.allSatisfy { $0.version == 0 })
      for folio in found { folio.amount = 1 }
      try other.save()
      found[0].amount = 2
      try other.save()
      try found[1].delete()
      #expect(
        try store.rows("SELECT DISTINCT version FROM folio ORDER BY version") == ["1", "2"])
    }
  }

  @Test func isAddedToATableWithRows() throws {
    try TemporaryStore.run { store, session in
      try session.save(Unversioned(name: "a"))
      let newer = try store.reopened()
      let other = Session(store: newer)
      let found = try #require(try Versioned.findAll(in: other).first)
      #expect(found.version == 0)
      found.name = "b"
      try other.save()
      try other.save(Versioned(name: "c"))
      #expect(
        try store.rows("SELECT name, version FROM kept_record ORDER BY pk") == ["b|1", "c|1"])
      // The older program still writes rows.
      try session.save(Unversioned(name: "d"))
      let last = try #require(try Versioned.findByName("d", in: other).first)
      last.name = "e"
      try other.save()
      #expect(last.version == 1)
      newer.close()
    }
  }

  @Test func aVersionThatCannotBeCountedOnIsAnError() throws {
    try TemporaryStore.run { store, session in
      let posting = Posting(text: "a")
      try session.save(posting)
      try session.execute("UPDATE posting SET revision = \(Int(Int32.max))")
      try session.refresh(posting)
      posting.text = "b"
      let error = failure { try session.save() }
      #expect(error?.code == .encodingFailed && error?.context.property == "version")
      #expect(error?.context.pk == 1 && posting.state == .changed && posting.version == .max)
      #expect(try store.rows("SELECT text FROM posting") == ["a"])
      let others = (0..<10).map { Posting(text: "\($0)") }
      try session.save(contentsOf: others)
      for other in others { other.text = "c" }
      #expect(failure { try session.save() }?.code == .encodingFailed)
      #expect(others.allSatisfy { $0.version == 1 && $0.state == .changed })
      try posting.revert()
      try session.save()
      #expect(others.allSatisfy { $0.version == 2 })
      try posting.delete()
    }
  }

  @Test func aCopyIsNewAndAnUpsertKeepsTheRows() throws {
    try TemporaryStore.run { store, session in
      let letter = Letter(title: "a", number: 1)
      try session.save(letter)
      letter.title = "b"
      try session.save(letter)
      #expect(try letter.copy().version == 0)
      let given = Letter(title: "c", number: 1)
      #expect(try session.upsert(given, by: \.number) === letter)
      #expect(letter.version == 3 && letter.title == "c")
      #expect(try session.upsert(Letter(title: "d", number: 2), by: \.number).version == 1)
      #expect(try store.rows("SELECT title, version FROM letter ORDER BY pk") == ["c|3", "d|1"])
    }
  }

  @Test func cannotBeGiven() throws {
    try TemporaryStore.run { _, session in
      let cash = try Folio(values: ["name": "cash", "version": 7])
      #expect(cash.version == 0)
      try session.save(cash)
      try cash.setValues(["version": 7, "amount": 1])
      let path: AnyKeyPath = \Folio.version
      if let path = path as? ReferenceWritableKeyPath<Folio, Int> { cash[keyPath: path] = 7 }
      #expect(cash.version == 1 && cash.changedProperties == ["amount"])
      let values = try cash.values()
      #expect(values["version"] as? Int == 1)
    }
  }

  @Test func isSearchedAndShownLikeAnyProperty() throws {
    try TemporaryStore.run { _, session in
      let letter = Letter(title: "a")
      try session.given(letter, Letter(title: "b"))
      letter.title = "c"
      try session.save()
      #expect(try Letter.find(in: session) { $0.version > 1 } == [letter])
      #expect(try Document.findAll(in: session).isEmpty)
      #expect(letter.letterSnapshot.version == 2)
    }
  }

  @Test func aClassHasOneVersionAtMost() throws {
    try TemporaryStore.run { _, session in
      let error = failure { try session.save(TwiceVersioned(title: "a")) }
      #expect(error?.code == .invalidModel && error?.context.property == "revision")
      #expect(error?.message.contains("version already is that version") == true)
    }
  }

  /// Properties beyond the first 63 have no bit that records a change.
  @Test func countsInAClassOfManyProperties() throws {
    try TemporaryStore.run { store, session in
      let wide = WideFolio()
      try session.save(wide)
      wide.p64 = 1
      #expect(
        try saved(store, session) == [
          """
          UPDATE wide_folio SET p64 = ?2, version = ?3 WHERE pk = ?1 \
          AND coalesce(version, 0) = ?4
          """
        ])
      wide.lines = ["a"]
      #expect(
        try saved(store, session).first
          == "UPDATE wide_folio SET version = ?2 WHERE pk = ?1 AND coalesce(version, 0) = ?3")
      try session.execute("UPDATE wide_folio SET version = 9")
      (wide.p0, wide.p65) = (1, 1)
      let error = failure { try session.save() }
      #expect(error?.conflict?.changedProperties == ["p0", "p65"] && wide.version == 3)
      try session.refresh(wide, keeping: \.p65)
      #expect(wide.changedProperties == ["p65"] && wide.p0 == 0)
      try session.save()
      #expect(try store.rows("SELECT p0, p65, version FROM wide_folio") == ["0|1|10"])
    }
  }
}

@Persistent(table: "kept_record") private final class Unversioned {
  var name: String
}

@Persistent(table: "kept_record") private final class Versioned {
  var name: String
  @Column(.version) var version: Int
}

@Persistent private final class TwiceVersioned: Document {
  @Column(.version) var revision: Int

  override init(title: String) { super.init(title: title) }
}

@Persistent final class Binder {
  @Column(.version) var version = 0
  @Column(.updatedAt) var changedAt: Date
  @Inverse(\Sheet.binder) var sheets: [Sheet] = []
}

@Persistent final class Sheet {
  var binder: Binder?
}
