import PersistentObjects
import TestSupport
import Testing

/// An object that runs an action when it is destroyed, or when its rules are checked.
@Persistent final class Ghost {
  var name: String
  @Transient var lastWords: (() -> Void)?
  @Transient var meddling: ((Ghost) -> Void)?

  deinit { lastWords?() }

  static let rules: [Rule<Ghost>] = [
    Rule("must be") { ghost in
      ghost.meddling?(ghost)
      return true
    }
  ]
}

/// A class with its own `deinit`, whose objects hold another object.
@Persistent class House {
  var name: String
  var ghost: Ghost?

  deinit { withExtendedLifetime(name) {} }
}

@Persistent final class Castle: House {
  var guest: Ghost?

  override init(name: String, ghost: Ghost?) {
    guest = ghost
    super.init(name: name, ghost: nil)
  }
}

/// A class whose `deinit` is conditional.
@Persistent final class Mayfly {
  var name: String
  var friend: Address?
  @Transient var atTheEnd: ((Mayfly) -> Void)?

  #if !SILENT
    deinit { atTheEnd?(self) }
  #endif
}

/// The program's code running in the middle of the engine's.
@Suite struct DyingObjectTests {
  /// Regression test: the session took the new cursor for a read that was going on, and ended the
  /// program.
  @Test func mayOpenACursorWhenAnotherEnds() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (1...3).map { Ghost(name: "\($0)") })
      session.clear()
      let cursor = try session.cursor(Ghost.query)
      _ = try cursor.next()
      var opened: Cursor<Ghost>?
      try #require(try session.find(Ghost.self, pk: 3)).lastWords = {
        opened = try? session.cursor(Ghost.query)
      }
      #expect(opened == nil, "the cursor still has the object")
      session.clear()
      let last = try #require(opened)
      #expect(failure { _ = try last.next() }?.code == .sessionFailed)
    }
  }

  @Test(arguments: [true, false])
  func mayUseTheSessionWhenTheirTransactionEnds(isCommitted: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.given(Ghost(name: "a"))
      let work = { try deleteGhost(session) }
      if isCommitted {
        try session.transaction(work)
      } else {
        try session.cancelledTransaction(work)
      }
      #expect(try store.rows("SELECT city FROM address") == ["Rome"])
      #expect(try Ghost.count(in: session) == (isCommitted ? 0 : 1))
    }
  }

  private func deleteGhost(_ session: Session) throws {
    let ghost = try #require(try session.find(Ghost.self, pk: 1))
    ghost.lastWords = { [unowned session] in try? session.save(Address(city: "Rome")) }
    try session.delete(ghost)
  }

  /// Regression test: the transaction that was ending still had the writer, but was no longer known
  /// to have it. Where a database has several, one was never returned.
  @Test func mayWriteWhenATransactionEndsACursor() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (1...3).map { Ghost(name: "\($0)") })
      session.clear()
      var failure: (any Error)?
      try session.transaction {
        let cursor = try session.cursor(Ghost.query)
        _ = try cursor.next()
        try #require(try session.find(Ghost.self, pk: 3)).lastWords = {
          do { try session.save(Ghost(name: "4")) } catch { failure = error }
        }
        // It must not end before the transaction.
        session.afterCommit { withExtendedLifetime(cursor) {} }
      }
      #expect(failure == nil)
      #expect(try Ghost.count(in: session) == 4)
    }
  }

  @Test func mayLetGoOfACursorThatEndsWithThem() throws {
    try TemporaryStore.run { _, session in
      try session.given(Ghost(name: "a"), Ghost(name: "b"))
      var cursors = try (0..<2).map { _ in try session.cursor(Ghost.query) }
      for cursor in cursors { _ = try cursor.next()?.name }
      var hasSpoken = false
      do {
        let last = try #require(try session.find(Ghost.self, pk: 2))
        last.lastWords = {
          cursors = []
          hasSpoken = true
        }
      }
      session.clear()
      #expect(hasSpoken)
      #expect(try session.cursor(Ghost.query).next()?.name == "a")
      withExtendedLifetime(cursors) {}
    }
  }

  /// No code may receive an object whose properties are being destroyed.
  @Test(arguments: [false, true])
  func areNotFoundByWhatDiesWithThem(isSubclass: Bool) throws {
    try TemporaryStore.run(classes: [Castle.self]) { _, session in
      try session.given(House(name: "Elm", ghost: Ghost(name: "a")))
      try session.given(Castle(name: "Oak", ghost: Ghost(name: "b")))
      var house: House? =
        isSubclass ? try session.find(Castle.self, pk: 1) : try session.find(House.self, pk: 1)
      let dying = ObjectIdentifier(try #require(house))
      var found: House?
      (house?.ghost ?? (house as? Castle)?.guest)?.lastWords = { [unowned session] in
        found =
          isSubclass
          ? try? session.find(Castle.self, pk: 1) : try? session.find(House.self, pk: 1)
      }
      house = nil
      #expect(found?.name == (isSubclass ? "Oak" : "Elm"))
      #expect(found.map(ObjectIdentifier.init) != dying && found?.state == .clean)
      found?.name = "Ash"
      try session.save()
      #expect(try session.find(Query<House>().includingSubclasses()).contains { $0 === found })
    }
  }

  /// A recorded change would keep an object alive that is already being destroyed.
  @Test(arguments: [false, true])
  func changeNothingInTheirDeinit(isInTransaction: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.given(Mayfly(name: "a", friend: Address(city: "Rome")))
      var errors: [PersistenceError.Code?] = []
      let live = {
        let mayfly = try #require(try session.find(Mayfly.self, pk: 1))
        mayfly.atTheEnd = { mayfly in
          mayfly.name = "b"
          errors.append(failure { try session.save(mayfly) }?.code)
          errors.append(failure { try session.delete(mayfly) }?.code)
          #expect(mayfly.pk == 1 && mayfly.session == nil && mayfly.friend == nil)
        }
      }
      if isInTransaction { try session.transaction(live) } else { try live() }
      #expect(errors == [.wrongSession, .wrongSession])
      #expect(try store.statements { try session.save() } == [])
      #expect(try session.find(Mayfly.self, pk: 1)?.name == "a")
    }
  }

  @Test func rulesMustNotDeleteOrSave() throws {
    try TemporaryStore.run { store, session in
      let meddlers: [(Ghost) -> Void] = [
        { try? session.delete($0) }, { try? session.save($0) },
      ]
      for meddler in meddlers {
        let ghosts = [Ghost(name: "a"), Ghost(name: "b")]
        ghosts[0].meddling = meddler
        #expect(failure { try session.save(contentsOf: ghosts) }?.code == .hookMisused)
        #expect(ghosts.map(\.state) == [.new, .new])
        ghosts[0].meddling = nil
        try session.save(contentsOf: ghosts)
      }
      #expect(try store.rows("SELECT name FROM ghost ORDER BY pk") == ["a", "b", "a", "b"])
    }
  }

  /// SQL deleted the row, and its key was assigned again.
  @Test(.notOnPostgreSQL("Keys come from sequences there."))
  func aRowHasOneObjectEvenIfSQLDeletedAnother() throws {
    try TemporaryStore.run { _, session in
      let first = Ghost(name: "first")
      try session.save(first)
      try session.execute("DELETE FROM ghost")
      try session.execute("UPDATE _persistent_sequence SET next_pk = 1")
      var second: Ghost? = Ghost(name: "second")
      if let second { try session.save(second) }
      #expect(first.state == .detached && second?.pk == 1)
      second = nil
      #expect(try session.find(Ghost.self, pk: 1)?.name == "second")
    }
  }
}
