import PersistentObjects
import TestSupport
import Testing

/// `findRelated`: the objects that refer to an object.
@Suite struct RelatedTests {
  @Test func theOrderOfCriteriaIsKept() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      try session.save(contentsOf: ["b", "c", "a"].map { Keeper(name: $0, pet: rex) })
      let found = try rex.findRelated(Keeper.self, "ORDER BY name DESC")
      #expect(found.map(\.name) == ["c", "b", "a"])
      let some = try rex.findRelated(Keeper.self, "name < \("c") ORDER BY name LIMIT 1")
      #expect(some.map(\.name) == ["a"])
    }
  }

  @Test func findsWhatRefersInAnyProperty() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Person.joe(), Person.ann())
      ann.friends = [joe, joe]
      let invoices = (1...3).map { Invoice(number: $0, customer: $0 == 2 ? ann : joe) }
      try session.given(joe, ann)
      try session.save(contentsOf: invoices)
      var found: [Invoice] = []
      let statements = try store.statements { found = try joe.findRelated() }
      #expect(found == [invoices[0], invoices[2]])
      #expect(
        statements.filter { !$0.contains("_persistent_rows") } == [
          "BEGIN DEFERRED",
          "SELECT pk, number, customer FROM invoice WHERE (customer = ?1) ORDER BY pk",
          "COMMIT",
        ])
      #expect(try joe.findRelated(Person.self) == [ann])
      #expect(try joe.findRelated(Person.self, through: \.friends) == [ann])
      #expect(try ann.findRelated(Person.self, in: session).isEmpty)
    }
  }

  @Test func conditionsAndCriteriaNarrowItDown() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      for number in 1...5 { try session.save(Invoice(number: number, customer: joe)) }
      try session.save(Invoice(number: 4, customer: .ann()))
      #expect(try joe.findRelated(Invoice.self) { $0.number > 3 }.map(\.number) == [4, 5])
      #expect(
        try joe.findRelated(
          Invoice.self, through: \.customer, "WHERE number < \(4) ORDER BY number DESC LIMIT 2"
        ).map(\.number) == [3, 2])
    }
  }

  @Test func referencesToSeveralClassesAreTold() throws {
    try TemporaryStore.run { store, session in
      let (rex, tom) = (Dog(name: "Rex"), Cat(name: "Tom"))
      let keepers = [
        Keeper(name: "1", pet: rex), Keeper(name: "2", pet: tom),
        Keeper(name: "3", herd: [tom, rex]),
      ]
      try session.save(contentsOf: keepers)
      try session.given(Label(text: "d", owner: rex), Label(text: "c", owner: tom))
      #expect(try rex.findRelated(Keeper.self).map(\.name) == ["1", "3"])
      #expect(try rex.findRelated(Keeper.self, through: \.pet).map(\.name) == ["1"])
      #expect(try tom.findRelated(Keeper.self, through: \.herd).map(\.name) == ["3"])
      #expect(try tom.findRelated(Label.self).map(\.text) == ["c"])
      let cat: Animal = tom
      #expect(try cat.findRelated(Keeper.self).map(\.name) == ["2", "3"])
    }
  }

  @Test func whatCannotReferIsAnError() throws {
    try TemporaryStore.run { _, session in
      let rome = Address(city: "Rome")
      #expect(try rome.findRelated(Person.self, in: session) == [], "it has no row")
      try session.save(rome)
      #expect(failure { _ = try rome.findRelated(Invoice.self) }?.code == .invalidQuery)
      let named = failure { _ = try rome.findRelated(Person.self, through: \.friends) }
      #expect(named?.code == .invalidQuery && named?.context.property == "friends")
    }
  }
}
