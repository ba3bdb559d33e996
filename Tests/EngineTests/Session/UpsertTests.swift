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

@Persistent private final class Client {
  var name: String
  @Inverse(\Errand.client) var jobs: [Errand] = []
  @Column(.updatedAt) var changed: Date
}

@Persistent private final class Errand {
  @Column(unique: true) var number: Int
  var total: Int = 0
  var client: Client?
  var site: Site?
  @Inverse(\Site.main) var sites: Set<Site> = []
}

@Persistent private final class Site {
  var name: String
  var main: Errand?
}

@Persistent private final class Samples {
  @Column(unique: true) var number: Double
  var texts: [String] = []
  var byName: [String: Double] = [:]
  var doubles: [Double] = []
  var level: Double = 0
  var labels: Set<Label> = []
}

/// A text that ignores case.
private struct Label: RawRepresentable, Hashable {
  let rawValue: String

  static func == (left: Self, right: Self) -> Bool {
    left.rawValue.lowercased() == right.rawValue.lowercased()
  }

  func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
}

@Persistent private final class Login {
  @Column(unique: true) var name: String
  var age: Int
}

@Suite struct UpsertTests {
  @Test(.onSQLite) func insertsOrUpdatesWhatDiffers() throws {
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
          WHERE email = ?1
          """,
          """
          SELECT parent_pk, array_index, value FROM account_labels WHERE parent_pk >= ?1 \
          ORDER BY parent_pk, array_index
          """,
          "UPDATE account SET name = ?2, changed = ?3 WHERE pk = ?1",
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
      #expect(
        selects.count == 1
          && selects[0].hasSuffix("WHERE email IN (SELECT c0 FROM _persistent_rows(?1))"))
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
          $0.hasSuffix("WHERE (hall, number) IN (SELECT c0, c1 FROM _persistent_rows(?1))")
        })
      #expect(results.map(\.guest) == ["Ann", nil] && results.map(\.pk) == [1, 2])
      try session.upsert(contentsOf: seats, by: \.hall, \.number)
      #expect(try temporary.rows("SELECT guest FROM seat ORDER BY pk") == ["Joe", "Joe"])
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
      #expect(try temporary.rows("SELECT name FROM account ORDER BY pk") == ["Again", "N"])
    }
  }

  @Test func comparesTextByItsBytes() throws {
    try TemporaryStore.run { _, session in
      try session.given(Account(email: "e\u{301}", name: "decomposed"))
      try session.upsert(Account(email: "\u{e9}", name: "composed"), by: \.email)
      #expect(try Account.count(in: session) == 2)
    }
  }

  @Test func leavesAGivenObjectOutOfLoadedInverses() throws {
    try TemporaryStore.run { temporary, session in
      let first = Errand(number: 1)
      try session.save(first)
      let ann = Client(name: "Ann")
      let given = Errand(number: 1, total: 5, client: ann)
      #expect(try session.upsert(given, by: \.number) === first)
      #expect(ann.jobs == [first] && first.total == 5 && ann.state == .clean)
      #expect(given.client === ann && given.state == .new)
      let again = Errand(number: 1, total: 5, client: ann)
      let statements = try temporary.statements { try session.upsert(again, by: \.number) }
      #expect(!statements.contains { $0.hasPrefix("UPDATE") } && ann.state == .clean)
      try session.save(ann)
      again.number = 2
      try session.save(again)
      #expect(ann.jobs == [first, again])
      #expect(
        try temporary.rows("SELECT number, total, client FROM errand ORDER BY pk") == [
          "1|5|1", "2|5|1",
        ])
      (again.client, first.client) = (nil, nil)
      (ann.jobs, given.client) = ([], nil)
    }
  }

  @Test func leavesAGivenObjectOutOfInversesThatAreReadLater() throws {
    try TemporaryStore.run { temporary, session in
      try session.save(Errand(number: 1, client: Client(name: "Joe")))
      let other = Session(store: temporary.store)
      let joe = try #require(try other.find(Client.self, pk: 1))
      let given = Errand(number: 1, total: 5, client: joe)
      let job = try other.upsert(given, by: \.number)
      #expect(joe.jobs == [job] && given.state == .new)
      joe.name = "Joseph"
      try other.save()
      #expect(try temporary.rows("SELECT number, total FROM errand") == ["1|5"])
      other.clear()
    }
  }

  @Test func letsTheLastOfSeveralNewObjectsWin() throws {
    try TemporaryStore.run { temporary, session in
      let (ann, joe) = (Client(name: "Ann"), Client(name: "Joe"))
      let jobs = [
        Errand(number: 1, total: 1, client: ann), Errand(number: 1, total: 2, client: joe),
        Errand(number: 1, total: 3, client: joe),
      ]
      let results = try session.upsert(contentsOf: jobs, by: \.number)
      #expect(results == [jobs[0], jobs[0], jobs[0]] && jobs[0].total == 3)
      #expect(ann.jobs == [] && joe.jobs == [jobs[0]] && ann.state == .new)
      try session.save()
      #expect(try temporary.rows("SELECT number, total FROM errand") == ["1|3"])
      for job in jobs { job.client = nil }
    }
  }

  @Test func tellsTheInversesOfTheObjectThatReferencesLeadTo() throws {
    try TemporaryStore.run { _, session in
      let first = Errand(number: 1)
      try session.save(first)
      let twin = Errand(number: 1)
      let site = Site(name: "Here", main: twin)
      try session.upsert(contentsOf: [Errand(number: 2, site: site), twin], by: \.number)
      #expect(site.main === first && first.sites == [site] && twin.sites == [])
      site.main = nil
    }
  }

  @Test func putsInversesBackWhenItFails() throws {
    try TemporaryStore.run { _, session in
      try session.save(Login(name: "taken", age: 1))
      let first = Errand(number: 1)
      try session.save(first)
      let (ann, joe) = (Client(name: "Ann"), Client(name: "Joe"))
      try session.save(joe)
      let jobs = [
        Errand(number: 1, client: ann), Errand(number: 2, client: ann),
        Errand(number: 2, client: joe),
      ]
      let site = Site(name: "Here", main: jobs[0])
      for job in jobs { job.site = site }
      let error = failure {
        try session.transaction {
          try session.upsert(contentsOf: jobs, by: \.number)
          #expect(ann.jobs == [first] && joe.jobs == [jobs[1]] && first.sites == [site])
          try session.save(Login(name: "taken", age: 2))
        }
      }
      #expect(error?.code == .constraintViolated)
      #expect(ann.jobs == [jobs[0], jobs[1]] && joe.jobs == [jobs[2]] && jobs[1].client === ann)
      #expect(first.state == .clean && first.client == nil && first.sites == [])
      #expect(site.main === jobs[0] && jobs[0].sites == [site])
      #expect(jobs.allSatisfy { $0.state == .new && $0.session == nil } && joe.state == .changed)
      for job in jobs { (job.client, job.site) = (nil, nil) }
      site.main = nil
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func writesWhatSwiftCallsEqualAndIsStoredOtherwise() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(
        Samples(
          number: 1, texts: ["e\u{301}"], byName: ["e\u{301}": 0], doubles: [0], level: 0,
          labels: [Label(rawValue: "A")]))
      let given = Samples(
        number: 1, texts: ["\u{e9}"], byName: ["\u{e9}": -0.0], doubles: [-0.0], level: -0.0,
        labels: [Label(rawValue: "a")])
      let result = try session.upsert(given, by: \.number)
      #expect(result !== given)
      #expect(try temporary.rows("SELECT value FROM samples_labels") == ["a"])
      for sql: Criteria in [
        "SELECT hex(value) FROM samples_texts", "SELECT hex(dictionary_key) FROM samples_by_name",
      ] { #expect(try temporary.rows(sql) == ["C3A9"]) }
      for sql: Criteria in [
        "SELECT level FROM samples", "SELECT value FROM samples_doubles",
        "SELECT value FROM samples_by_name",
      ] { #expect(try temporary.rows(sql) == ["-0.0"]) }
      let same = try temporary.statements { try session.upsert(given, by: \.number) }
      #expect(!same.contains { $0.hasPrefix("UPDATE") || $0.hasPrefix("DELETE") })
    }
  }

  @Test func givesARowItsKeyBackThatWasChangedInMemory() throws {
    try TemporaryStore.run { temporary, session in
      let login = Login(name: "m", age: 1)
      try session.save(login)
      login.name = "other"
      #expect(try session.upsert(Login(name: "m", age: 7), by: \.name) === login)
      #expect(login.name == "m" && login.state == .clean)
      #expect(try temporary.rows("SELECT name, age FROM login") == ["m|7"])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func findsADoubleThatIsStoredAsAnInteger() throws {
    try TemporaryStore.run { temporary, session in
      try session.given(Samples(number: 1.5), Samples(number: 0))
      try temporary.store.blocking.execute("UPDATE samples SET number = 1 WHERE pk = 1")
      let other = Session(store: temporary.store)
      let results = try other.upsert(
        contentsOf: [Samples(number: 1, level: 2), Samples(number: -0.0, level: 3)], by: \.number)
      #expect(results.map(\.pk) == [1, 2])
      let rows = try temporary.rows("SELECT number, level FROM samples ORDER BY pk")
      #expect(rows == ["1|2.0", "0.0|3.0"])
    }
  }
}
