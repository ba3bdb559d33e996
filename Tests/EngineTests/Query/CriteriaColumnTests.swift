import Foundation
import PersistentObjects
import TestSupport
import Testing

/// A type whose codec is named only by its property.
struct Shade: Hashable, Comparable, Sendable {
  var grey: Int
  static func < (left: Shade, right: Shade) -> Bool { left.grey < right.grey }
}

@Persistent final class Wall {
  @Column(codec: IntCodec().map(CodecIdentifier("shade"), to: Shade.init, from: \.grey))
  var shade: Shade
  @Column(codec: IntCodec().map(CodecIdentifier("shade"), to: Shade.init, from: \.grey))
  var coatOfPaint: Shade?
  @Column(codec: DateAsReal()) var painted: Date
  @Column(codec: JSONCodec<[String: Int]>()) var marks: [String: Int] = [:]
  var price: Decimal = 1
  var height = 2.5
}

extension Wall {
  static func grey(_ grey: Int, coat: Int? = nil) -> Wall {
    Wall(
      shade: Shade(grey: grey), coatOfPaint: coat.map(Shade.init),
      painted: Date(timeIntervalSinceReferenceDate: Double(grey)))
  }
}

@Suite struct CriteriaColumnTests {
  struct Comparison: Sendable, CustomTestStringConvertible {
    let criteria: Criteria
    let greys: [Int]
    let testDescription: String

    init(_ criteria: Criteria, _ greys: [Int], line: Int = #line) {
      self.criteria = criteria
      self.greys = greys
      testDescription = "line \(line)"
    }
  }

  private static func date(_ grey: Double) -> Date { Date(timeIntervalSinceReferenceDate: grey) }

  /// Walls of grey 1 to 4. Each has a coat one shade darker, except for the last.
  static let comparisons = [
    Comparison("WHERE shade = \(Shade(grey: 2))", [2]),
    Comparison("\(Shade(grey: 2)) < shade", [3, 4]),
    Comparison("SHADE <> \(Shade(grey: 2)) /* not 2 */", [1, 3, 4]),
    Comparison("NOT shade BETWEEN \(Shade(grey: 2)) AND \(Shade(grey: 3))", [1, 4]),
    Comparison("shade NOT BETWEEN \(Shade(grey: 2)) AND \(Shade(grey: 3))", [1, 4]),
    Comparison("shade BETWEEN 2 AND \(Shade(grey: 3)) -- the middle", [2, 3]),
    Comparison("shade IN \(in: [Shade(grey: 1), Shade(grey: 4)])", [1, 4]),
    Comparison("wall.shade NOT IN (1, \(Shade(grey: 2)), \(Shade(grey: 4)))", [3]),
    Comparison("coat_of_paint = \(Shade(grey: 2))", [1]),
    Comparison("coatOfPaint = \(Shade(grey: 2)) OR \"coatOfPaint\" IS NULL", [1, 4]),
    Comparison("coatOfPaint IS NOT DISTINCT FROM 3", [2]),
    Comparison("painted > \(Date(timeIntervalSinceReferenceDate: 2.5))", [3, 4]),
    Comparison("shade + 1 = \(3)", [2]),
    Comparison("abs(shade) = \(2)", [2]),
    Comparison("shade > (SELECT avg(shade) FROM wall AS other WHERE other.shade < \(4))", [3, 4]),
    Comparison("painted BETWEEN -100 AND \(date(2.5))", [1, 2]),
    Comparison("painted < (\(date(2.5)))", [1, 2]),
    Comparison("painted IN (-1, (\(date(3))))", [3]),
    Comparison("pk IN (SELECT pk FROM wall WHERE painted < \(date(2.5)))", [1, 2]),
    Comparison("pk IN (SELECT max(pk) FROM wall WHERE coatOfPaint > \(Shade(grey: 2)))", [3]),
    Comparison(
      "painted BETWEEN CASE WHEN shade > 2 THEN 1 ELSE 0 END AND \(date(2.5))", [1, 2]),
    Comparison(
      """
      painted BETWEEN CASE WHEN shade BETWEEN 1 AND 2 THEN CASE shade WHEN 1 THEN 0 END ELSE 0 END \
      AND \(date(2.5))
      """, [1]),
  ]

