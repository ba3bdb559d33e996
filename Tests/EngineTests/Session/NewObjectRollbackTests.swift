import PersistentObjects
import TestSupport
import Testing

/// New objects that were not given to the session, but are connected to its objects by an inverse:
/// they are rolled back together with these.
@Suite struct NewObjectRollbackTests {
  private struct Stop: Error {}

  private struct Family {
    let session: Session
    let p: Dock
    let q: Dock
    let new: Boat
  }

  /// Runs a test with a new boat in `q.boats`, which nothing else refers to.
  private func withFamily(_ body: (Family) throws -> Void) throws {
    try TemporaryStore.run { temporary, session in
      try session.makeTables(for: Dock.self, Boat.self)
      let family = Family(
        session: session, p: Dock(name: "p"), q: Dock(name: "q"), new: Boat(name: "n"))
      try session.save(contentsOf: [family.p, family.q])
      family.q.boats.append(family.new)
      try body(family)
      try session.save()
      // Checks that memory and file agree.
      let other = Session(store: temporary.store)
      for dock in [family.p, family.q] {
        let found = try #require(try other.find(Dock.self, pk: dock.pk ?? 0))
        #expect(found.boats.map(\.name) == dock.boats.map(\.name))
        #expect(found.flagship?.name == dock.flagship?.name)
      }
      let boats = try Boat.findAll(in: other)
      #expect(boats.map(\.name) == ["n"] && family.new.state == .clean)
      #expect(boats.map { $0.dock?.name } == [family.new.dock?.name])
      #expect(boats.map { $0.leads?.name } == [family.new.leads?.name])
    }
  }

  private func fail(_ session: Session, _ body: () throws -> Void) throws {
    do {
      try session.transaction {
        try body()
        throw Stop()
      }
    } catch is Stop {}
  }

  @Test(arguments: [false, true]) func theStoredSideGoesBack(isSaved: Bool) throws {
    try withFamily { family in
      try fail(family.session) {
        family.new.dock = family.p
        family.new.name = "x"
        if isSaved { try family.session.save() }
      }
      #expect(family.new.dock === family.q && family.new.name == "n")
      #expect(family.q.boats == [family.new] && family.p.boats == [])
      #expect(family.new.state == .new)
    }
  }

