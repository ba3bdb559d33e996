import PersistentObjects
import TestSupport
import Testing

@Suite struct ProjectionTests {
  /// Ann with two sales, Bob with one, and Cid without any.
  private static func shop(
    _ body: (TemporaryStore, Session, (ann: Buyer, bob: Buyer, cid: Buyer)) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      let people = (
        Buyer(name: "Ann", nick: "A"), Buyer(name: "Bob"), Buyer(name: "Cid", nick: "A")
      )
      try session.given(people.0, people.1, people.2)
      try session.given(
        Sale(customer: people.0, quantity: 2, price: 1.5),
        Sale(customer: people.0, quantity: 1, price: 3, isPaid: true),
        Sale(customer: people.1, quantity: 5, price: 1))
      try body(store, session, people)
    }
  }

  @Test func selectsObjectsBesideValues() throws {
    try Self.shop { store, session, people in
      var rows: [(Buyer?, Sale, Double)] = []
      let statements = try store.statements {
        rows = try Sale.query.order(by: \.price).select {
          ($0.customer, $0.itself, $0.price * 2)
        }.find(in: session)
      }
      #expect(rows.map(\.0) == [people.bob, people.ann, people.ann])
      #expect(rows.map(\.1.quantity) == [5, 2, 1])
      #expect(rows.map(\.2) == [2, 3, 6])
      #expect(statements.count(where: { $0.hasPrefix("SELECT") }) == 1)
    }
  }

  @Test func distinctRowsComeOnceInTheirOwnOrder() throws {
    try Self.shop { _, session, _ in
      let nicks = try Buyer.query.select(\.nick).distinct().find(in: session)
      #expect(nicks == [nil, "A"])
      let first = try Buyer.query.select(\.nick).distinct().limit(1).find(in: session)
      #expect(first == [nil])
      let limited = try Buyer.query.order(by: \.name, .descending).limit(1)
        .select { ($0.nick, $0.name) }.distinct().findFirst(in: session)
      #expect(limited?.1 == "Cid")
    }
  }

  @Test func rowsBecomeStructs() throws {
    struct Summary: Equatable {
      let name: String
      let count: Int
    }
    try Self.shop { _, session, _ in
      let rows = try Buyer.query.select { ($0.name, $0.orders.count) }
        .map { Summary(name: $0, count: $1) }.find(in: session)
      #expect(rows.first == Summary(name: "Ann", count: 2) && rows.count == 3)
      let texts = try Buyer.query.select { ($0.name, $0.orders.count) }.find(in: session)
        .map { "\($0) \($1)" }
      #expect(texts == ["Ann 2", "Bob 1", "Cid 0"])
    }
  }

  @Test func elementsComeWithTheirOwnersInOneMoreStatement() throws {
    try Self.shop { store, session, people in
      try session.given(Basket(name: "b", size: 2, owners: [people.ann, people.cid]))
      people.bob.marks = [3, 1, 2]
      try session.save()
      var rows: [(String, [Double], [(Sale, Int)], [String])] = []
      let statements = try store.statements {
        rows = try Buyer.query.order(by: \.name).select {
          (
            $0.name, $0.orders.where { $0.price > 1 }.order(by: \.price).select(\.price),
            $0.orders.order(by: { $0.quantity }, .descending).select { ($0, $0.quantity * 2) },
            $0.baskets.select { $0.name }
          )
        }.find(in: session)
      }
      let selects = statements.filter {
        $0.hasPrefix("SELECT") && !$0.contains("_persistent_table")
      }
      #expect(selects.count == 4, "\(selects)")
      #expect(rows.map(\.0) == ["Ann", "Bob", "Cid"])
      #expect(rows.map(\.1) == [[1.5, 3], [], []])
      #expect(rows.map { $0.2.map(\.1) } == [[4, 2], [10], []])
      #expect(rows[1].2[0].0.customer == people.bob)
      #expect(rows.map(\.3) == [["b"], [], ["b"]])
      let marks = try Sale.where { $0.price == 1 }.select { $0.customer.marks.select { $0 + 1 } }
        .find(in: session)
      #expect(marks == [[4, 2, 3]])
      let nested = try Buyer.query.select {
        $0.baskets.select { ($0.name, $0.owners.select(\.name)) }
      }.find(in: session)
      #expect(nested.map { $0.map(\.1) } == [[["Ann", "Cid"]], [], [["Ann", "Cid"]]])
    }
  }

  @Test func pairsAreJoined() throws {
    try Self.shop { _, session, people in
      let pairs = try Buyer.query.join(Buyer.self) { $0.nick == $1.nick && $0.pk < $1.pk }
        .find(in: session)
      #expect(pairs.count == 1 && pairs[0] == (people.ann, people.cid))
      let sales = try Buyer.query
        .leftJoin(Sale.self) { $0.pk == $1.customer.pk && $1.quantity > 1 }
        .order { _, sale in sale.price }.order { buyer, _ in buyer.name }
        .select { ($0.name, $1.quantity, $1.itself) }.find(in: session)
      #expect(sales.map(\.0) == ["Cid", "Bob", "Ann"])
      #expect(sales.map(\.1) == [nil, 5, 2])
      #expect(sales.map { $0.2?.price } == [nil, 1, 1.5])
      let some = Sale.query.join(Buyer.self) { $0.customer.name == $1.name }
        .where { sale, buyer in sale.price > 1 && buyer.name.hasPrefix("A") }
      #expect(try some.count(in: session) == 2)
      #expect(try some.limit(1).find(in: session).count == 1)
    }
  }

  @Test func joinsReachOtherTablesOnBothSides() throws {
    try Self.shop { _, session, people in
      people.ann.home = Town(name: "Bonn")
      people.cid.home = Town(name: "Bonn")
      try session.save()
      let pairs = try Buyer.query
        .leftJoin(Buyer.self) { $0.home.name == $1.home.name && $0.pk != $1.pk }
        .where { $0.home.name == "Bonn" && $1.home.name == "Bonn" }.find(in: session)
      #expect(pairs.map(\.0) == [people.ann, people.cid])
      #expect(pairs.map(\.1) == [people.cid, people.ann])
    }
  }

  @Test func groupsAreOrderedLimitedAndTakenApart() throws {
    try Self.shop { _, session, people in
      let groups = Sale.query.grouped(by: \.customer)
      let first = try groups.order(.descending) { $0.value(.count()) }.limit(1)
        .values(
          .count(), .sum(\.quantity, where: { $0.isPaid }), .count(where: { !$0.isPaid }),
          in: session)
      #expect(first.count == 1 && first[0].key == people.ann)
      #expect(first[0].1 == 2 && first[0].2 == 1 && first[0].3 == 1)
      let elements = try groups.elements(in: session)
      #expect(elements.map(\.key) == [people.ann, people.bob])
      #expect(elements.map { $0.elements.map(\.quantity) } == [[2, 1], [5]])
      let top = try groups.top(1, by: \.price, .descending).find(in: session)
      #expect(top.map(\.price) == [3, 1])
      let cheap = try groups.top(1, by: \.price).where { $0.price > 1 }.find(in: session)
      #expect(cheap.map(\.price) == [1.5])
    }
  }

  @Test func refusesWhatHasNoMeaning() throws {
    try Self.shop { _, session, _ in
      func code(_ body: () throws -> Void) -> PersistenceError.Code? { failure(body)?.code }
      let pairs = Buyer.query.join(Buyer.self) { $0.pk == $1.pk }
      #expect(
        code { _ = try pairs.limit(1).where { $0.pk > $1.pk }.find(in: session) } == .invalidQuery)
      var stolen: QueryExpression<String>?
      _ = Buyer.where {
        stolen = $0.name; return Condition(true)
      }
      #expect(code { _ = try Buyer.find(in: session) { $0.name == stolen! } } == .invalidQuery)
      #expect(code { _ = try Buyer.query.select(\.marks).find(in: session) } != nil)
      #expect(
        code {
          _ = try Buyer.query.grouped(by: \.name).limit(1).elements(in: session)
        } == .invalidQuery)
    }
  }
}
