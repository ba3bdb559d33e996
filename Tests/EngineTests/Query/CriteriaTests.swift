import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CriteriaTests {
  static let attacks =
    [
      "' OR 1=1 --", "\"; DROP TABLE person; --", "x' UNION SELECT * FROM person --", "?1",
      "Robert'); DROP TABLE person;--", "\\'; SELECT 1", "%",
    ] + (TestedDatabase.current.keepsNUL ? ["\0"] : [])

  @Test(arguments: attacks)
  func valuesNeverBecomeSQL(_ attack: String) throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      let evil = Person(firstName: attack, lastName: "Evil")
      try session.given(joe, evil)
      let statements = try store.statements {
        let found = try Person.find(
          "WHERE first_name = \(attack) OR first_name = \(attack)", in: session)
        #expect(found == [evil])
      }
      #expect(
        statements.first?.hasSuffix(" FROM person WHERE first_name = ?1 OR first_name = ?2") == true
      )
      #expect(try Person.findByFirstName(attack, in: session) == [evil])
      #expect(try Person.find(in: session) { $0.firstName == attack } == [evil])
      #expect(try Person.delete("first_name = \(attack)", in: session) == 1)
      #expect(try Person.count(in: session) == 1)
    }
  }

  @Test(.onSQLite) func valuesAreBoundThroughTheCodecOfTheirType() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      joe.birthdate = Date(timeIntervalSince1970: 86_400)
      joe.home = Address(city: "Rome")
      try session.save(joe)
      let day = Date(timeIntervalSince1970: 0)
      let rome = try #require(joe.home)
      let key = try #require(rome.key)
      #expect(try Person.find("birthdate > \(day) AND age > \(30)", in: session) == [joe])
      #expect(try Person.find("home = \(rome)", in: session) == [joe])
      #expect(try Person.find("home = \(key)", in: session) == [joe])
      #expect(try Person.find("birthdate IS \(Date?.none as Date?)", in: session) == [])
      #expect(try Person.find("age IN \(in: [1, 31])", in: session) == [joe])
      #expect(try Person.find("age IN \(in: [Int]())", in: session) == [])
      #expect(try Person.find("\(30) < age", in: session) == [joe])
    }
  }

  /// Empty parentheses, and IS with a value, are SQL of SQLite alone.
  @Test func emptyListsAndValuesThatMayBeNilAreSQLEverywhere() throws {
    try TemporaryStore.run { _, session in
      let (joe, ann) = (Person.joe(), Person.ann())
      joe.birthdate = Date(timeIntervalSince1970: 86_400)
      try session.given(joe, ann)
      #expect(try Person.find("age IN \(in: [Int]())", in: session) == [])
      #expect(try Person.find("age NOT IN \(in: [Int]())", in: session) == [joe, ann])
      #expect(try Person.find("birthdate NOT IN \(in: [Date]())", in: session) == [joe, ann])
      #expect(try Person.find("length(first_name) IN \(in: [Int]())", in: session) == [])
      let day = joe.birthdate
      #expect(try Person.find("birthdate IS NOT DISTINCT FROM \(day)", in: session) == [joe])
      #expect(try Person.find("birthdate IS DISTINCT FROM \(day)", in: session) == [ann])
      #expect(try Person.find("birthdate IS DISTINCT FROM \(Date?.none)", in: session) == [joe])
      let rows = try session.rows("SELECT pk FROM person WHERE age IN \(in: [Int]())")
      #expect(rows.isEmpty)
    }
  }

  /// Brackets enclose names on SQLite, and the elements of arrays on PostgreSQL.
  @Test func valuesInBracketsAreUpToTheDatabase() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.given(joe, Person.ann())
      let (first, second) = ("Joe", "Jim")
      let query = Query<Person>("first_name = ANY(ARRAY[\(first), \(second)])")
        .order(by: \.age)
      if TestedDatabase.current == .postgres {
        #expect(try query.find(in: session) == [joe])
      } else if TestedDatabase.current == .sqlite {
        let errors = [
          failure { _ = try query.find(in: session) },
          failure { _ = try query.count(in: session) },
          failure { _ = try query.limit(1).delete(in: session) },
        ]
        let areRefused = errors.map { $0?.message.contains("inside quotes") }
        #expect(areRefused == [true, true, true])
      }
    }
  }

  @Test func theWordWhereMayBeLeftOut() throws {
    try TemporaryStore.run { _, session in
      try session.given(Person.joe(), Person.ann())
      func names(_ criteria: Criteria) throws -> [String] {
        try Person.find(criteria, in: session).map(\.firstName)
      }
      #expect(try names("age > 30") == ["Joe"])
      #expect(try names("  where age > 30") == ["Joe"])
      #expect(try names("ORDER BY age") == ["Ann", "Joe"])
      #expect(try names("WHERE age > 0 ORDER BY age LIMIT \(1)") == ["Ann"])
      #expect(try names("LIMIT 1") == ["Joe"])
      #expect(try names("") == ["Joe", "Ann"])
      #expect(try Person.count("age < \(30)", in: session) == 1)
      #expect(try Person.findFirst("ORDER BY age", in: session)?.firstName == "Ann")
    }
  }

  /// The quote and the mark, which are one `Character`, were not taken for a quote.
  @Test func aLiteralMayBeginWithACombiningMark() throws {
    try TemporaryStore.run { _, session in
      let marked = Person(firstName: "\u{301}x", lastName: "Smith")
      try session.given(marked, Person.joe())
      #expect(try Person.find("first_name = '\u{301}x'", in: session) == [marked])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func badSQLIsAnErrorThatShowsItWithoutValues() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Person.self)
      let error = failure { _ = try Person.find("nonsense = \("secret")", in: session) }
      #expect(error?.code == .invalidQuery)
      #expect(error?.sql?.hasSuffix("WHERE nonsense = ?1") == true)
      #expect(error.map { "\($0)".contains("secret") } == false)
      struct Unknown: Sendable {}
      #expect(failure { _ = try Person.find("age = \(Unknown())", in: session) }?.code == .noCodec)
    }
  }

  @Test func rawRowsAndStatementsTakeValues() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann())
      let rows = try session.rows("SELECT first_name, age FROM person WHERE age < \(30)")
      #expect(rows == [[.text("Ann"), .integer(29)]])
      #expect(
        try store.statements { try session.execute("UPDATE person SET age = \(1)") } == [
          "BEGIN IMMEDIATE", "UPDATE person SET age = ?1", "COMMIT",
        ])
      #expect(try Person.count("age = 1", in: session) == 2)
    }
  }

  /// The writes went unnoticed: objects kept values that were rolled back, or older ones.
  @Test func objectsFollowRowsThatWrite() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      try session.save(joe)
      try session.cancelledTransaction {
        let rows = try session.rows("UPDATE person SET age = 99 RETURNING age")
        #expect(rows == [[.integer(99)]])
        #expect(try session.find(Person.self, pk: 1) == joe && joe.age == 99)
      }
      #expect(joe.age == 31 && joe.state == .clean)
      try store.store.lendTransaction { lent in
        let joe = try #require(try lent.find(Person.self, pk: 1))
        let age = try lent.scalar("UPDATE person SET age = 50 RETURNING age", as: Int.self)
        #expect(try Person.findAll(in: lent) == [joe] && joe.age == age)
      }
    }
  }
}
