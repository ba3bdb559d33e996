import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent final class Reading {
  var name: String
  var level: Double
  var small: Int8?
  var exact: UInt64 = 3
  var tags: Set<String> = []
  var unit: Color?
  var notes: [String]
  @Column(.createdAt) var made: Date
}

@Suite struct ValueDictionaryTests {
  @Test func makeAnObjectByTheNamesOfProperties() throws {
    let home = Address(city: "Berlin")
    let joe = try Person(values: [
      "firstName": "Joe", "lastName": "Smith", "age": 7, "home": home, "nickNames": ["J"],
      "scores": ["a": 1.5], "aliases": nil, "birthdate": Date(timeIntervalSince1970: 0),
    ])
    #expect(joe.firstName == "Joe" && joe.age == 7 && joe.home === home && joe.nickNames == ["J"])
    #expect(joe.scores == ["a": 1.5] && joe.aliases == nil && joe.tags == [])
    #expect(joe.birthdate == Date(timeIntervalSince1970: 0) && joe.photo == nil)
    #expect(joe.state == .new)
  }

  @Test func takeNumbersThatAreTheSame() throws {
    let reading = try Reading(values: ["name": "a", "level": 7, "small": 9, "notes": [String]()])
    #expect(reading.level == 7.0 && reading.small == 9 && reading.exact == 3)
    let other = try Reading(values: [
      "name": "a", "level": 1.5, "exact": Int8(4), "notes": ["x"], "made": Date.distantPast,
    ])
    let third = try Reading(values: ["name": "a", "level": 1, "exact": 5.0, "notes": ["x"]])
    #expect(third.exact == 5)
    #expect(other.exact == 4 && other.small == nil && other.made == .distantPast)
  }

  @Test func nameAllThatIsWrong() throws {
    let error = try #require(
      failure {
        _ = try Reading(values: [
          "nam": "x", "level": "high", "small": 300, "exact": nil, "tags": ["a"], "Name": 1,
        ])
      })
    #expect(error.code == .invalidValues && error.context.className == "Reading")
    #expect(
      error.message == """
        the values do not fit the class: there is no property 'Name'; there is no property 'nam'; \
        name is missing; level must be Double, not String; small must be Optional<Int8>, not Int; \
        exact must be UInt64, not nil; tags must be Set<String>, not Array<String>; \
        notes is missing
        """)
  }

  @Test func comeBackAsADictionary() throws {
    try TemporaryStore.run { temporary, session in
      let joe = Person.joe()
      joe.home = Address(city: "Berlin")
      joe.nickNames = ["J"]
      try session.given(joe)
      let other = Session(store: temporary.store)
      let found = try #require(try Person.findAll(in: other).first)
      let values = try found.values()
      #expect(Set(values.keys) == Set(Person.entity.properties.map(\.name)))
      #expect(values["age"] as? Int == 31 && values["nickNames"] as? [String] == ["J"])
      #expect(values["home"] as? Address === found.home)
      #expect(values["photo"].map { $0 == nil } == true)
      let twin = try Person(values: values)
      #expect(twin.home === found.home && twin.firstName == "Joe" && twin.photo == nil)
    }
  }

  @Test func makeInheritedProperties() throws {
    let dog = try Dog(values: ["name": "Rex", "tricks": ["sit"], "mate": Cat(name: "Tom")])
    #expect(dog.name == "Rex" && dog.tricks == ["sit"] && dog.mate is Cat && dog.weight == 0)
  }

  @Test func areSetAllOrNoneAndGoBackWithATransaction() throws {
    try TemporaryStore.run { temporary, session in
      let joe = Person.joe()
      try session.given(joe)
      let error = failure { try joe.setValues(["age": 1, "lastName": 2]) }
      #expect(error?.code == .invalidValues && joe.age == 31 && joe.state == .clean)
      try session.cancelledTransaction {
        try joe.setValues(["age": 8, "nickNames": ["x"], "home": Address(city: "Rome")])
        try session.save()
      }
      #expect(joe.age == 31 && joe.nickNames == [] && joe.home == nil && joe.state == .clean)
      try joe.setValues(["age": 8, "nickNames": ["x"]])
      #expect(joe.changedProperties == ["age", "nickNames"])
      let statements = try temporary.statements { try session.save() }
      #expect(
        statements == [
          "BEGIN IMMEDIATE", "UPDATE person SET age = ?2 WHERE pk = ?1",
          "INSERT INTO person_nick_names (parent_pk, array_index, value) VALUES (?1, ?2, ?3)",
          "COMMIT",
        ])
    }
  }
}
