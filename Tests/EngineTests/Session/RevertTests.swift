import PersistentObjects
import TestSupport
import Testing

@Suite struct RevertTests {
  @Test func putsAllValuesBack() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      joe.home = Address(city: "Rome")
      try session.save(joe)
      joe.age = 1
      joe.nickNames = []
      joe.home = nil
      #expect(
        try store.statements { try joe.revert() } == [
          """
          SELECT pk, first_name, last_name, age, birthdate, photo, favourite, home, aliases \
          FROM person WHERE pk = ?1
          """
        ])
      #expect(joe.state == .clean && joe.age == 31 && joe.nickNames == ["Jo"])
      #expect(joe.home?.city == "Rome")
      #expect(try store.statements { try session.save() } == [])
    }
  }

  @Test func aSessionTakesBackEverything() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try session.save(joe)
      joe.age = 1
      joe.home?.city = "Bern"
      let ann = Person(firstName: "Ann", lastName: "Lee")
      try session.insert(ann)
      let statements = try store.statements { try session.revert() }
      #expect(statements.count == 2)
      #expect(joe.state == .clean && joe.age == 31 && joe.home?.city == "Rome")
      #expect(ann.state == .new && ann.firstName == "Ann")
      #expect(try store.statements { try session.save() } == [])
      #expect(try store.statements { try session.revert() } == [])
      try session.save(ann)
      #expect(ann.state == .clean)
    }
  }

  @Test(arguments: [false, true])
  func aSessionTakesNewObjectsOutOfInverses(isLoaded: Bool) throws {
    try TemporaryStore.run { store, session in
      let band = Orchestra(name: "a")
      try session.save(Violinist(name: "b", band: band))
      try session.refresh(band)
      if isLoaded { #expect(band.players.count == 1) }
      let late = Violinist(name: "c", band: band)
      try session.revert()
      #expect(band.players.map(\.name) == ["b"] && late.band === band)
      #expect(band.state == .clean)
      #expect(try store.statements { try session.save() } == [])
    }
  }

  @Test func whatWasPutBackIsLetGo() throws {
    struct Stop: Error {}
    try TemporaryStore.run { _, session in
      try session.given(Address(city: "Rome"))
      weak var known: Address?
      func change(_ undo: (Address) throws -> Void) throws {
        guard let address = try Address.findByPK(1, in: session) else { throw Stop() }
        known = address
        try undo(address)
        #expect(address.city == "Rome")
      }
      try change { address in
        address.city = "Bern"
        try address.revert()
      }
      #expect(known == nil)
      try change { address in
        #expect(throws: Stop.self) {
          try session.transaction {
            address.city = "Bern"
            throw Stop()
          }
        }
      }
      #expect(known == nil)
    }
  }

  @Test func putsOnePropertyBackAndKeepsOtherChanges() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      try session.save(joe)
      joe.age = 1
      joe.firstName = "Joseph"
      joe.nickNames.append("J")
      try joe.revert(\.age)
      #expect(joe.age == 31 && joe.firstName == "Joseph" && joe.nickNames == ["Jo", "J"])
      #expect(joe.changedProperties == ["firstName", "nickNames"])
      try joe.save()
      #expect(try store.rows("SELECT first_name, age FROM person") == ["Joseph|31"])
      #expect(
        try store.rows("SELECT value FROM person_nick_names ORDER BY array_index") == ["Jo", "J"])
    }
  }

  @Test func putsSeveralPropertiesBackInOneStatement() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      (joe.age, joe.firstName, joe.lastName, joe.tags) = (1, "Joseph", "S", ["t"])
      let statements = try store.statements { try session.revert(joe, \.age, \.tags, \.lastName) }
      #expect(statements.count == 1)
      #expect(joe.age == 31 && joe.lastName == "Smith" && joe.tags == [])
      #expect(joe.firstName == "Joseph" && joe.changedProperties == ["firstName"])
    }
  }

  @Test func asksTheFileWhetherTheRowIsThere() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      store.statements.clear()
      #expect(try !joe.existsInDatabase)
      #expect(store.statements.all == [])
      try session.save(joe)
      store.statements.clear()
      #expect(try joe.existsInDatabase)
      #expect(store.statements.all == ["SELECT 1 FROM person WHERE pk = ?1"])
      try Session(store: store.store).execute("DELETE FROM person")
      #expect(try !joe.existsInDatabase)
      let ann = Person.ann()
      try session.save(ann)
      try session.delete(ann)
      #expect(failure { try session.revert(ann) }?.code == .objectDeleted)
      session.clear()
      #expect(failure { _ = try joe.existsInDatabase }?.code == .wrongSession)
      #expect(failure { try session.revert(joe) }?.code == .wrongSession)
    }
  }

  @Test func leavesANewObjectAsItIs() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      joe.age = 5
      try session.revert(joe)
      #expect(joe.age == 5 && joe.state == .new)
    }
  }

  @Test func takesUpWhatSomeoneElseSaved() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try Session(store: store.store).execute("UPDATE person SET age = 77")
      joe.age = 5
      try joe.revert()
      #expect(joe.age == 77 && joe.state == .clean)
    }
  }

  @Test func isUndoneTogetherWithItsTransaction() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      joe.age = 5
      joe.nickNames = ["x"]
      try session.cancelledTransaction {
        try joe.revert()
        #expect(joe.age == 31 && joe.nickNames == [])
      }
      #expect(joe.age == 5 && joe.nickNames == ["x"] && joe.state == .changed)
      try session.save()
      #expect(try store.rows("SELECT age FROM person") == ["5"])
      #expect(try store.rows("SELECT value FROM person_nick_names") == ["x"])
    }
  }
}

@Persistent private final class Orchestra {
  var name: String
  @Inverse(\Violinist.band) var players: [Violinist] = []
  @Transient var life = Lifetime()
}

@Persistent private final class Violinist {
  var name: String
  var band: Orchestra?
  @Transient var life = Lifetime()
}