  /// Comparisons in SQL that not every database has.
  static let comparisonsOfSQLite = [
    Comparison("shade == \(Shade(grey: 2)) OR \"shade\" > \(Shade(grey: 3))", [2, 4]),
    Comparison("\(Shade(grey: 2)) >= wall . shade AND 1", [1, 2]),
    Comparison("coatOfPaint IS \(Shade?.none)", [4]),
    Comparison("coatOfPaint IS NOT \(Shade?.none)", [1, 2, 3]),
    Comparison("coatOfPaint IS NOT \(Shade(grey: 2))", [2, 3, 4]),
    Comparison("shade COLLATE NOCASE = \(Shade(grey: 2))", [2]),
    Comparison("shade = \(1) + 1", [2]),
    Comparison("\(2) = max(shade, 0)", [2]),
    Comparison("height > \(2) AND shade = 1 AND price = \(Decimal(1))", [1]),
    Comparison("shade >= 3 ORDER BY coatOfPaint LIMIT \(1)", [4]),
    Comparison("'{\"a\": 3}' ->> \("$.a") = shade", [3]),
    Comparison("shade=-\(-2) AND shade>-1", [2]),
    Comparison("ORDER BY shade DESC", [4, 3, 2, 1]),
  ]

  private static func found(_ comparison: Comparison, in session: Session) throws -> [Int] {
    try session.save(
      contentsOf: [
        Wall.grey(1, coat: 2), Wall.grey(2, coat: 3), Wall.grey(3, coat: 4), Wall.grey(4),
      ])
    let found = try Wall.find(comparison.criteria, in: session).map(\.shade.grey)
    #expect(try Wall.count(comparison.criteria, in: session) == found.count)
    return found
  }

  @Test(arguments: comparisons)
  func valuesAreStoredByTheCodecOfTheColumn(_ comparison: Comparison) throws {
    try TemporaryStore.run { _, session in
      let greys = try Self.found(comparison, in: session).sorted()
      #expect(greys == comparison.greys)
    }
  }

  @Test(.onSQLite, arguments: comparisonsOfSQLite)
  func valuesAreStoredByTheCodecOfTheColumnOnSQLite(_ comparison: Comparison) throws {
    try TemporaryStore.run { _, session in
      let greys = try Self.found(comparison, in: session)
      #expect(greys == comparison.greys)
    }
  }

