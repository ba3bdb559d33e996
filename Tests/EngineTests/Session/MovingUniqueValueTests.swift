import PersistentObjects
import TestSupport
import Testing

@Persistent final class Locker {
  @Column(unique: true) var code: String?
  var floor: Int = 0
  var isOpen = true
  var bay: Int = 0
  var label: String?
  @Column(unique: true) var owner: Keyholder?
  @Column(.version) var version: Int

  static let indices: [Index<Locker>] = [
    .unique(\.floor, \.bay).where { $0.isOpen == true },
    .unique { $0.label.collated(.ignoringCase) },
  ]
}

@Persistent final class Keyholder {
  var name: String
}

/// A unique value that one object gives up and another takes in the same save.
@Suite struct MovingUniqueValueTests {
  private func lockers(_ count: Int, in session: Session) throws -> [Locker] {
    let lockers = (0..<count).map { Locker(code: "\($0)", floor: 1, bay: $0, label: "L\($0)") }
    try session.save(contentsOf: lockers)
    return lockers
  }

  private func codes(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT code FROM locker ORDER BY pk")
  }

  /// New rows are inserted first, so the save was refused.
  @Test func aNewObjectTakesWhatAChangedOneGivesUp() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(3, in: session)
      lockers[1].code = "free"
      try session.insert(Locker(code: "1", floor: 2))
      try session.save()
      #expect(try codes(store) == ["0", "free", "2", "1"])
    }
  }

  @Test(arguments: [false, true])
  func changedObjectsPassTheirValuesOnInEitherOrder(isForward: Bool) throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(20, in: session)
      for locker in isForward ? lockers : lockers.reversed() {
        locker.bay += 1
        locker.code = locker.code.flatMap { Int($0) }.map { "\($0 + 1)" }
      }
      try session.save()
      let found = try codes(store)
      #expect(found == (1...20).map { "\($0)" })
      #expect(lockers.allSatisfy { $0.state == .clean && $0.version == 2 })
    }
  }

  @Test func objectsExchangeTheirValues() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(3, in: session)
      (lockers[0].code, lockers[1].code, lockers[2].code) = ("1", "2", "0")
      try session.save()
      #expect(try codes(store) == ["1", "2", "0"])
    }
  }

  /// The same with one deleted, one changed and one new object.
  @Test func aDeletedObjectGivesUpWhatAChangedOneTakesAndThatWhatANewOneTakes() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(2, in: session)
      try session.transaction {
        lockers[1].code = "0"
        try session.insert(Locker(code: "1", floor: 2))
        try session.delete(lockers[0])
        try session.save()
      }
      #expect(try codes(store) == ["0", "1"])
    }
  }

  @Test func keysOfSeveralColumnsMoveOn() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(2, in: session)
      (lockers[0].bay, lockers[1].bay) = (1, 0)
      try session.insert(Locker(code: "new", floor: 1, bay: 7))
      try session.save()
      #expect(try store.rows("SELECT bay FROM locker ORDER BY pk") == ["1", "0", "7"])
    }
  }

  /// The value itself does not change: its row only leaves the index.
  @Test func aRowThatLeavesAPartialIndexGivesUpItsValue() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(2, in: session)
      lockers[0].isOpen = false
      try session.insert(Locker(code: "new", floor: 1, bay: 0))
      try session.save()
      let rows = try store.rows("SELECT floor, bay, code FROM locker ORDER BY pk")
      #expect(rows == ["1|0|0", "1|1|1", "1|0|new"])
    }
  }

  @Test func valuesThatDifferOnlyInCaseMoveOn() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(2, in: session)
      (lockers[0].label, lockers[1].label) = ("l1", "l0")
      try session.insert(Locker(code: "new", floor: 2, label: "l9"))
      try session.save()
      #expect(try store.rows("SELECT label FROM locker ORDER BY pk") == ["l1", "l0", "l9"])
    }
  }

  @Test func uniqueReferencesMoveOnToNewObjects() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(2, in: session)
      let (ann, bob) = (Keyholder(name: "Ann"), Keyholder(name: "Bob"))
      (lockers[0].owner, lockers[1].owner) = (ann, bob)
      try session.save()
      lockers[0].owner = Keyholder(name: "Cid")
      lockers[1].owner = ann
      try session.insert(Locker(code: "new", floor: 2, owner: bob))
      try session.save()
      let owners = try store.rows(
        "SELECT name FROM locker JOIN keyholder ON keyholder.pk = owner ORDER BY locker.pk")
      #expect(owners == ["Cid", "Ann", "Bob"])
    }
  }

  /// Two objects want one value: there is no order of statements that could save both.
  @Test func aRealConflictIsStillRefusedAndChangesNothing() throws {
    try TemporaryStore.run { store, session in
      let lockers = try lockers(3, in: session)
      lockers[0].code = "2"
      lockers[1].code = "0"
      let error = failure { try session.save() }
      #expect(error?.code == .constraintViolated)
      #expect(error?.constraint?.properties == ["code"])
      #expect(lockers[0].state == .changed && lockers[0].version == 1)
      #expect(try codes(store) == ["0", "1", "2"])
      lockers[0].code = "1"
      try session.save()
      #expect(try codes(store) == ["1", "0", "2"])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func onlyValuesThatOthersTakeAreReleased() throws {
    try TemporaryStore.run { store, session in
      let stops = (0..<3).map { Stop(code: "\($0)") }
      try session.save(contentsOf: stops)
      func saved() throws -> [String] {
        try store.statements { try session.save() }.filter {
          !["BEGIN IMMEDIATE", "COMMIT"].contains($0)
        }
      }
      let update = "UPDATE stop SET code = ?2 WHERE pk = ?1"
      let select = "SELECT pk, code FROM stop WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))"
      // A single change has nobody to pass its value to.
      stops[0].code = "a"
      #expect(try saved() == [update])
      // These two are saved in the order of changes.
      stops[1].code = "b"
      stops[2].code = "1"
      let inOrder = try saved()
      #expect(inOrder.count == 3 && inOrder.suffix(2) == [update, update])
      #expect(inOrder[0].hasPrefix("SELECT pk, code FROM stop WHERE pk"), "\(inOrder) \(select)")
      (stops[0].code, stops[1].code) = ("b", "a")
      let exchanged = try saved()
      #expect(exchanged.count == 4 && exchanged.suffix(2) == [update, update])
      #expect(exchanged[1].hasPrefix("UPDATE stop SET code = NULL WHERE pk"), "\(exchanged)")
    }
  }
}

@Persistent final class Stop {
  @Column(unique: true) var code: String
}
