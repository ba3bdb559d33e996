import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct QueryFunctionTests {
  private static let initials = QueryFunction("initials_of") { (name: String, nick: String?) in
    "\(name.prefix(1))\(nick?.prefix(1) ?? "")"
  }
  private static let half = QueryFunction("half_of") { (number: Int) throws -> Int in
    guard number.isMultiple(of: 2) else { throw CodecError("\(number) is odd") }
    return number / 2
  }
  private static let day = QueryFunction("day_of") { (date: Date, length: Duration) in
    date.addingTimeInterval(length / .seconds(1))
  }

  private static let temper = QueryFunction("temper_of") { (age: Int) in
    age > 30 ? Temper.calm : .angry
  }

  private static func run(_ body: (Session) throws -> Void) throws {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.functions = [initials, half, day, temper]
    let store = try Store(SQLiteConfiguration(path: ":memory:"), configuration: configuration)
    try body(Session(store: store))
    store.close()
  }

  @Test(.onSQLite) func theProgramsFunctionsAreCalled() throws {
    try Self.run { session in
      try session.given(Buyer(name: "Ann", nick: "Z"), Buyer(name: "Bob"))
      let (initials, half) = (Self.initials, Self.half)
      #expect(try Buyer.find(in: session) { initials($0.name, $0.nick) == "AZ" }.count == 1)
      let names = try Buyer.query.order { initials($0.name, $0.nick) }
        .select { initials($0.name, $0.nick) + "!" }.find(in: session)
      #expect(names == ["AZ!", "B!"])
      try session.given(Sale(quantity: 4, price: 1), Sale(quantity: 6, price: 1))
      let groups = try Sale.query.grouped { half($0.quantity) }.values(.count(), in: session)
      #expect(groups.map(\.key) == [2, 3])
      let sql = try Sale.where { half($0.quantity) == 2 }.sql(in: session)
      #expect(sql.contains("WHERE half_of(quantity) = ?1"))
      try session.given(Sale(quantity: 5, price: 1))
      let odd = failure { _ = try Sale.find(in: session) { half($0.quantity) == 2 } }
      #expect(odd?.code == .databaseFailed || odd?.code == .invalidQuery)
      #expect("\(String(describing: odd))".contains("5 is odd"))
      let other = failure { _ = try Odd.find(in: session) { half($0.number) == 2 } }
      #expect(other?.code == .notSearchable)
    }
  }

  @Test(.onSQLite) func valuesGoThroughCodecs() throws {
    try Self.run { session in
      let start = Date(timeIntervalSinceReferenceDate: 100)
      try session.given(
        Charge(
          number: 1, price: 1, tax: 0, work: .seconds(20), ordered: start, paid: start, weight: 1))
      let ends = try Charge.query.select { Self.day($0.ordered, $0.work) }.find(in: session)
      #expect(ends == [start.addingTimeInterval(20)])
    }
  }

  /// The result is in the form of the registry's codec.
  @Test(.onSQLite) func aResultIsNotTakenForAValueOfAnotherCodec() throws {
    try Self.run { session in
      try session.given(Portrait(age: 40, temper: .calm, price: 5))
      let error = failure {
        _ = try Portrait.find(in: session) { $0.temper == Self.temper($0.age) }
      }
      #expect(error?.code == .invalidQuery)
      #expect(try Portrait.find(in: session) { Self.temper($0.age) == Temper.calm }.count == 1)
    }
  }

  @Test func badNamesAreRefused() throws {
    for name in ["", "1x", "a b", "_persistent_add", "x;"] {
      var configuration = StoreConfiguration(codecs: .standard)
      configuration.functions = [QueryFunction(name) { (value: Int) in value }]
      let error = failure {
        _ = try Store(SQLiteConfiguration(path: ":memory:"), configuration: configuration)
      }
      #expect(error?.code == .invalidModel, "\(name)")
    }
  }

  @Test func textsCompareWithoutCase() throws {
    try TemporaryStore.run { _, session in
      try session.given(Buyer(name: "bob", nick: "BOB"), Buyer(name: "Ann"), Buyer(name: "BOB"))
      let bobs = try Buyer.find(in: session) { $0.name.collated(.ignoringCase) == "Bob" }
      #expect(bobs.map(\.name) == ["bob", "BOB"])
      let same = try Buyer.find(in: session) { $0.name.collated(.ignoringCase) == $0.nick }
      #expect(same.map(\.name) == ["bob"])
      let listed = try Buyer.find(in: session) { $0.name.collated(.ignoringCase).isIn(["BOB"]) }
      #expect(listed.count == 2)
      let ordered = try Buyer.query.order { $0.name.collated(.ignoringCase) }.find(in: session)
      #expect(ordered.map(\.name) == ["Ann", "bob", "BOB"])
      let groups = try Buyer.query.grouped { $0.name.collated(.ignoringCase) }
        .values(.count(), in: session)
      #expect(groups.map(\.key) == ["ann", "bob"] && groups.map(\.1) == [1, 2])
      let parts = try Buyer.find(in: session) { $0.name.contains($0.nick.lowercased()) }
      #expect(parts.map(\.name) == ["bob"])
      #expect(try Buyer.find(in: session) { $0.name.dropFirst().dropLast() == "o" }.count == 1)
      #expect(try Buyer.find(in: session) { $0.name.dropFirst(.max) == "" }.count == 3)
      #expect(try Buyer.find(in: session) { $0.name.dropLast(.max) == "" }.count == 3)
    }
  }

  /// PostgreSQL refuses to compare texts that name different collations, and computed ones name
  /// that of scalars.
  @Test func bothSidesOfAComparisonHaveTheCollation() throws {
    let collation = Collation(named: TestedDatabase.current == .postgres ? "und-x-icu" : "nocase")
    try TemporaryStore.run { _, session in
      try session.given(Buyer(name: "bob", nick: "BOB"), Buyer(name: "Ann", nick: "x"))
      let same = try Buyer.find(in: session) {
        $0.name.collated(collation) == $0.nick.lowercased()
      }
      #expect(same.map(\.name) == ["bob"])
      let chosen = try Buyer.find(in: session) {
        when($0.isActive, then: "Ann", else: "x") == $0.name.collated(collation)
      }
      #expect(chosen.map(\.name) == ["Ann"])
      let prefixed = try Buyer.find(in: session) { $0.name.collated(collation).hasPrefix("BO") }
      #expect(prefixed.isEmpty)
    }
  }

  @Test(.onSQLite) func searchesIgnoreCollationsInsideOtherValues() throws {
    try TemporaryStore.run { _, session in
      try session.given(Buyer(name: "SMITHSON", nick: "smith"))
      func count(_ condition: (Columns<Buyer>) -> Condition) throws -> Int {
        try Buyer.where(condition).count(in: session)
      }
      #expect(try count { ($0.nick.collated("nocase") ?? "").hasPrefix("SM") } == 0)
      #expect(try count { ($0.nick.collated("nocase") ?? "").prefix(3) == "SMI" } == 0)
      #expect(try count { $0.name.hasPrefix($0.nick.collated("nocase")) } == 0)
      #expect(try count { ($0.nick.collated("nocase") ?? "") == "SMITH" } == 1)
    }
  }

  @Test(.onSQLite) func collationsHaveNames() throws {
    try TemporaryStore.run { _, session in
      try session.given(Buyer(name: "b"), Buyer(name: "A"), Buyer(name: "B"))
      let ordered = try Buyer.query.order { $0.name.collated("nocase") }.find(in: session)
      #expect(ordered.map(\.name) == ["A", "b", "B"])
      #expect(try Buyer.find(in: session) { $0.name.collated("nocase") == "B" }.count == 2)
      let unknown = failure {
        _ = try Buyer.query.order { $0.name.collated("klingon") }.find(in: session)
      }
      #expect(unknown?.code == .invalidQuery)
    }
  }
}
