import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

private let drawn = Atomic<Int>(0)

/// A default value that is evaluated: all old rows got one and the same value.
@Suite struct EvaluatedDefaultTests {
  private func evolve(
    rows: Int, _ body: (TemporaryStore, Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (0..<rows).map { OldVersion.Badge(name: "\($0)") })
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { try body(store, $0) }
      reopened.close()
    }
  }

  @Test(arguments: [3, 1005]) func eachOldRowGetsAValueOfItsOwn(rows: Int) throws {
    try evolve(rows: rows) { store, session in
      let badges = try NewVersion.Badge.findAll(in: session)
      #expect(Set(badges.map(\.uid)).count == rows)
      #expect(Set(badges.map(\.number)).count == rows)
      #expect(Set(badges.map(\.drawn)).count == rows)
      #expect(Set(badges.compactMap(\.token)).count == rows)
      #expect(badges.allSatisfy { $0.state == .clean && $0.made.timeIntervalSinceNow < 1 })
      #expect(badges.allSatisfy { $0.grade == .high && $0.title == "none" && $0.tags == [] })
      let ids = try store.rows("SELECT count(DISTINCT uid), count(DISTINCT token) FROM badge")
      #expect(ids == ["\(rows)|\(rows)"])
      let again = Session(store: try store.reopened())
      #expect(
        try NewVersion.Badge.query.order(by: \.name).find(in: again).map(\.uid)
          == badges.sorted { $0.name < $1.name }.map(\.uid))
    }
  }

  @Test(.onSQLite) func constantsAreStillDefaultsOfTheirColumns() throws {
    try evolve(rows: 20) { store, session in
      let statements = try store.statements { _ = try NewVersion.Badge.count(in: session) }
      let added = statements.filter { $0.hasPrefix("ALTER TABLE badge ADD COLUMN") }
      #expect(added.contains("ALTER TABLE badge ADD COLUMN title TEXT DEFAULT 'none'"))
      #expect(added.contains("ALTER TABLE badge ADD COLUMN grade TEXT DEFAULT 'high'"))
      #expect(added.contains("ALTER TABLE badge ADD COLUMN uid TEXT"))
      let written = statements.filter { $0.hasPrefix("UPDATE badge") }
      #expect(
        written
          == ["uid", "number", "drawn", "token", "made"].map {
            """
            UPDATE badge SET \($0) = b.c1 FROM _persistent_rows(?1) AS b WHERE badge.pk = b.c0
            """
          })
    }
  }

  /// An old program goes on inserting rows, and the new one is started again.
  @Test func rowsInsertedLaterByAnOldProgramAreCompletedAtTheNextUse() throws {
    try evolve(rows: 3) { store, session in
      let known = try NewVersion.Badge.findAll(in: session).map(\.uid)
      let old = try store.reopened()
      try old.lendSession {
        try $0.save(contentsOf: (3..<6).map { OldVersion.Badge(name: "\($0)") })
      }
      old.close()
      let next = try store.reopened()
      try withExtendedLifetime(Session(store: next)) { session in
        let badges = try NewVersion.Badge.findAll(in: session)
        #expect(Set(badges.map(\.uid)).count == 6 && Set(badges.map(\.number)).count == 6)
        #expect(Set(badges.map(\.uid)).isSuperset(of: known))
        // NULL in an optional one may be its value.
        #expect(badges.filter { $0.token == nil }.count == 3)
      }
      next.close()
    }
  }

  /// Rows that an old program inserts cannot be read until then, and the error says what to do.
  @Test func aRowOfAnOldProgramIsRefusedUntilItsValuesAreFilled() throws {
    try evolve(rows: 2) { store, session in
      _ = try NewVersion.Badge.count(in: session)
      try session.execute("INSERT INTO badge (pk, name) VALUES (77, 'late')")
      let error = failure { _ = try NewVersion.Badge.findAll(in: session) }
      #expect(error?.code == .decodingFailed && error?.context.pk == 77)
      let call = "try await store.recode(.property(\\NewVersion.Badge.uid))"
      #expect(error?.message.contains(call) == true)
      let store = session.store
      for count in [1, 0] {
        #expect(try store.blocking.recode(.property(\NewVersion.Badge.uid)) == count)
        #expect(try store.blocking.recode(.property(\NewVersion.Badge.number)) == count)
        #expect(try store.blocking.recode(.property(\NewVersion.Badge.drawn)) == count)
        #expect(try store.blocking.recode(.property(\NewVersion.Badge.made)) == count)
      }
      #expect(Set(try NewVersion.Badge.findAll(in: session).map(\.uid)).count == 3)
    }
  }

  /// A value that the codec refuses stops the change before anything is written.
  @Test func aDefaultThatCannotBeStoredNamesTheRow() throws {
    try TemporaryStore.run { store, session in
      try session.save(OldVersion.Reading(name: "a"))
      let reopened = try store.reopened()
      let error = failure {
        try reopened.lendSession { _ = try NewVersion.Reading.count(in: $0) }
      }
      #expect(error?.code == .encodingFailed && error?.context.property == "value")
      #expect(error?.context.pk == 1)
      #expect(try OldVersion.Reading.count(in: session) == 1)
      reopened.close()
    }
  }
}

private enum OldVersion {
  @Persistent final class Badge {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent final class Reading {
    var name: String
  }
}

private enum Grade: String, CaseIterable {
  case low, high
}

private enum NewVersion {
  @Persistent final class Badge {
    var name: String
    @Column(unique: true) var uid: UUID = UUID()
    @Column(unique: true) var number: Int = Badge.next()
    var drawn: Int = Badge.following
    var token: String? = UUID().uuidString
    var made: Date = .now
    var grade: Grade = .high
    var title: String = Badge.untitled
    var tags: [String] = ["new"]
    @Transient var life = Lifetime()

    static let untitled = "none"
    static func next() -> Int { EngineTests.drawn.add(1, ordering: .relaxed).newValue }
    static var following: Int { next() }
  }

  @Persistent final class Reading {
    var name: String
    var value: Double = Double.zero / Double(Int("0") ?? 0)
  }
}
