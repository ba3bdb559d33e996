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
      let selects = statements.filter { $0.hasPrefix("SELECT") }
      #expect(selects.count == 3, "the rows, and the objects of both classes: \(selects)")
    }
  }

  /// The objects were as old as the last find, though the rows had the present values.
  @Test func selectedObjectsAreRefreshedUnlessTheyHaveChanges() throws {
    try Self.shop { store, session, people in
      people.bob.nick = "mine"
      try Session(store: store.store).execute("UPDATE buyer SET nick = name")
      let rows = try Buyer.query.order(by: \.name).select { ($0.nick, $0.itself) }
        .find(in: session)
      #expect(rows.map(\.0) == ["Ann", "Bob", "Cid"])
      #expect(rows.map(\.1.nick) == ["Ann", "mine", "Cid"])
      #expect(people.ann.state == .clean && people.bob.state == .changed)
    }
  }

  @Test func objectsOfGroupsAndJoinsAreRefreshed() throws {
    try Self.shop { store, session, people in
      let sales = people.ann.orders
      let other = Session(store: store.store)
      try other.execute("UPDATE sale SET quantity = 7")
      let elements = try Sale.query.grouped(by: \.price).elements(in: session)
      #expect(elements.allSatisfy { $0.elements.map(\.quantity) == [7] })
      #expect(sales.map(\.quantity) == [7, 7])
      try other.execute("UPDATE buyer SET nick = 'x'")
      let groups = try Sale.query.grouped(by: \.customer).values(.count(), in: session)
      #expect(groups.map { $0.key?.nick } == ["x", "x"] && people.ann.nick == "x")
      try other.execute("UPDATE buyer SET nick = 'y'")
      let pairs = try Buyer.query.join(Sale.self) { $0.pk == $1.customer.pk }.find(in: session)
      #expect(pairs.map(\.0.nick) == ["y", "y", "y"] && people.bob.nick == "y")
    }
  }

  @Test func selectedObjectsOfASnapshotAreReadOnce() throws {
    try Self.shop { store, _, _ in
      try store.store.lendSession { session in
        let buyers = try Buyer.findAll(in: session)
        let statements = try store.statements {
          let found = try Buyer.query.select { $0.itself }.find(in: session)
          #expect(found == buyers)
        }
        #expect(statements.count { $0.hasPrefix("SELECT") } == 1)
      }
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
      #expect(selects.count == 5, "\(selects)")
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

  @Test func theOwnKeyBreaksTiesOfAnOrderByAJoinedKey() throws {
    try Self.shop { _, session, _ in
      let quantities = try Sale.query.join(Buyer.self) { $0.customer.pk == $1.pk }
        .order(.descending) { _, buyer in buyer.pk }
        .select { sale, _ in sale.quantity }.find(in: session)
      #expect(quantities == [5, 1, 2])
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

  @Test func severalClassesAreJoinedAndGrouped() throws {
    try Self.shop { store, session, people in
      try session.given(
        Basket(name: "Ann", size: 2), Basket(name: "Bob", size: 3), Basket(name: "Bob", size: 5))
      let joined = Buyer.query
        .join(Sale.self) { $1.customer.pk == $0.pk }
        .join(Basket.self) { buyer, _, basket in basket.name == buyer.name }
      let tuples = try joined.order { _, sale, basket in sale.price * basket.size.as(Double.self) }
        .find(in: session)
      #expect(tuples.map(\.0.name) == ["Ann", "Bob", "Bob", "Ann"])
      #expect(tuples.map(\.2.size) == [2, 3, 5, 2])
      let groups = joined.grouped { buyer, _, _ in buyer.name }
        .order(.descending) { $0.count() }
      var rows: [(String, Int, Int, Double?)] = []
      let statements = try store.statements {
        rows = try groups.select {
          (
            $0.key, $0.count(), $0.sum { _, sale, basket in sale.quantity * basket.size },
            $0.max { _, sale, _ in sale.price }
          )
        }.find(in: session)
      }
      #expect(statements.count { $0.contains("GROUP BY") } == 1)
      #expect(rows.map(\.0) == ["Ann", "Bob"] && rows.map(\.1) == [2, 2])
      #expect(rows.map(\.2) == [6, 40] && rows.map(\.3) == [3, 1])
      let big = try groups.having { $0.sum { _, sale, basket in sale.quantity * basket.size } > 6 }
        .select { $0.key }.find(in: session)
      #expect(big == ["Bob"])
      let four = try joined.leftJoin(Buyer.self) { buyer, _, _, other in
        other.nick == buyer.nick && other.pk != buyer.pk
      }.where { _, sale, _, _ in sale.price < 3 }.find(in: session)
      #expect(four.map { $0.3?.name } == ["Cid", nil, nil])
      #expect(try joined.count(in: session) == 4)
    }
  }

  @Test func groupsGiveComputedRows() throws {
    try Self.shop { _, session, people in
      let groups = Sale.query.grouped(by: \.customer)
      let rows = try groups.select {
        ($0.key, $0.value(.sum(\.quantity)) * 2 + $0.count(), $0.average(\.price))
      }.find(in: session)
      #expect(rows.map(\.0) == [people.ann, people.bob])
      #expect(rows.map(\.1) == [8, 11] && rows.map(\.2) == [2.25, 1])
      let count = try groups.select { $0.key }.count(in: session)
      let second = try groups.offset(1).select { $0.key }.find(in: session)
      #expect(count == 2 && second == [people.bob])
      let several = try Sale.query.grouped(by: \.isPaid, \.quantity).select { group in
        let (isPaid, quantity) = group.key
        return (isPaid, quantity, group.count { $0.price > 2 })
      }.limit(2).find(in: session)
      #expect(several.map(\.0) == [false, false] && several.map(\.1) == [2, 5])
      #expect(several.map(\.2) == [0, 0])
      let typed: GroupedQuery<Sale, Bool> = Sale.query.grouped(by: \.isPaid)
      #expect(try Self.numbers(of: typed, in: session) == [2, 1])
      let none = try Sale.query.grouped(by: \.isPaid).having { $0.sum(\.stock) == 0 }
        .select { $0.key }.find(in: session)
      #expect(none == [false, true])
      let refused = failure { _ = try groups.select { $0.key }.distinct().find(in: session) }
      #expect(refused?.code == .invalidQuery)
    }
  }

  private static func numbers(
    of groups: GroupedQuery<Sale, Bool>, in session: Session
  ) throws -> [Int] {
    try groups.select { $0.count() }.find(in: session)
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func tuplesAfterALimitHaveATotalOrder() throws {
    try Self.shop { store, session, people in
      var sales: [(Buyer, Sale)] = []
      let statements = try store.statements {
        sales = try Buyer.query.order(by: \.name, .descending).limit(2)
          .join(Sale.self) { $0.pk == $1.customer.pk }.find(in: session)
      }
      #expect(sales.map(\.0) == [people.bob])
      let orders = statements.filter {
        $0.hasSuffix("ORDER BY buyer.name DESC, buyer.pk DESC, sale.pk")
      }
      #expect(orders.count == 1, "\(statements)")
    }
  }

  /// The object that owns the elements is not the query's own if a reference leads to it.
  @Test func elementsDependOnlyOnTheObjectThatOwnsThem() throws {
    try Self.shop { _, session, _ in
      let own = try Buyer.query.select { buyer in
        (buyer.name, buyer.orders.where { $0.customer.name == buyer.name }.select(\.price))
      }.find(in: session)
      #expect(own.map(\.1) == [[1.5, 3], [1], []])
      let reached = try Sale.query.select { sale in
        (sale.quantity, sale.customer.orders.where { $0.price > 1 }.select(\.price))
      }.find(in: session)
      #expect(reached.map(\.1) == [[1.5, 3], [1.5, 3], []])
      let error = failure {
        _ = try Sale.query.select { sale in
          (sale.quantity, sale.customer.orders.where { $0.price > sale.price }.select(\.price))
        }.find(in: session)
      }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("through a reference") == true)
    }
  }

  @Test func rowsAreCountedAndStreamed() throws {
    try Self.shop { store, session, people in
      let nicks = Buyer.query.select(\.nick).distinct()
      #expect(try nicks.count(in: session) == 2)
      #expect(try nicks.offset(1).find(in: session) == ["A"])
      #expect(try nicks.offset(1).limit(5).count(in: session) == 1)
      var names: [String] = []
      for (name, buyer, prices) in try Buyer.query.order(by: \.name).select({
        ($0.name, $0.itself, $0.orders.select(\.price))
      }).stream(in: session) {
        names.append("\(name) \(buyer.pk == people.ann.pk) \(prices)")
      }
      #expect(names == ["Ann true [1.5, 3.0]", "Bob false [1.0]", "Cid false []"])
      var found: [Buyer] = []
      for buyer in try Buyer.query.stream(in: session) { found.append(buyer) }
      #expect(found == [people.ann, people.bob, people.cid])
    }
  }

  @Test func streamsAreReadInChunksAndFailAtTheNextCall() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (0..<600).map { Basket(name: "b", size: $0) })
      var sum = 0
      for basket in try Basket.query.stream(in: session) { sum += basket.size }
      for (size, basket) in try Basket.query.select({ ($0.size, $0.itself) }).stream(in: session) {
        sum -= basket.size - (size - basket.size)
      }
      #expect(sum == 0)
      var count = 0
      for _ in try Basket.query.select({ 100 / ($0.size - 300) }).stream(in: session) { count += 1 }
      #expect(count < 600)
      #expect(failure { _ = try Basket.count(in: session) }?.code == .sessionFailed)
    }
  }

  @Test func streamsThrowInAsynchronousLoops() async throws {
    let session = Session(store: try Store(path: ":memory:"))
    try session.save(contentsOf: (0..<300).map { Basket(name: "b", size: $0) })
    var sum = 0
    for try await basket in try Basket.query.stream(in: session) { sum += basket.size }
    #expect(sum == 299 * 150)
    do {
      for try await _ in try Basket.query.select({ 100 / $0.size }).stream(in: session) {}
      Issue.record("a division by zero is no error")
    } catch {
      #expect(error is PersistenceError)
    }
  }

  @Test func rowsOfSQLHaveNames() throws {
    try Self.shop { _, session, _ in
      let rows = try session.namedRows(
        "SELECT name, nick, pk * \(2) AS twice FROM buyer ORDER BY name")
      #expect(rows.map(\.names).first == ["name", "nick", "twice"])
      #expect(rows.map { $0["name"] } == [.text("Ann"), .text("Bob"), .text("Cid")])
      #expect(try rows.map { try $0.value("nick", as: String?.self) } == ["A", nil, "A"])
      #expect(try rows[0].value("twice", as: Int.self) == 2)
      #expect(failure { _ = try rows[0].value("other", as: Int.self) }?.code == .invalidQuery)
      #expect(failure { _ = try rows[0].value("name", as: Int.self) }?.code == .decodingFailed)
      #expect(failure { _ = try rows[1].value("nick", as: String.self) }?.code == .decodingFailed)
      #expect(rows[0]["other"] == nil)
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

  /// The keys of different classes may be equal, and the query may have orders of its own.
  @Test func eachGroupOfElementsComesOnce() throws {
    try TemporaryStore.run { _, session in
      let (dog, cat) = (Dog(name: "d"), Cat(name: "c"))
      let pets: [Animal] = [dog, cat, dog, cat]
      try session.save(
        contentsOf: pets.enumerated().map { Keeper(name: "\($0.offset)", pet: $0.element) })
      #expect(dog.pk == cat.pk)
      let groups = try Keeper.query.grouped(by: \.pet).elements(in: session)
      #expect(groups.map(\.key) == [cat, dog])
      #expect(groups.map { $0.elements.map(\.name) } == [["1", "3"], ["0", "2"]])
      let sorted = try Query<Keeper>("ORDER BY name DESC").grouped(by: \.pet)
        .elements(in: session)
      #expect(sorted.map(\.key) == [cat, dog])
      #expect(sorted.map { $0.elements.map(\.name) } == [["3", "1"], ["2", "0"]])
      let names = try Keeper.query.order(by: \.name, .descending).grouped(by: \.name)
        .elements(in: session)
      #expect(names.map(\.key) == ["3", "2", "1", "0"])
    }
  }

  /// Rows that are older than the class's first subclass do not name the class of a reference.
  @Test func theFirstOfAGroupIsFoundAmongOldAndNewRows() throws {
    try TemporaryStore.run { _, session in
      let pet = Animal(name: "p")
      try session.save(contentsOf: ["b", "a", "c"].map { Keeper(name: $0, pet: pet) })
      try session.execute("UPDATE keeper SET pet_class = NULL WHERE name = 'a'")
      let top = try Keeper.query.grouped(by: \.pet).top(1, by: \.name).find(in: session)
      #expect(top.map(\.name) == ["a"])
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
