import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent class Guest {
  var name: String
  var email: String?
  var age: Int = 30
  var kind: String = "adult"
  var arrival: Int = 1
  var departure: Int = 2
  var homepage: URL?
  var nickNames: [String] = []
  var host: Guest?

  private static let rules: [Rule<Guest>] = [
    .notEmpty(\.name),
    .length(\.name, ...5),
    .matches(\.email, /[a-z]+@[a-z.]+/),
    .range(\.age, 0...150, "is no age"),
    .oneOf(\.kind, ["adult", "child"]),
    .count(\.nickNames, ..<3),
    Rule(\.age, "must be even") { $0.isMultiple(of: 2) },
    Rule("must leave after arriving") { $0.arrival < $0.departure },
  ]
}

@Persistent final class Speaker: Guest {
  var topic: String?
  private static let rules: [Rule<Speaker>] = [
    .required(\.topic), .notEmpty(\.topic), .required(\.homepage, "is needed for the programme"),
  ]

  init(name: String, topic: String?) {
    self.topic = topic
    super.init(name: name)
  }
}

@Persistent final class Misruled {
  var a: Int = 0
  var double: Int { 2 * a }
  static let rules: [Rule<Misruled>] = [.range(\.double, 0...9)]
}

@Persistent private final class Reservation {
  var seats: [String]
  private static let rules: [Rule<Reservation>] = [Rule("needs a seat") { !$0.seats.isEmpty }]
}

@Suite struct RuleTests {
  @Test func listsAllThatIsBroken() throws {
    let guest = Guest(
      name: "", email: "me", age: 151, kind: "dog", arrival: 3, nickNames: ["a", "b", "c"])
    let error = try #require(failure { try guest.validate() })
    #expect(error.code == .validationFailed)
    #expect(
      error.message == """
        Guest#new: name must not be empty (it is ""), \
        email does not have the right form (it is "me"), age is no age (it is 151), \
        kind must be one of "adult", "child" (it is "dog"), \
        nickNames must have less than 3 elements (it is ["a", "b", "c"]), \
        age must be even (it is 151), must leave after arriving
        """)
    #expect(
      error.validationFailures.map(\.property) == [
        "name", "email", "age", "kind", "nickNames", "age", nil,
      ])
    #expect(error.context.className == "Guest" && error.context.property == nil)
    #expect(error.description.count { $0 == "#" } == 1)
  }

  @Test func passesNilUnlessAValueIsRequired() throws {
    try Guest(name: "Ann").validate()
    let speaker = Speaker(name: "Ann", topic: nil)
    let error = try #require(failure { try speaker.validate() })
    #expect(
      error.message == """
        Speaker#new: topic must have a value (it is nil), \
        homepage is needed for the programme (it is nil)
        """)
  }

  @Test func checksInheritedRulesWhateverTheStaticType() throws {
    let speaker: Guest = Speaker(name: "much too long", topic: "")
    let error = try #require(failure { try speaker.validate() })
    #expect(error.validationFailures.map(\.property) == ["name", "topic", "homepage"])
  }

  @Test func savesNothingIfOneOfAllObjectsIsInvalid() throws {
    try TemporaryStore.run { temporary, session in
      let old = Guest(name: "Old")
      try session.given(old)
      old.age = 1
      let new = Guest(name: "", host: old)
      let other = Guest(name: "Good")
      temporary.statements.clear()
      let error = try #require(failure { try session.save(contentsOf: [new, other]) })
      #expect(
        error.message == """
          Guest#new: name must not be empty (it is ""); Guest#1: age must be even (it is 1)
          """)
      #expect(error.validationFailures.map(\.pk) == [nil, 1])
      #expect(temporary.statements.all.isEmpty)
      #expect(new.state == .new && old.state == .changed && other.session == nil)
      (old.age, new.name) = (2, "New")
      try session.save(contentsOf: [new, other])
      let rows = try temporary.rows("SELECT name FROM guest ORDER BY pk")
      #expect(rows == ["Old", "New", "Good"])
    }
  }

  @Test func doesNotReadWhatWasNotLoaded() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Guest(name: "Ann", nickNames: ["A"]))
      let other = Session(store: temporary.store)
      let ann = try #require(try other.find(Guest.self, pk: 1))
      ann.age = 40
      let statements = try temporary.statements { try other.save() }
      #expect(
        statements.filter { !$0.contains("persistent") } == [
          "BEGIN IMMEDIATE", "UPDATE guest SET age = ?2 WHERE pk = ?1", "COMMIT",
        ])
    }
  }

  /// The getter returned an empty array, and the rule was taken for broken.
  @Test func aReadThatFailsBreaksNoRule() throws {
    try TemporaryStore.run { _, session in
      try session.given(Reservation(seats: ["12A"]))
      try session.execute("UPDATE reservation_seats SET value = NULL")
      session.clear()
      let found = try #require(try session.find(Reservation.self, pk: 1))
      for _ in 0..<2 { #expect(failure { try found.validate() }?.code == .sessionFailed) }
      session.clear()
    }
  }

  @Test func refusesARuleOnWhatIsNotStored() throws {
    try TemporaryStore.run { _, session in
      let error = try #require(failure { try session.save(Misruled()) })
      #expect(error.code == .invalidModel && error.context.className == "Misruled")
      #expect(failure { try Misruled().validate() }?.code == .invalidModel)
    }
  }
}
