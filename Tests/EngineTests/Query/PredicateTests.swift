import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct PredicateTests {
  static let select = """
    SELECT pk, first_name, last_name, age, birthdate, photo, favourite, home, aliases FROM person
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let condition: @Sendable (Columns<Entry>) -> Condition
    let holds: @Sendable (Entry) -> Bool

    init(
      _ sql: String, _ condition: @escaping @Sendable (Columns<Entry>) -> Condition,
      _ holds: @escaping @Sendable (Entry) -> Bool
    ) {
      testDescription = sql
      self.condition = condition
      self.holds = holds
    }
  }

  /// The conditions, each with its SQL and Swift's result for an object.
  static let cases: [Case] = [
    Case("name = ?1", { $0.name == "b" }, { $0.name == "b" }),
    Case("(name = ?1) IS NOT TRUE", { $0.name != "b" }, { $0.name != "b" }),
    Case("number = ?1", { $0.number == 2 }, { $0.number == 2 }),
    Case("(number = ?1) IS NOT TRUE", { $0.number != 2 }, { $0.number != 2 }),
    Case("number IS NULL", { $0.number == nil }, { $0.number == nil }),
    Case("(number IS NULL) IS NOT TRUE", { $0.number != nil }, { $0.number != nil }),
    Case("number IS NULL", { $0.number.isNil }, { $0.number == nil }),
    Case("number < ?1", { $0.number < 2 }, { $0.number.map { $0 < 2 } ?? false }),
    Case(
      "(number < ?1) IS NOT TRUE", { !($0.number < 2) }, { !($0.number.map { $0 < 2 } ?? false) }),
    Case("number >= ?1", { $0.number >= 2 }, { $0.number.map { $0 >= 2 } ?? false }),
    Case(
      "(name > ?1 AND (number <= ?2 OR isOdd))",
      { $0.name > "a" && ($0.number <= 2 || $0.isOdd == true) },
      { $0.name > "a" && (($0.number ?? 9) <= 2 || $0.isOdd) }),
    Case(
      "", { !($0.name > "a" && $0.number != 3) }, { !($0.name > "a" && $0.number != 3) }),
    Case(
      "", { !(!($0.number == nil) || $0.name == "c") }, { !(!($0.number == nil) || $0.name == "c") }
    ),
    Case("", { $0.number.isIn([1, 3]) }, { [1, 3].contains($0.number) }),
    Case("", { $0.number.isIn([1, nil]) }, { [1, nil].contains($0.number) }),
    Case("", { !$0.number.isIn([1]) }, { ![1].contains($0.number) }),
    Case("", { !$0.number.isIn([1, nil]) }, { ![1, nil].contains($0.number) }),
    Case("", { $0.number.isIn([]) }, { _ in false }),
    Case("", { !$0.number.isIn([]) }, { _ in true }),
    Case("", { $0.name.isBetween("a"..."b") }, { ("a"..."b").contains($0.name) }),
    Case(
      "", { !$0.number.isBetween(2...3) }, { !($0.number.map { (2...3).contains($0) } ?? false) }),
    Case("", { $0.name.matches("%B") }, { $0.name.lowercased().hasSuffix("b") }),
    Case("", { $0.note.matches("x_%") }, { ($0.note?.count ?? 0) >= 2 && $0.note?.first == "x" }),
    Case("", { !$0.note.matches("x%") }, { $0.note?.hasPrefix("x") != true }),
    Case("", { $0.real < 0.5 }, { $0.real < 0.5 }),
    Case("", { $0.real == 0 }, { $0.real == 0 }),
    Case(
      "", { $0.day > Date(timeIntervalSince1970: 100) },
      {
        $0.day.map { $0 > Date(timeIntervalSince1970: 100) } ?? false
      }),
    Case("", { $0.parent == nil && $0.name == "a" }, { $0.parent == nil && $0.name == "a" }),
  ]

  @Test(arguments: cases)
  func findsWhatSwiftWouldFilter(_ test: Case) throws {
    try TemporaryStore.run { store, session in
      let entries = Entry.samples
      try session.save(contentsOf: entries)
      let found = try Entry.find(in: session) { test.condition($0) }
      #expect(found == entries.filter(test.holds))
      #expect(try Entry.count(in: session) { test.condition($0) } == found.count)
    }
  }

  /// A pattern with a NUL is refused: databases end the pattern there, so it would match too much.
  @Test(.notOnPostgreSQL("A text there holds no NUL character.")) func aPatternWithANULIsRefused()
    throws
  {
    try TemporaryStore.run { _, session in
      try session.given(Address(city: "ab"), Address(city: "a\0b"))
      for search in [
        { (columns: Columns<Address>) in columns.city.contains("A\0", ignoringCase: true) },
        { $0.city.matches("a\0%") },
      ] {
        let error = failure { _ = try Address.find(in: session, where: search) }
        #expect(error?.code == .invalidQuery)
      }
      #expect(try Address.find(in: session) { $0.city.contains("\0b") }.map(\.pk) == [2])
    }
  }

  @Test(.onSQLite) func writesConditionsAsSQL() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      func sql(_ query: Query<Person>) throws -> String {
        let statements = try store.statements { _ = try query.find(in: session) }
        #expect(statements.count == 1)
        return String(statements[0].dropFirst(Self.select.count + 1))
      }
      #expect(
        try sql(Person.where { $0.lastName == "Smith" && $0.age > 30 })
          == "WHERE (last_name = ?1 AND age > ?2) ORDER BY pk")
      #expect(
        try sql(Person.where { !($0.age == 3) || $0.birthdate == nil })
          == "WHERE ((age = ?1) IS NOT TRUE OR birthdate IS NULL) ORDER BY pk")
      #expect(
        try sql(Person.where { $0.age.isIn([1, 2, 3]) && $0.age.isBetween(1...2) })
          == "WHERE ((age IN (?1, ?2, ?3)) AND age BETWEEN ?4 AND ?5) ORDER BY pk")
      #expect(
        try sql(Person.where { $0.firstName.matches("J%") }.where { $0.age < 9 })
          == "WHERE (first_name LIKE ?1 AND age < ?2) ORDER BY pk")
      #expect(
        try sql(
          Person.query.order(by: \.lastName).order(by: \.age, .descending).offset(20).limit(10))
          == "ORDER BY last_name, age DESC, pk DESC LIMIT 10 OFFSET 20")
      #expect(
        try sql(Person.where { $0.age < 9 || $0.age > 20 }.after(7).limit(2))
          == "WHERE (age < ?1 OR age > ?2) AND pk > ?3 ORDER BY pk LIMIT 2")
      #expect(
        try sql(Person.where { $0.home == nil }) == "WHERE home IS NULL ORDER BY pk")
    }
  }

  @Test func aFinderComparesOneColumn() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try session.save(joe)
      var found: [Person] = []
      let byName = try store.statements { found = try Person.findByLastName("Smith", in: session) }
      #expect(found == [joe])
      #expect(byName == ["\(Self.select) WHERE last_name = ?1 ORDER BY pk"])
      #expect(try Person.findByHome(joe.home, in: session) == [joe])
      #expect(try Person.findByHome(nil, in: session) == [])
      #expect(try Person.findByBirthdate(nil, in: session) == [joe])
      #expect(try Person.findByFavourite(nil, in: session) == [joe])
    }
  }

  @Test func ordersLimitsAndPages() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Entry.samples)
      func names(_ query: Query<Entry>) throws -> String {
        try query.find(in: session).map { "\($0.name)\($0.number.map(String.init) ?? "-")" }
          .joined(separator: " ")
      }
      #expect(try names(Entry.query) == "a1 b2 B3 c- d3 b- x1")
      #expect(try names(Entry.query.order(by: \.number)) == "c- b- a1 x1 b2 B3 d3")
      #expect(
        try names(Entry.query.order(by: \.number, .descending).order(by: \.name))
          == "B3 d3 b2 a1 x1 b- c-")
      #expect(try names(Entry.query.limit(2)) == "a1 b2")
      #expect(try names(Entry.query.offset(5).limit(2)) == "b- x1")
      #expect(try names(Entry.query.offset(5)) == "b- x1")
      #expect(try names(Entry.query.limit(0)) == "")

      var pages: [String] = []
      var last: Int64 = 0
      while true {
        let page = try Entry.where { $0.name != "d" }.after(last).limit(2).find(in: session)
        guard let key = page.last?.pk else { break }
        pages.append(page.map(\.name).joined())
        last = key
      }
      #expect(pages == ["ab", "Bc", "bx"])
      #expect(try Entry.query.order(by: \.number, .descending).findFirst(in: session)?.name == "d")
      #expect(try Entry.where { $0.name == "?" }.findFirst(in: session) == nil)
      #expect(try Entry.where { $0.name == "b" }.exists(in: session))
      #expect(try Entry.query.limit(3).count(in: session) == 3)
    }
  }

  @Test func refusesWhatCannotBeCompared() throws {
    try TemporaryStore.run { _, session in
      let collection = failure { _ = try Person.query.order(by: \.nickNames).find(in: session) }
      #expect(collection?.code == .notSearchable)
      #expect(collection?.context.property == "nickNames")
      #expect(
        failure { _ = try Entry.find(in: session) { $0.archive == Entry.Archive(text: "") } }?.code
          == .notSearchable)
      #expect(
        failure { _ = try Person.query.order(by: \.isSelected).find(in: session) }?.code
          == .invalidQuery)
      #expect(
        failure { _ = try Person.query.order(by: \.home?.city).find(in: session) }?.code
          == .invalidQuery)
      #expect(
        failure { _ = try Person.query.order(by: \.age).after(1).find(in: session) }?.code
          == .invalidQuery)
      let value = failure { _ = try Person.findByFavourite(Color(hex: "red"), in: session) }
      #expect(value?.code == .encodingFailed)
      #expect(value?.context.property == "favourite")
    }
  }
}

@Persistent final class Entry {
  struct Archive: Codable, Equatable { var text: String }

  var name: String
  var number: Int?
  var note: String?
  var isOdd: Bool = false
  var real: Double = 0
  var day: Date?
  var parent: Entry?
  var archive: Archive?
  @Transient var life = Lifetime()

  static var samples: [Entry] {
    let entries = [
      Entry(name: "a", number: 1, note: "xy", isOdd: true, real: -0.0),
      Entry(name: "b", number: 2, note: "x", real: 0.5, day: Date(timeIntervalSince1970: 50)),
      Entry(name: "B", number: 3, note: nil, isOdd: true, real: 1e300),
      Entry(
        name: "c", number: nil, note: "", real: -.infinity, day: Date(timeIntervalSince1970: 1e9)),
      Entry(name: "d", number: 3, isOdd: true, day: Date(timeIntervalSince1970: 100.5)),
      Entry(name: "b", number: nil, note: "yx"),
      Entry(name: "x", number: 1, note: "x%"),
    ]
    entries[1].parent = entries[0]
    return entries
  }
}
