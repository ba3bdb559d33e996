import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct DescriptionTests {
  @Test func listsEveryPropertyWithItsValue() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = (0..<10).map { "n\($0)" }
      joe.scores = ["b": 2, "a": 1]
      joe.tags = ["y", "x"]
      joe.home = Address(city: String(repeating: "long ", count: 50))
      joe.friends = [joe]
      #expect(
        joe.description.hasPrefix(#"Person#new(firstName: "Joe", lastName: "Smith", age: 31"#))
      try session.save(joe)
      let loaded = """
        Person#1(firstName: "Joe", lastName: "Smith", age: 31, birthdate: nil, photo: nil, \
        favourite: nil, home: Address#1, nickNames: ["n0", "n1", "n2", "n3", "n4", "n5", "n6", \
        "n7", … 10 in all], scores: ["a": 1.0, "b": 2.0], tags: ["x", "y"], aliases: nil, \
        friends: [Person#1])
        """
      #expect(joe.description == loaded)
      #expect(joe.home.map { "\($0)".count < 160 } == true)
      joe.age = 32
      joe.tags = []
      #expect(joe.debugDescription.hasSuffix("[changed: age, tags]"))

      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      let reading = try store.statements {
        #expect(
          found.description.hasSuffix(
            "home: #1, nickNames: …, scores: …, tags: …, aliases: nil, friends: …)"))
      }
      #expect(reading == [], "a description reads nothing")
    }
  }

  @Test func entitiesDescribeThemselves() {
    #expect(
      Address.entity.description == """
        Address → address
          city: String → city
          street: Optional<String> → street
        """)
    #expect(Dog.tableName == "dog" && Dog.entity.superclass === Animal.entity)
  }

  @Test func snapshotsCarryValuesAndKeys() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      joe.nickNames = ["Jo"]
      joe.favourite = Color(hex: "#ff0000")
      joe.friends = [.ann(), joe]
      try session.save(joe)
      let snapshot = try store.store.blocking.session { session in
        try #require(try session.find(Person.self, pk: 1)).snapshot
      }
      #expect(snapshot.pk == 1 && snapshot.firstName == "Joe" && snapshot.nickNames == ["Jo"])
      #expect(snapshot.home.key() == Key<Address>(1))
      #expect(snapshot.friends.keys() == [Key<Person>(2), Key<Person>(1)])

      #expect(try session.find(snapshot.home.key() ?? Key(0))?.city == "Rome")
    }
  }

  @Test func snapshotsHaveTheKeysOfSets() throws {
    try TemporaryStore.run { _, session in
      let visit = Visit(cities: [Address(city: "Rome"), Address(city: "Oslo")])
      try session.save(visit)
      let keys: [Key<Address>] = visit.snapshot.cities.keys()
      #expect(Set(keys) == [Key(1), Key(2)])
    }
  }

  @Test func snapshotsAreCodableWhereTheirPartsAre() throws {
    try TemporaryStore.run { _, session in
      let invoice = Invoice(number: 7, customer: .joe())
      try session.save(invoice)
      let data = try JSONEncoder().encode(invoice.snapshot)
      let copy = try JSONDecoder().decode(Invoice.Snapshot.self, from: data)
      #expect(copy.pk == 1 && copy.number == 7 && copy.customer.key() == Key<Person>(1))
    }
  }
}

@Persistent final class Visit {
  var cities: Set<Address> = []
}