  @Test func deletionsAndAggregatesUseItToo() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: [Wall.grey(1), Wall.grey(2), Wall.grey(3)])
      let query = Query<Wall>("shade > \(Shade(grey: 1))")
      #expect(
        try query.value(.minimum(\.painted), in: session)?.timeIntervalSinceReferenceDate == 2)
      #expect(try Wall.delete("shade = \(Shade(grey: 3))", in: session) == 1)
      #expect(try query.count(in: session) == 1)
    }
  }

  @Test(.onSQLite) func whatCannotBeComparedIsAnError() throws {
    try TemporaryStore.run { _, session in
      try session.save(Wall.grey(1))
      let mixed = failure { _ = try Wall.find("price > \(30)", in: session) }
      #expect(mixed?.code == .invalidQuery)
      #expect(mixed?.context.property == "price")
      #expect(mixed?.message.contains("a value of type Int, which is stored as integer") == true)
      let json = failure { _ = try Wall.find("marks = \(["a": 1])", in: session) }
      #expect(json?.code == .notSearchable)
      #expect(json?.context.property == "marks")
      let unknown = failure { _ = try Wall.find("1 = \(Shade(grey: 1))", in: session) }
      #expect(unknown?.code == .noCodec)
      #expect(try Wall.count("json_extract(marks, '$.a') IS \(Int?.none)", in: session) == 1)
    }
  }

  @Test func columnsMayBeSpelledLikeWordsOfAnOrder() throws {
    try TemporaryStore.run { _, session in
      let rack = Rack(name: "x", quantity: 1)
      try session.save(
        contentsOf: (1...4).map {
          Bargain(price: $0, desc: "\(5 - $0)", last: 0, end: 10 * $0, rack: rack)
        })
      func prices(_ criteria: Criteria) throws -> [Int] {
        try Query<Bargain>(criteria).where { $0.rack.name == "x" }.find(in: session).map(\.price)
      }
      let highest = try prices("ORDER BY price DESC LIMIT 3")
      #expect(highest == [4, 3, 2])
      let described = try prices("ORDER BY \"desc\" DESC, price DESC NULLS LAST LIMIT 2")
      #expect(described == [1, 2])
      let latest = try prices("ORDER BY case price when 1 then 99 else end end DESC LIMIT 3")
      #expect(latest == [1, 4, 3])
    }
  }

  /// The word of the clause was replaced by the property's column.
  @Test func aPropertyMayBeCalledLikeAClause() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (1...5).map { Allowance(age: $0, limit: 10 - $0) })
      let older = try Allowance.find("age > 3 limit 5", in: session).map(\.age).sorted()
      #expect(older == [4, 5])
      let high = try Allowance.find("age > 3 AND \"limit\" > 5 limit 5", in: session).map(\.age)
      #expect(high == [4])
    }
  }

  /// Words of operators, types and clauses were replaced by the columns.
  @Test func propertiesMayBeCalledLikeWordsOfSQL() throws {
    try TemporaryStore.run { _, session in
      let cards = (1...3).map { Postcard(age: $0, from: "f\($0)", by: 4 - $0, text: "t", date: $0) }
      try session.save(contentsOf: cards)
      func ages(_ criteria: Criteria) throws -> [Int] {
        try Postcard.find(criteria, in: session).map(\.age)
      }
      #expect(try ages("age is distinct from \(2) order by age") == [1, 3])
      #expect(try ages("from = 'f3' OR date IN (1) ORDER BY by") == [3, 1])
      #expect(try ages("CAST(pk AS text) = '2' AND text = 't' AND by < 3") == [2])
      #expect(try Query<Postcard>("ORDER BY by").limit(1).find(in: session) == [cards[2]])
    }
  }

  /// PostgreSQL folds a name that is not in quotes.
  @Test func columnsAreFoundHoweverTheyAreSpelled() throws {
    try TemporaryStore.run { _, session in
      let visitor = Visitor(town: "Bonn")
      try session.save(visitor)
      for criteria: Criteria in [
        "homeTown = \("Bonn")", "hometown = 'Bonn'", "\"homeTown\" = 'Bonn'", "town = 'Bonn'",
        "pk IN (SELECT pk FROM visitor WHERE homeTown = 'Bonn')",
        "1 = (SELECT count(ALL town) FROM visitor)",
      ] {
        #expect(try Visitor.find(criteria, in: session) == [visitor])
      }
    }
  }

  /// The columns were taken for words, and left as they were spelled.
  @Test(.enabled(if: TestedDatabase.current == .postgres, "SQLite has no such operators."))
  func columnsMayFollowWordsOfOperators() throws {
    try TemporaryStore.run { _, session in
      let visitor = Visitor(town: "Bonn")
      try session.save(visitor)
      for criteria: Criteria in [
        "'Bonn' BETWEEN SYMMETRIC town AND town", "trim(both town from town) = ''",
        "overlay(town placing town from 2) = 'BBonn'",
      ] {
        #expect(try Visitor.find(criteria, in: session) == [visitor])
      }
      try session.save(contentsOf: (1...3).map { Wall.grey($0) })
      let range: Criteria =
        "painted BETWEEN SYMMETRIC \(Self.date(2.5)) AND \(Self.date(1.5))"
      #expect(try Wall.find(range, in: session).map(\.shade.grey) == [2])
    }
  }

  /// The table's name was replaced by the property's column.
  @Test func aPropertyMayBeCalledLikeItsTable() throws {
    try TemporaryStore.run { _, session in
      let jottings = ["a", "b", "a"].map { Jotting(jotting: $0) }
      try session.save(contentsOf: jottings)
      let last = try Jotting.find(
        "pk IN (SELECT max(pk) FROM jotting GROUP BY jotting) ORDER BY pk", in: session)
      #expect(last == Array(jottings.dropFirst()))
      #expect(try Jotting.find("jotting.jotting = \("b")", in: session) == [jottings[1]])
    }
  }

  /// The codec of the column wrote it, as if it were compared directly.
  @Test func aValueAfterArithmeticIsNotOneOfTheColumn() throws {
    try TemporaryStore.run { _, session in
      let allowance = Allowance(age: 1, limit: 1, amount: 3)
      try session.save(allowance)
      for criteria: Criteria in ["2 * \(150) = amount", "amount = \(150) * 2"] {
        #expect(try Allowance.find(criteria, in: session) == [allowance])
      }
    }
  }

  @Test func aValueInsideQuotesIsAnError() throws {
    try TemporaryStore.run { _, session in
      for criteria: Criteria in [
        "shade = '\(1)'", "\"\(1)\" = shade", "shade = 1 /* \(1) */", "shade = 'a''b",
        "shade = 1 -- not \(2), see below\nORDER BY shade",
      ] {
        let error = failure { _ = try Wall.find(criteria, in: session) }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains("quote") == true)
      }
    }
  }
}