  /// A retry of the transaction must not find what the first attempt has added.
  @Test(arguments: [false, true])
  func whatATransactionAddedToAnUnreadInverseIsGone(isInserted: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Dock.self, Boat.self)
      try Session(store: store.store).save(Dock(name: "p"))
      let dock = try #require(try session.find(Dock.self, pk: 1))
      try fail(session) {
        let boat = Boat(name: "n")
        if isInserted {
          boat.dock = dock
          try session.insert(boat)
        } else {
          dock.boats.append(boat)
        }
        try session.save()
      }
      #expect(dock.boats.isEmpty && dock.state == .clean)
      try session.save()
      #expect(try Boat.count(in: session) == 0)
    }
  }

  @Test func whatATransactionMadeIsInAnInverseReadSinceOnceItIsSavedAfterAll() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Dock.self, Boat.self)
      try Session(store: store.store).save(Dock(name: "p"))
      let dock = try #require(try session.find(Dock.self, pk: 1))
      var made: Boat?
      try fail(session) {
        let boat = Boat(name: "n", dock: dock)
        try session.save(boat)
        made = boat
      }
      let boat = try #require(made)
      #expect(dock.boats == [] && boat.dock === dock)
      try session.save(boat)
      #expect(dock.boats == [boat])
    }
  }

  @Test func manyThatWereSavedMeanwhileAreNotForgotten() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Dock.self, Boat.self)
      let dock = Dock(name: "p")
      try session.save(dock)
      let boats = (0..<64).map { number in
        let boat = Boat(name: "\(number)")
        boat.dock = dock
        return boat
      }
      try fail(session) {
        try session.save(contentsOf: boats)
        let another = Boat(name: "another")
        another.dock = dock
      }
      #expect(dock.boats.count == 64)
      try session.save()
      #expect(try Boat.count(in: session) == 64)
    }
  }

  @Test(arguments: [false, true]) func anotherInverseGoesBack(isSaved: Bool) throws {
    try withFamily { family in
      try fail(family.session) {
        family.p.flagship = family.new
        if isSaved { try family.session.save() }
      }
      #expect(family.new.leads == nil && family.p.flagship == nil)
    }
  }

  @Test func theInverseItselfGoesBack() throws {
    try withFamily { family in
      try fail(family.session) { family.q.boats = [] }
      #expect(family.new.dock === family.q && family.q.boats == [family.new])
    }
  }

  @Test func anInverseTakesItsReferencesBackFromAnObjectThatWasUnknown() throws {
    try TemporaryStore.run { _, session in
      let (dock, boat) = (Dock(name: "p"), Boat(name: "n"))
      try session.given(dock)
      try session.makeTables(for: Dock.self, Boat.self)
      try fail(session) {
        dock.boats.append(boat)
        dock.flagship = boat
      }
      #expect(dock.boats == [] && dock.flagship == nil)
      #expect(boat.dock == nil && boat.leads == nil && boat.state == .new)
    }
  }

  /// Whether the classes were used before makes no difference.
  @Test(arguments: [false, true])
  func theInverseOfANewObjectGoesBackWithTheObjectsInIt(isKnown: Bool) throws {
    try TemporaryStore.run { _, session in
      if isKnown { try session.makeTables(for: Dock.self, Boat.self) }
      let (dock, boat, other) = (Dock(name: "p"), Boat(name: "n"), Boat(name: "o"))
      try session.insert(boat)
      dock.boats.append(boat)
      dock.flagship = boat
      try fail(session) {
        dock.boats = []
        dock.flagship = nil
      }
      #expect(dock.boats == [boat] && boat.dock === dock)
      #expect(dock.flagship === boat && boat.leads === dock)
      try session.insert(other)
      try fail(session) {
        dock.boats = [other]
        dock.flagship = other
      }
      #expect(dock.boats == [boat] && boat.dock === dock && other.dock == nil)
      #expect(dock.flagship === boat && boat.leads === dock && other.leads == nil)
    }
  }

  /// A save after the failed transaction must not write what was undone.
  @Test(arguments: [false, true])
  func anObjectThatATransactionConnectedIsUnconnectedAfterIt(isStored: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Dock.self, Boat.self)
      let (dock, boat) = (Dock(name: "p"), Boat(name: "n"))
      if isStored { try session.save(boat) } else { try session.insert(boat) }
      try fail(session) {
        dock.boats.append(boat)
        dock.flagship = boat
      }
      #expect(dock.boats == [] && dock.flagship == nil && boat.dock == nil && boat.leads == nil)
      try session.save(dock)
      try session.save()
      #expect(dock.boats == [] && boat.dock == nil)
      #expect(try store.rows("SELECT dock, leads FROM boat") == ["NULL|NULL"])
    }
  }

  @Test func aRevertedInverseStillHasThem() throws {
    try withFamily { family in
      try family.session.revert(family.q)
      #expect(family.q.boats == [family.new] && family.new.dock === family.q)
    }
  }

  @Test func aRevertedInverseThatIsNotReadAgainStillSavesThem() throws {
    try withFamily { family in
      try family.session.revert(family.q)
      try family.session.save()
      #expect(family.new.state == .clean)
    }
  }

  @Test func aSavepointGoesBack() throws {
    try withFamily { family in
      try family.session.transaction {
        family.p.flagship = family.new
        try fail(family.session) {
          family.p.boats.append(family.new)
          family.p.flagship = nil
        }
        #expect(family.new.dock === family.q && family.new.leads === family.p)
      }
      #expect(family.q.boats == [family.new] && family.p.flagship === family.new)
    }
  }

  /// Each property is journaled once per transaction level.
  @Test func repeatedChangesInNestedTransactionsGoBackLevelByLevel() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.insert(joe)
      try fail(session) {
        for name in ["a", "b"] { joe.firstName = name }
        try fail(session) {
          for name in ["c", "d"] { joe.firstName = name }
          for age in [1, 2] { joe.age = age }
        }
        #expect(joe.firstName == "b" && joe.age == 31)
        for name in ["e", "f"] { (joe.firstName, joe.lastName) = (name, name) }
        try fail(session) { (joe.firstName, joe.lastName, joe.age) = ("g", "g", 3) }
        #expect(joe.firstName == "f" && joe.lastName == "f" && joe.age == 31)
        for age in [4, 5] { joe.age = age }
      }
      #expect(joe.firstName == "Joe" && joe.lastName == "Smith" && joe.age == 31)
      try session.save()
      #expect(
        try store.rows("SELECT first_name, last_name, age FROM person") == ["Joe|Smith|31"])
    }
  }

  @Test func whatWasGivenInATransactionThatFailedIsStillKnown() throws {
    try withFamily { family in
      try fail(family.session) { try family.session.insert(family.new) }
      try fail(family.session) { family.new.dock = nil }
      #expect(family.new.dock === family.q && family.q.boats == [family.new])
    }
  }

  /// An inverse that was read reaches its new objects like one that was not.
  @Test(arguments: [false, true], [false, true])
  func aDeletionTakesItOutOfItsInverses(isRead: Bool, isInserted: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Dock.self, Boat.self)
      try Session(store: store.store).save(Dock(name: "p"))
      let dock = try #require(try session.find(Dock.self, pk: 1))
      if isRead { #expect(dock.boats == []) }
      let boat = Boat(name: "n", dock: dock)
      if isInserted { try session.insert(boat) }
      try fail(session) {
        try session.delete(boat)
        #expect(dock.boats == [])
      }
      #expect(dock.boats == [boat])
      try session.delete(boat)
      #expect(dock.boats == [] && dock.state == .clean && boat.dock === dock)
      try session.save()
      #expect(try Boat.count(in: session) == 0)
      try session.save(boat)
      #expect(dock.boats == [boat])
    }
  }

  @Test func anotherSessionMayHaveItOnceItIsLetGo() throws {
    try TemporaryStore.run { temporary, session in
      try session.makeTables(for: Dock.self, Boat.self)
      let (dock, boat) = (Dock(name: "p"), Boat(name: "n"))
      try session.save(dock)
      dock.boats = [boat]
      dock.boats = []
      let other = Session(store: temporary.store)
      try other.save(boat)
      #expect(boat.session === other && boat.state == .clean)
    }
  }

  /// The object does not refer to a session that no longer exists.
  @Test func itOutlivesItsSession() throws {
    try TemporaryStore.run { temporary, session in
      try session.makeTables(for: Dock.self, Boat.self)
      let boat = Boat(name: "n")
      do {
        let own = Session(store: temporary.store)
        let dock = Dock(name: "p")
        try own.save(dock)
        dock.boats.append(boat)
        #expect(boat.session == nil)
        own.clear()
      }
      boat.name = "m"
      #expect(boat.session == nil && boat.state == .new)
    }
  }
}

@Persistent final class Dock {
  var name: String
  @Inverse(\Boat.dock) var boats: [Boat]
  @Inverse(\Boat.leads) var flagship: Boat?
}

@Persistent final class Boat {
  var name: String
  var dock: Dock?
  var leads: Dock?
}
