import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Conditions through references and on collections, compared with Swift's results for the objects.
@Suite struct NestedConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let condition: @Sendable (Columns<Citizen>) -> Condition
    let holds: @Sendable (Citizen) -> Bool

    init(
      _ name: String, _ condition: @escaping @Sendable (Columns<Citizen>) -> Condition,
      _ holds: @escaping @Sendable (Citizen) -> Bool
    ) {
      testDescription = name
      self.condition = condition
      self.holds = holds
    }
  }

  static let cases: [Case] = references + collections + texts + columns

  static let references: [Case] = [
    Case("home.name", { $0.home.name == "Bonn" }, { $0.home?.name == "Bonn" }),
    Case("home.name !=", { $0.home.name != "Bonn" }, { $0.home?.name != "Bonn" }),
    Case("home.name nil", { $0.home.name == nil }, { $0.home?.name == nil }),
    Case("home.people", { $0.home.people == nil }, { $0.home?.people == nil }),
    Case("home.people <", { $0.home.people < 3 }, { ($0.home?.people).map { $0 < 3 } ?? false }),
    Case("country", { $0.home.country.code == "DE" }, { $0.home?.country?.code == "DE" }),
    Case("country !=", { $0.home.country.code != "DE" }, { $0.home?.country?.code != "DE" }),
    Case("country nil", { $0.home.country == nil }, { $0.home?.country == nil }),
    Case("required", { $0.birthplace.name == "Rome" }, { $0.birthplace.name == "Rome" }),
    Case(
      "required, then optional", { $0.birthplace.country.name >= "F" },
      { ($0.birthplace.country?.name).map { $0 >= "F" } ?? false }),
    Case(
      "two ways", { $0.home.country.name == $0.birthplace.country.name },
      { $0.home?.country?.name == $0.birthplace.country?.name }),
    Case("any class", { $0.pet.name == "Rex" }, { $0.pet?.name == "Rex" }),
    Case("any class nil", { $0.pet.name == nil }, { $0.pet == nil }),
    Case("any class on", { $0.pet.mate.name == "Rex" }, { $0.pet?.mate?.name == "Rex" }),
    Case(
      "regions", { $0.home.country.regions.contains("n") },
      {
        $0.home?.country?.regions.contains("n") == true
      }),
    Case(
      "regions empty", { $0.home.country.regions.isEmpty },
      {
        $0.home?.country?.regions.isEmpty == true
      }),
    Case(
      "regions count", { $0.home.country.regions.count != 1 },
      {
        $0.home?.country?.regions.count != 1
      }),
    Case("keys", { $0.home.pk.isNil && $0.pk > 3 }, { $0.home == nil && ($0.pk ?? 0) > 3 }),
    Case(
      "in a query", { $0.home.isIn(Town.where { $0.country.code == "DE" }) },
      {
        $0.home?.country?.code == "DE"
      }),
    Case(
      "not in a query", { !$0.birthplace.isIn(Town.where { $0.people == nil }) },
      {
        $0.birthplace.people != nil
      }),
  ]

  static let collections: [Case] = [
    Case("array", { $0.nickNames.contains("Bo") }, { $0.nickNames.contains("Bo") }),
    Case("not array", { !$0.nickNames.contains("Bo") }, { !$0.nickNames.contains("Bo") }),
    Case("nil element", { $0.notes.contains(nil) }, { $0.notes.contains(nil) }),
    Case("optional element", { $0.notes.contains("a") }, { $0.notes.contains("a") }),
    Case("optional", { $0.aliases.contains("a") }, { $0.aliases?.contains("a") == true }),
    Case("optional nil", { $0.aliases == nil }, { $0.aliases == nil }),
    Case("optional empty", { $0.aliases.isEmpty }, { $0.aliases?.isEmpty == true }),
    Case("optional count", { $0.aliases.count == 0 }, { $0.aliases?.count == 0 }),
    Case(
      "optional count <", { !($0.aliases.count < 2) },
      {
        !($0.aliases.map { $0.count < 2 } ?? false)
      }),
    Case("set", { $0.tags.contains("red") }, { $0.tags.contains("red") }),
    Case("set empty", { $0.tags.isEmpty }, { $0.tags.isEmpty }),
    Case("set count", { $0.tags.count >= 2 }, { $0.tags.count >= 2 }),
    Case("value", { $0.scores.contains(2.5) }, { $0.scores.values.contains(2.5) }),
    Case(
      "value where", { $0.scores.contains { $0 > 2 } }, { $0.scores.values.contains { $0 > 2 } }),
    Case(
      "element where", { $0.nickNames.contains { $0.hasPrefix("A") } },
      {
        $0.nickNames.contains { $0.hasPrefix("A") }
      }),
    Case(
      "element and owner", { citizen in citizen.nickNames.contains { $0 == citizen.name } },
      {
        $0.nickNames.contains($0.name)
      }),
    Case("key", { $0.scores.contains(key: "art") }, { $0.scores["art"] != nil }),
    Case("entry", { $0.scores["math"] > 2 }, { ($0.scores["math"] ?? 0) > 2 }),
    Case("entry nil", { $0.scores["math"] == nil }, { $0.scores["math"] == nil }),
    Case(
      "entries", { $0.scores["math"] == $0.scores["art"] },
      { $0.scores["math"] == $0.scores["art"] }),
    Case("role's key", { $0.roles["boss"].pk >= 3 }, { ($0.roles["boss"]?.pk ?? 0) >= 3 }),
    Case("role", { $0.roles["boss"].age >= 2 }, { ($0.roles["boss"]?.age ?? -1) >= 2 }),
    Case(
      "role's town", { $0.roles["boss"].home.name == "Bonn" },
      {
        $0.roles["boss"]?.home?.name == "Bonn"
      }),
    Case("friend", { $0.friends.contains { $0.age > 2 } }, { $0.friends.contains { $0.age > 2 } }),
    Case(
      "friend's town", { $0.friends.contains { $0.home.country.code == "FR" } },
      {
        $0.friends.contains { $0.home?.country?.code == "FR" }
      }),
    Case(
      "friend's friend", { $0.friends.contains { $0.friends.contains { $0.age == 4 } } },
      {
        $0.friends.contains { $0.friends.contains { $0.age == 4 } }
      }),
    Case(
      "older friend", { citizen in citizen.friends.contains { $0.age > citizen.age } },
      {
        citizen in citizen.friends.contains { $0.age > citizen.age }
      }),
    Case(
      "herd", { $0.herd.contains { $0.mate.name == "Tom" } },
      {
        $0.herd.contains { $0.mate?.name == "Tom" }
      }),
    Case("herd count", { $0.herd.count > $0.friends.count }, { $0.herd.count > $0.friends.count }),
  ]

  static let texts: [Case] = [
    Case("prefix", { $0.name.hasPrefix("Ann") }, { $0.name.hasPrefix("Ann") }),
    Case("empty prefix", { $0.nick.hasPrefix("") }, { $0.nick != nil }),
    Case("not prefix", { !$0.nick.hasPrefix("B") }, { $0.nick?.hasPrefix("B") != true }),
    Case(
      "prefix, any case", { $0.nick.hasPrefix("b", ignoringCase: true) },
      {
        $0.nick?.lowercased().hasPrefix("b") == true
      }),
    Case("suffix", { $0.name.hasSuffix("n") }, { $0.name.hasSuffix("n") }),
    Case("empty suffix", { $0.nick.hasSuffix("") }, { $0.nick != nil }),
    Case("accent", { $0.name.hasSuffix("ë") }, { $0.name.hasSuffix("ë") }),
    Case("part", { $0.nick.contains("nn") }, { $0.nick?.contains("nn") == true }),
    Case("wildcards", { $0.name.contains("%") }, { $0.name.contains("%") }),
    Case(
      "wildcards, any case", { $0.name.hasSuffix("_", ignoringCase: true) },
      {
        $0.name.hasSuffix("_")
      }),
    Case("escape", { $0.name.matches("B!%_", escape: "!") }, { $0.name == "B%o" }),
  ]

  static let columns: [Case] = [
    Case("equal", { $0.name == $0.nick }, { $0.name == $0.nick }),
    Case("unequal", { $0.nick != $0.name }, { $0.nick != $0.name }),
    Case(
      "less", { $0.age < $0.limit }, { citizen in citizen.limit.map { citizen.age < $0 } ?? false }),
    Case(
      "greater", { !($0.limit >= $0.age) },
      { citizen in
        !(citizen.limit.map { $0 >= citizen.age } ?? false)
      }),
    Case("references", { $0.home == $0.birthplace }, { $0.home == $0.birthplace }),
    Case("many", { $0.age.isIn(Array(1...2) + Array(100...1000)) }, { (1...2).contains($0.age) }),
    Case("many texts", { $0.nick.isIn(names) }, { names.contains($0.nick) }),
  ]

  static let names: [String?] = (0...200).map { "\"\($0)\\\n" } + ["Bo", "Zoë", nil]

  @Test(arguments: [UInt64](1...4))
  func findsWhatSwiftWouldFilter(_ seed: UInt64) throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      var numbers = RandomNumbers(seed: seed)
      try session.save(contentsOf: Citizen.samples(25, &numbers))
      let citizens = try Citizen.findAll(in: session)
      for test in Self.cases {
        let found = try Citizen.find(in: session) { test.condition($0) }
        #expect(
          found.map(\.pk) == citizens.filter(test.holds).map(\.pk),
          "\(test.testDescription), seed \(seed)")
      }
      for _ in 0..<60 {
        let (name, condition, holds) = Self.combined(2, &numbers)
        let query = Citizen.where { condition($0) }.order { $0.home.name }
        let found = try query.find(in: session)
        #expect(Set(found) == Set(citizens.filter(holds)), "\(name), seed \(seed)")
        #expect(try query.count(in: session) == found.count, "\(name), seed \(seed)")
      }
    }
  }

  private typealias Combined = (
    String, (Columns<Citizen>) -> Condition, (Citizen) -> Bool
  )

  private static func combined(_ depth: Int, _ numbers: inout RandomNumbers) -> Combined {
    if depth == 0 {
      let test = numbers.one(cases)
      return (test.testDescription, test.condition, test.holds)
    }
    let left = combined(depth - 1, &numbers)
    let right = combined(depth - 1, &numbers)
    switch numbers.one([0, 1, 2]) {
    case 0:
      return (
        "(\(left.0) && \(right.0))", { left.1($0) && right.1($0) }, { left.2($0) && right.2($0) }
      )
    case 1:
      return (
        "(\(left.0) || \(right.0))", { left.1($0) || right.1($0) }, { left.2($0) || right.2($0) }
      )
    default: return ("!\(left.0)", { !left.1($0) }, { !left.2($0) })
    }
  }

  @Test func findsWhatRefersToAnObject() throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      var numbers = RandomNumbers(seed: 7)
      try session.save(contentsOf: Citizen.samples(20, &numbers))
      let citizens = try Citizen.findAll(in: session)
      let towns = try Town.findAll(in: session)
      for town in towns {
        let found = try Citizen.find(in: session) {
          $0.home == town || $0.roles["aid"].home == town
        }
        #expect(found == citizens.filter { $0.home == town || $0.roles["aid"]?.home == town })
      }
      for citizen in citizens {
        let found = try Citizen.find(in: session) { $0.friends.contains(citizen) }
        #expect(found == citizens.filter { $0.friends.contains(citizen) })
      }
      let animals = citizens.compactMap(\.pet)
      for animal in animals {
        let found = try Citizen.find(in: session) { $0.herd.contains(animal) && $0.pet == animal }
        #expect(found == citizens.filter { $0.herd.contains(animal) && $0.pet == animal })
      }
    }
  }

  @Test func joinsEachReferenceOnce() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Citizen.self)
      func sql(_ query: Query<Citizen>) throws -> String {
        let statements = try store.statements { _ = try query.values(of: \.age, in: session) }
        #expect(statements.count == 1)
        return statements[0].replacing(
          "SELECT citizen.pk AS v0, citizen.age AS v1 FROM citizen", with: "…")
      }
      #expect(
        try sql(Citizen.where { $0.home.name == "Bonn" && $0.home.people > 1 && $0.age < 9 })
          == """
          … LEFT JOIN town AS home ON home.pk = citizen.home \
          WHERE (home.name = ?1 AND home.people > ?2 AND citizen.age < ?3) ORDER BY citizen.pk
          """)
      #expect(
        try sql(Citizen.query.order { $0.home.country.name }.limit(3))
          == """
          … LEFT JOIN town AS home ON home.pk = citizen.home \
          LEFT JOIN country AS home_country ON home_country.pk = home.country \
          ORDER BY home_country.name, citizen.pk LIMIT 3
          """)
      #expect(
        try sql(Citizen.where { $0.scores["math"] > 3 && $0.tags.contains("red") && $0.age == 1 })
          == """
          … LEFT JOIN citizen_scores AS scores ON scores.parent_pk = citizen.pk \
          AND scores.dictionary_key = ?1 WHERE (scores.value > ?2 AND EXISTS (SELECT 1 \
          FROM citizen_tags AS tags WHERE tags.parent_pk = citizen.pk AND tags.value = ?3) \
          AND citizen.age = ?4) ORDER BY citizen.pk
          """)
      #expect(
        try sql(Citizen.where { $0.friends.contains { $0.age > 3 } })
          == """
          … WHERE EXISTS (SELECT 1 FROM citizen_friends AS friends \
          LEFT JOIN citizen AS friends_2 ON friends_2.pk = friends.fk \
          WHERE friends.parent_pk = citizen.pk AND friends_2.age > ?1) ORDER BY citizen.pk
          """)
    }
  }

  private func plan(
    _ session: Session, _ predicate: (Columns<Citizen>) -> Condition
  ) throws -> String { try Citizen.where(predicate).explain(in: session).description }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func anIndexServesPrefixesAndReferences()
    throws
  {
    try TemporaryStore.run { _, session in
      let joe = Citizen(name: "Joe", birthplace: Town(name: "Rome"))
      try session.given(joe)
      let prefix = try plan(session) { $0.name.hasPrefix("Jo") }
      #expect(
        prefix.contains("SEARCH citizen USING INDEX index_citizen_name_age (name>? AND name<?)"))
      let friends = try plan(session) { $0.friends.contains(joe) }
      #expect(friends.contains("SEARCH citizen USING INTEGER PRIMARY KEY (rowid=?)"))
      #expect(friends.contains("INDEX index_citizen_friends_fk (fk=?)"))
      let tags = try plan(session) { $0.tags.contains("red") }
      #expect(tags.contains("USING PRIMARY KEY (parent_pk=? AND value=?)"))
      let home = try plan(session) { $0.home.name == "x" }
      #expect(home.contains("SEARCH home USING INTEGER PRIMARY KEY"))
    }
  }

  @Test func loadsAlongAPath() throws {
    try TemporaryStore.run { store, session in
      var numbers = RandomNumbers(seed: 3)
      try session.save(contentsOf: Citizen.samples(9, &numbers))
      session.clear()
      var found: [Citizen] = []
      let read = try store.statements {
        found = try Citizen.query.loading { $0.home.country }.find(in: session)
      }
      let walked = store.statements.all.count
      for citizen in found { _ = citizen.home?.country?.name }
      #expect(store.statements.all.count == walked)
      #expect(read.filter { $0.contains("FROM country") }.count == 1)
    }
  }

  @Test func refusesWhatCannotBeSearched() throws {
    try TemporaryStore.run { _, session in
      let plain = failure { _ = try Sealed.find(in: session) { $0.letters.contains("a") } }
      #expect(plain?.code == .notSearchable)
      #expect(plain?.context.property == "letters")
      let text = failure { _ = try Sealed.find(in: session) { $0.word.hasPrefix("a") } }
      #expect(text?.code == .notSearchable)
      let mixed = failure { _ = try Sealed.find(in: session) { $0.word == $0.other } }
      #expect(mixed?.code == .invalidQuery)
      let many = try Sealed.find(in: session) { $0.ratio.isIn((0...33_000).map(Double.init)) }
      #expect(many.isEmpty)
      let found = try Sealed.find(in: session) { $0.number.isIn(0...100_000) }
      #expect(found.isEmpty)
    }
  }
}

/// Stores texts backwards.
struct BackwardCodec: ColumnCodec {
  let identifier = CodecIdentifier("backward")
  let storage = StorageClass.text

  func encode(_ value: String, into column: inout ColumnWriter) {
    column.write(String(value.reversed()))
  }

  func decode(from column: borrowing ColumnReader) throws -> String {
    String(try column.text().reversed())
  }
}

@Persistent final class Sealed {
  struct Letter: Codable, Hashable, ExpressibleByStringLiteral {
    var text: String
    init(stringLiteral text: String) { self.text = text }
  }

  var letters: [Letter] = []
  @Column(codec: BackwardCodec()) var word: String
  var other: String
  var ratio: Double = 0
  var number: Int = 0
}
