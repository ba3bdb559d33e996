import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent class Account {
  var email: String?
  var name: String
  var visits: Int = 0
  var labels: [String] = []
  var home: Address?
  var sponsor: Account?
  @Column(.createdAt) var made: Date
  @Column(.updatedAt) var changed: Date
  static let indices: [Index<Account>] = [.unique(\.email)]
  private static let rules: [Rule<Account>] = [.notEmpty(\.name)]
}

@Persistent final class Seat {
  var hall: String
  var number: Int
  var guest: String?
  static let indices: [Index<Seat>] = [.unique(\.number, \.hall), [\.guest]]
}

@Persistent final class Premium: Account {
  var level: Int = 1
  init(email: String) { super.init(email: email, name: "P") }
}

@Suite struct UpsertTests {
  @Test func insertsOrUpdatesWhatDiffers() throws {
    try TemporaryStore.run { temporary, session in
      try session.makeTables(for: Account.self)
      let joe = Account(email: "joe", name: "Joe", labels: ["a"], home: Address(city: "Rome"))
      #expect(try session.upsert(joe, by: \.email) === joe)
      #expect(joe.pk == 1 && joe.state == .clean)
      let made = joe.made
      let given = Account(email: "joe", name: "Joseph", labels: ["a"], home: joe.home)
      var result: Account?
      let statements = try temporary.statements { result = try session.upsert(given, by: \.email) }
      #expect(result === joe && given.state == .new && given.session == nil)
      #expect(
        statements == [
          "BEGIN IMMEDIATE",
          """
          SELECT pk, email, name, visits, home, sponsor, sponsor_class, made, changed FROM account \
          WHERE email IN (?1)
          """,
          """
          SELECT parent_pk, array_index, value FROM account_labels WHERE parent_pk >= ?1 \
          ORDER BY parent_pk, array_index
          """,
          "UPDATE account SET name = ?1, changed = ?2 WHERE pk = ?3",
          "COMMIT",
        ])
      #expect(joe.name == "Joseph" && joe.made == made && joe.changed >= made)
      let same = try temporary.statements { try session.upsert(given, by: \.email) }
      #expect(!same.contains { $0.hasPrefix("UPDATE") })
      #expect(try temporary.rows("SELECT name FROM account") == ["Joseph"])
    }
  }

  @Test func writesManyWithOneQuestion() throws {
    try TemporaryStore.run { temporary, session in
      let old = (0..<3).map { Account(email: "e\($0)", name: "old", labels: ["x"]) }
      try session.save(contentsOf: old)
      let other = Session(store: temporary.store)
      let given = (0..<5).map { Account(email: "e\($0)", name: "new\($0)", labels: ["y"]) }
      let nameless = [Account(name: "nil"), Account(name: "nil")]
      let twin = Account(email: "e1", name: "last")
      temporary.statements.clear()
      let results = try other.upsert(contentsOf: given + nameless + [twin], by: \.email)
      let selects = temporary.statements.all.filter { $0.hasPrefix("SELECT pk, email") }
      #expect(selects.count == 1 && selects[0].hasSuffix("WHERE email IN (?1, ?2, ?3, ?4, ?5)"))
      #expect(
        temporary.statements.all.count {
          $0.hasPrefix("SELECT") && $0.contains("FROM account_labels")
        } == 1)
      #expect(results.count == 8 && results[7] === results[1] && results[4] === given[4])
      #expect(results[0] !== given[0] && results[5] === nameless[0])
      let rows = try temporary.rows("SELECT name FROM account ORDER BY pk")
      #expect(rows == ["new0", "last", "new2", "new3", "new4", "nil", "nil"])
      let labels = try temporary.rows(
        "SELECT parent_pk, value FROM account_labels ORDER BY parent_pk")
      #expect(labels == ["1|y", "3|y", "4|y", "5|y"])
    }
  }

  @Test func findsByAKeyOfSeveralPropertiesAndKeepsOthers() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Seat(hall: "A", number: 1, guest: "Ann"), Seat(hall: "B", number: 1))
      temporary.statements.clear()
      let seats = [
        Seat(hall: "A", number: 1, guest: "Joe"), Seat(hall: "B", number: 1, guest: "Joe"),
      ]
      let results = try session.upsert(
        contentsOf: seats, by: \.hall, \.number, keeping: \.guest)
      #expect(
        temporary.statements.all.contains {
          $0.hasSuffix("WHERE (hall, number) IN (VALUES (?1, ?2), (?3, ?4))")
        })
      #expect(results.map(\.guest) == ["Ann", nil] && results.map(\.pk) == [1, 2])
      try session.upsert(contentsOf: seats, by: \.hall, \.number)
      #expect(try temporary.rows("SELECT guest FROM seat") == ["Joe", "Joe"])
    }
  }

  @Test func leadsReferencesToTheObjectOfTheRow() throws {
    try TemporaryStore.run { temporary, session in
      let joe = Account(email: "joe", name: "Joe")
      try session.given(joe)
      let twin = Account(email: "joe", name: "Joe")
      let ann = Account(email: "ann", name: "Ann", sponsor: twin)
      let friend = Account(email: "eve", name: "Eve", sponsor: ann)
      twin.sponsor = twin
      ann.home = nil
      let results = try session.upsert(contentsOf: [friend, twin], by: \.email)
      #expect(results[1] === joe && joe.sponsor === joe && twin.sponsor === twin)
      #expect(ann.sponsor === joe && ann.state == .clean)
      #expect(try Account.count(in: session) == 3)
      (joe.sponsor, twin.sponsor) = (nil, nil)
    }
  }

  @Test func putsAllBackWhenItFails() throws {
    try TemporaryStore.run { temporary, session in
      let joe = Account(email: "joe", name: "Joe", labels: ["a"])
      try session.given(joe)
      let twin = Account(email: "joe", name: "Twin", labels: ["b"])
      let bad = Account(email: "bad", name: "", sponsor: twin)
      let error = failure { try session.upsert(contentsOf: [twin, bad], by: \.email) }
      #expect(error?.code == .validationFailed)
      #expect(joe.name == "Joe" && joe.labels == ["a"] && joe.state == .clean)
      #expect(bad.sponsor === twin && bad.state == .new && bad.session == nil)
      #expect(try temporary.rows("SELECT name FROM account") == ["Joe"])
    }
  }

  @Test func asksForAKeyThatOnlyOneRowCanHave() throws {
    try TemporaryStore.run { _, session in
      let seat = Seat(hall: "A", number: 1)
      for error in [
        failure { try session.upsert(seat, by: \.guest) },
        failure { try session.upsert(seat, by: \.hall) },
      ] {
        #expect(error?.code == .invalidQuery && error?.message.contains(".unique(") == true)
      }
      try session.save(seat)
      let copy = try seat.copy()
      try session.delete(seat)
      #expect(failure { try session.upsert(seat, by: \.hall, \.number) }?.code == .objectDeleted)
      #expect(try session.upsert(copy, by: \.hall, \.number) === copy)
    }
  }

  @Test func takesObjectsOfSubclassesAndOfEndedSessions() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Premium(email: "a"), Account(email: "a", name: "A"))
      let old = Session(store: temporary.store)
      let detached = try #require(try old.find(Account.self, pk: 1))
      detached.name = "Changed"
      old.clear()
      let premium = Premium(email: "a")
      premium.level = 9
      let results = try session.upsert(contentsOf: [premium, detached], by: \.email)
      #expect((results[0] as? Premium)?.level == 9 && results[0] !== premium)
      #expect(results[1] !== detached && results[1].name == "Changed")
      detached.name = "Again"
      #expect(try session.upsert(detached, by: \.pk) === results[1])
      #expect(results[1].name == "Again" && results[1].state == .clean)
      let new = Account(email: "n", name: "N")
      #expect(try session.upsert(new, by: \.pk) === new)
      #expect(try temporary.rows("SELECT name FROM account") == ["Again", "N"])
    }
  }

  @Test func comparesTextByItsBytes() throws {
    try TemporaryStore.run { _, session in
      try session.given(Account(email: "e\u{301}", name: "decomposed"))
      try session.upsert(Account(email: "\u{e9}", name: "composed"), by: \.email)
      #expect(try Account.count(in: session) == 2)
    }
  }
}
