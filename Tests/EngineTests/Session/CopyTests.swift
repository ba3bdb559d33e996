import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent final class Memo {
  var text: String
  @Column(.createdAt) var made: Date
  @Column(.updatedAt) var changed: Date?
  @Transient var isOpen = false
}

@Suite struct CopyTests {
  @Test func givesANewObjectWithTheSameValuesAndTheSameReferences() throws {
    try TemporaryStore.run { temporary, session in
      let joe = Person.joe()
      joe.home = Address(city: "Berlin")
      joe.friends = [Person.ann()]
      joe.favourite = Color(hex: "#ffffff")
      (joe.scores, joe.tags, joe.nickNames) = (["a": 1], ["t"], ["J"])
      try session.given(joe)
      let other = Session(store: temporary.store)
      let found = try #require(try other.find(Person.self, pk: joe.pk ?? 0))
      let copy = try found.copy()
      #expect(copy.state == .new && copy.pk == nil && copy.session == nil && copy !== found)
      #expect(copy.firstName == "Joe" && copy.age == 31 && copy.birthdate == nil)
      #expect(copy.scores == ["a": 1] && copy.tags == ["t"] && copy.nickNames == ["J"])
      #expect(copy.favourite == found.favourite && copy.aliases == nil)
      #expect(copy.home === found.home && copy.friends == found.friends)
      try other.save(copy)
      #expect(try temporary.rows("SELECT count(*) FROM person") == ["3"])
      #expect(try temporary.rows("SELECT count(*) FROM address") == ["1"])
      found.friends = []
    }
  }

  @Test func readsWhatTheWholeFetchLacksInOneStatement() throws {
    try TemporaryStore.run { temporary, session in
      for _ in 0..<5 { try session.save(Person.joe()) }
      let other = Session(store: temporary.store)
      let people = try Person.findAll(in: other)
      let statements = try temporary.statements { for person in people { _ = try person.copy() } }
      #expect(statements.count == 6)
      #expect(statements.count { $0.contains("person_nick_names") } == 1)
    }
  }

  @Test func copiesAGraphWithItsCirclesAndSharedObjects() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      let ann = Person.ann()
      let home = Address(city: "Berlin")
      (joe.home, ann.home) = (home, home)
      (joe.friends, ann.friends) = ([ann, joe], [joe])
      try session.given(joe)
      let copy = try joe.copy(deep: true)
      let friend = copy.friends[0]
      #expect(copy !== joe && friend !== ann && copy.friends[1] === copy)
      #expect(friend.friends == [copy] && friend.lastName == "Other")
      #expect(copy.home !== home && copy.home === friend.home && copy.home?.city == "Berlin")
      #expect(joe.state == .clean && joe.friends == [ann, joe])
      try session.save(copy)
      #expect(try Person.count(in: session) == 4)
      for person in [joe, ann, copy, friend] { person.friends = [] }
    }
  }

  @Test func leavesTheInversesOfTheOriginalsAlone() throws {
    try TemporaryStore.run { _, session in
      let (dock, boat) = (Dock(name: "d"), Boat(name: "b"))
      (boat.dock, boat.leads) = (dock, dock)
      try session.given(boat)
      let copy = try boat.copy(deep: true)
      #expect(dock.flagship === boat && boat.leads === dock && dock.boats == [boat])
      #expect(dock.state == .clean && boat.state == .clean)
      #expect(copy.dock?.flagship === copy && copy.leads?.boats == [copy])
    }
  }

  @Test func keepsTheDynamicClass() throws {
    try TemporaryStore.run { temporary, session in
      let dog = Dog(name: "Rex", tricks: ["sit"])
      dog.weight = 7
      dog.mate = Cat(name: "Tom")
      let animal: Animal = dog
      let copy = try animal.copy(deep: true)
      let copied = try #require(copy as? Dog)
      #expect(copied.tricks == ["sit"] && copied.weight == 7 && copied.name == "Rex")
      #expect(copied.mate is Cat && copied.mate !== dog.mate)
      let keeper = Keeper(name: "K", pet: dog)
      #expect(try keeper.copy(deep: true).pet is Dog)
      try session.given(copy)
      #expect(try temporary.rows("SELECT name, weight FROM dog") == ["Rex|7.0"])
    }
  }

  @Test func copiesRequiredReferencesAndWideClasses() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Invoice(number: 1, customer: Person.joe()))
      let other = Session(store: temporary.store)
      let invoice = try #require(try Invoice.findAll(in: other).first)
      #expect(try invoice.copy().customer === invoice.customer)
      #expect(try invoice.copy(deep: true).customer.state == .new)
    }
  }

  @Test func givesTimesAndTransientPropertiesAnew() throws {
    try TemporaryStore.run { _, session in
      let memo = Memo(text: "a")
      memo.isOpen = true
      try session.given(memo)
      memo.made = .distantPast
      let copy = try memo.copy()
      #expect(copy.changed == nil && copy.made > .distantPast && !copy.isOpen)
    }
  }

  @Test func refusesWhatCannotBeReadAnyMore() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Person.joe())
      let other = Session(store: temporary.store)
      let joe = try #require(try Person.findAll(in: other).first)
      try other.delete(joe)
      let error = try #require(failure { _ = try joe.copy() })
      #expect(error.code == .wrongSession && error.message.contains("was deleted"))
    }
  }
}