@Suite struct ValuesTests {
  @Test func chosenColumnsAreReadWithoutObjects() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: [Wall.grey(3, coat: 4), Wall.grey(1), Wall.grey(2)])
      var rows: [(pk: Int64, Shade, Shade?, Date)] = []
      let statements = try store.statements {
        rows = try Wall.where { $0.shade < Shade(grey: 3) || $0.price == 1 }.order(by: \.shade)
          .limit(3).values(of: \.shade, \.coatOfPaint, \.painted, in: session)
      }
      #expect(rows.map(\.pk) == [2, 3, 1])
      #expect(rows.map(\.1.grey) == [1, 2, 3])
      #expect(rows.map(\.2?.grey) == [nil, nil, 4])
      #expect(rows.map(\.3.timeIntervalSinceReferenceDate) == [1, 2, 3])
      #expect(
        statements == [
          """
          SELECT pk, shade, coat_of_paint, painted FROM wall WHERE (shade < ?1 OR price = ?2) \
          ORDER BY shade, pk LIMIT 3
          """
        ])
    }
  }

  @Test func aDamagedColumnDoesNotKeepTheOthersFromBeingRead() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: [Wall.grey(1), Wall.grey(2)])
      session.clear()
      try session.execute("UPDATE wall SET price = 'much' WHERE pk = 2")
      let error = failure { _ = try Wall.query.values(of: \.shade, \.price, in: session) }
      #expect(error?.code == .decodingFailed)
      #expect(error?.context.pk == 2)
      #expect(error?.context.property == "price")
      #expect(try Wall.query.values(of: \.shade, in: session).map(\.1.grey) == [1, 2])
    }
  }

  @Test func referencesAndCollectionsAreRefused() throws {
    try TemporaryStore.run { _, session in
      try session.save(Person.joe())
      for error in [
        failure { _ = try Person.query.values(of: \.home, in: session) },
        failure { _ = try Person.query.values(of: \.nickNames, in: session) },
      ] {
        #expect(error?.code == .invalidQuery)
      }
    }
  }
}

@Persistent private final class Bargain {
  var price: Int
  var desc: String
  var last: Int
  @Column("end_date") var end: Int
  var rack: Rack?
  @Transient var life = Lifetime()
}

@Persistent private final class Allowance {
  var age: Int
  @Column("upper_limit") var limit: Int
  @Column(
    codec: IntCodec().map(
      CodecIdentifier("hundredths"), to: { (units: Int) in units / 100 },
      from: { (amount: Int) in amount * 100 }))
  var amount: Int = 0
  @Transient var life = Lifetime()
}

@Persistent private final class Postcard {
  var age: Int
  @Column("sent_from") var from: String
  @Column("author") var by: Int
  @Column("body") var text: String
  @Column("made_on") var date: Int
  @Transient var life = Lifetime()
}

@Persistent private final class Visitor {
  @Column("homeTown") var town: String
  @Transient var life = Lifetime()
}

@Persistent private final class Jotting {
  @Column("body") var jotting: String
  @Transient var life = Lifetime()
}
