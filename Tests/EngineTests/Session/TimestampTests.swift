import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@Persistent final class Note {
  var text: String
  @Column("made_at", .createdAt) var made: Date
  @Column(.updatedAt) var modified: Date?
  @Column(.createdAt) var imported: Date?
  @Column(.updatedAt, codec: DateAsReal()) var touched: Date
  var related: Note?
}

/// A clock that advances by a second each time it is read.
private final class TestClock: Sendable {
  private let seconds = Atomic<Int>(0)
  var reads: Int { seconds.load(ordering: .relaxed) }
  func now() -> Date {
    Date(timeIntervalSince1970: Double(seconds.add(1, ordering: .relaxed).newValue))
  }
}

@Suite struct TimestampTests {
  private func run(_ body: (TemporaryStore, Session, TestClock) throws -> Void) throws {
    let clock = TestClock()
    try TemporaryStore.run { temporary, _ in
      var configuration = StoreConfiguration(codecs: .standard)
      configuration.now = { clock.now() }
      let store = try Store(
        driver: SQLiteDriver(SQLiteConfiguration(path: temporary.path)),
        configuration: configuration)
      defer { store.close() }
      let session = Session(store: store)
      try withExtendedLifetime(session) { try body(temporary, session, clock) }
    }
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test func updatesSetTheTimeOfTheTransaction() throws {
    try run { _, session, clock in
      let note = Note(text: "a")
      try session.save(note)
      try session.transaction {
        try Note.query.update(in: session) { $0.text = "b" }
        try Note.query.update(in: session) { $0.text = "c" }
      }
      #expect(clock.reads == 2)
      #expect(note.text == "c" && note.made == date(1))
      #expect(note.modified == date(2) && note.touched == date(2))
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func setsTheTimeOfTheTransactionInAllObjects() throws {
    try run { temporary, session, clock in
      let given = date(-5)
      let notes = [Note(text: "a"), Note(text: "b", imported: given)]
      try session.save(contentsOf: notes)
      #expect(clock.reads == 1)
      #expect(notes.map(\.made) == [date(1), date(1)] && notes[0].modified == date(1))
      #expect(notes.map(\.imported) == [date(1), given])
      #expect(notes.allSatisfy { $0.state == .clean })
      notes[0].text = "c"
      try session.save()
      #expect(clock.reads == 2)
      #expect(notes[0].made == date(1) && notes[0].modified == date(2))
      #expect(notes[0].touched == date(2) && notes[1].touched == date(1))
      let rows = try temporary.rows(
        "SELECT made_at, modified, touched + 978307200 FROM note ORDER BY pk")
      #expect(rows[0] == "1970-01-01 00:00:01|1970-01-01 00:00:02|2.0")
    }
  }

  @Test func updatesTheColumnsOfTimesWithTheOthers() throws {
    try run { temporary, session, clock in
      let note = Note(text: "a")
      try session.save(note)
      try session.save(note)
      #expect(clock.reads == 1)
      note.text = "b"
      try session.save(note)
      note.modified = date(99)
      try session.save(note)
      // Nothing else has changed, so the note keeps the set value.
      #expect(note.modified == date(99) && note.touched == date(2))
    }
  }

  @Test func takesTimesBackWithTheTransaction() throws {
    try run { _, session, clock in
      let old = Note(text: "old")
      try session.save(old)
      let new = Note(text: "new")
      let made = new.made
      try session.cancelledTransaction {
        old.text = "changed"
        try session.save(contentsOf: [old, new])
        try session.cancelledTransaction {
          old.text = "again"
          try session.save()
        }
        #expect(old.modified == date(2) && new.made == date(2) && clock.reads == 2)
      }
      #expect(old.modified == date(1) && old.text == "old" && old.state == .clean)
      #expect(new.made == made && new.modified == nil && new.state == .new)
    }
  }
}
