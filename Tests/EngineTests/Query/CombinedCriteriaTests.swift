import PersistentObjects
import TestSupport
import Testing

/// Criteria and typed clauses of one query apply together.
@Suite struct CombinedCriteriaTests {
  private static func lines() -> [Stock] {
    (1...40).map { Stock(quantity: $0 * 10, discount: $0.isMultiple(of: 2) ? 0.5 : 0) }
  }

  @Test func deletesOnlyWhatBothConditionsSelect() throws {
    try TemporaryStore.run { _, session in
      let lines = Self.lines()
      try session.save(contentsOf: lines)
      let both = Query<Stock>("WHERE quantity > \(100) OR quantity < \(0)")
        .where { $0.discount == 0.5 }
      let expected = lines.filter { $0.quantity > 100 && $0.discount == 0.5 }
      #expect(try both.find(in: session) == expected)
      #expect(try both.findFirst(in: session) == expected.first)
      #expect(try both.count(in: session) == expected.count)
      #expect(try both.exists(in: session))
      #expect(
        try both.value(.sum(\.quantity), in: session) == expected.map(\.quantity).reduce(0, +))
      let quantities = try both.values(of: \.quantity, in: session).map(\.1)
      #expect(quantities == expected.map(\.quantity))
      let groups = try both.grouped(by: \.discount).values(.count(), in: session)
      #expect(groups.map(\.1) == [expected.count])
      #expect(try both.page(size: 3, in: session).objects == Array(expected.prefix(3)))
      let top = both.order(by: \.quantity, .descending).offset(1).limit(3)
      #expect(try top.find(in: session) == Array(expected.reversed()[1..<4]))
      #expect(try both.delete(in: session) == expected.count)
      #expect(try Stock.findAll(in: session) == lines.filter { !expected.contains($0) })
    }
  }

  struct Text: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: @Sendable () -> Query<Stock>
    let sql: String

    init(_ sql: String, _ query: @escaping @Sendable () -> Query<Stock>) {
      testDescription = sql
      self.query = query
      self.sql = sql
    }
  }

  static let texts: [Text] = [
    Text("… WHERE quantity > ?1") { Query("quantity > \(1)") },
    Text("…  order by quantity") { Query(" order by quantity") },
    Text("… WHERE (quantity > ?1 OR 0) AND discount = ?2 ORDER BY pk") {
      Query("where quantity > \(1) OR 0 -- all").where { $0.discount == 0.5 }
    },
    Text("… WHERE discount = ?1 ORDER BY pk") { Query("").where { $0.discount == 0.5 } },
    Text("… WHERE (quantity > ?1) ORDER BY quantity DESC, pk LIMIT 3") {
      Query("quantity > \(1) ORDER BY quantity DESC").limit(3)
    },
    Text("… WHERE (quantity > ?1) AND pk > ?2 ORDER BY pk") { Query("quantity > \(1)").after(7) },
    Text("… ORDER BY max(quantity, ?1), discount DESC, pk DESC") {
      Query("ORDER BY max(quantity, \(3))").order(by: \.discount, .descending)
    },
    Text(
      "… WHERE pk IN (SELECT pk FROM stock WHERE quantity > ?1 ORDER BY quantity LIMIT ?2) "
        + "AND discount = ?3 ORDER BY quantity, pk"
    ) { Query("quantity > \(1) ORDER BY quantity LIMIT \(5)").where { $0.discount == 0.5 } },
    Text(
      "… WHERE pk IN (SELECT pk FROM stock ORDER BY quantity LIMIT 5) "
        + "ORDER BY discount, quantity, pk"
    ) { Query("ORDER BY quantity LIMIT 5").order(by: \.discount) },
    Text(
      "… WHERE pk IN (SELECT pk FROM stock GROUP BY discount HAVING count(*) > ?1) "
        + "ORDER BY pk LIMIT 1"
    ) { Query("GROUP BY discount HAVING count(*) > \(1)").limit(1) },
    Text(
      "… WHERE (pk IN (SELECT pk FROM stock WHERE (quantity > ?1) ORDER BY quantity, pk LIMIT 3) "
        + "AND discount = ?2) ORDER BY quantity, pk"
    ) { Query("quantity > \(1) ORDER BY quantity").limit(3).where { $0.discount == 0.5 } },
    Text("… WHERE (EXISTS (SELECT 1 FROM stock AS o ORDER BY 1 LIMIT 1)) ORDER BY pk LIMIT 1") {
      Query("EXISTS (SELECT 1 FROM stock AS o ORDER BY 1 LIMIT 1)").limit(1)
    },
    Text("… LIMIT -1") { Query("LIMIT -1") },
    Text("… WHERE (\"limit\" > 3) ORDER BY pk LIMIT 1") { Query("\"limit\" > 3").limit(1) },
  ]

  @Test(.onSQLite, arguments: texts)
  func areWrittenAs(_ text: Text) throws {
    try TemporaryStore.run { _, session in
      let query = text.query()
      let sql = try query.sql(in: session).replacing(
        "SELECT pk, quantity, discount, \"limit\", rack FROM stock", with: "…")
      #expect(sql == text.sql)
      let found = try query.find(in: session)
      #expect(found.isEmpty)
      #expect(try query.count(in: session) == 0)
    }
  }

  /// Some databases have them without LIMIT. In others, OFFSET can be the name of a column.
  @Test(.onSQLite) func offsetFetchAndHavingCloseCriteriaAsLimitDoes() throws {
    try TemporaryStore.run { _, session in
      func sql(_ criteria: Criteria) throws -> String {
        let text = try Query<Stock>(criteria).where { $0.discount == 0.5 }.sql(in: session)
        return String(text.drop { $0 != "W" })
      }
      let offset = try sql("ORDER BY quantity OFFSET \(2)")
      #expect(
        offset == """
          WHERE pk IN (SELECT pk FROM stock ORDER BY quantity OFFSET ?1) AND discount = ?2 \
          ORDER BY quantity, pk
          """)
      let fetch = try sql("FETCH FIRST 3 ROWS ONLY")
      #expect(
        fetch == """
          WHERE pk IN (SELECT pk FROM stock FETCH FIRST 3 ROWS ONLY) AND discount = ?1 ORDER BY pk
          """)
      let having = try sql("HAVING NOT count(*) = \(0)")
      #expect(
        having == """
          WHERE pk IN (SELECT pk FROM stock HAVING NOT count(*) = ?1) AND discount = ?2 ORDER BY pk
          """)
      let name = try sql("offset > \(2)")
      #expect(name == "WHERE (offset > ?1) AND discount = ?2 ORDER BY pk")
    }
  }

  @Test(.onSQLite) func joinedTablesDoNotChangeWhatTheTextMeans() throws {
    try TemporaryStore.run { _, session in
      let racks = [Rack(name: "b", quantity: 1), Rack(name: "a", quantity: 99)]
      let stocks = [(5, 0), (20, 0), (3, 1), (30, 1)].map { quantity, rack in
        Stock(quantity: quantity, discount: 0, rack: racks[rack])
      }
      try session.save(contentsOf: stocks)
      let query = Query<Stock>("quantity > \(4)").order { $0.rack.name }
      #expect(
        try query.sql(in: session).hasSuffix(
          """
          FROM stock LEFT JOIN rack AS rack ON rack.pk = stock.rack \
          WHERE stock.pk IN (SELECT pk FROM stock WHERE quantity > ?1) \
          ORDER BY rack.name, stock.pk
          """))
      #expect(try query.find(in: session) == [stocks[3], stocks[0], stocks[1]])
      let ordered = Query<Stock>("ORDER BY stock.discount, Quantity DESC LIMIT 3")
        .where { $0.rack.quantity > 1 }
      #expect(try ordered.find(in: session) == [stocks[3]])
      #expect(try query.value(.maximum(\.rack.quantity), in: session) == 99)
      let plain = Query<Stock>("quantity > \(20)")
      #expect(try plain.value(.maximum(\.rack.quantity), in: session) == 99)
      let groups = try plain.grouped(by: \.rack.name).values(.count(), in: session)
      #expect(groups.map { $0.key } == ["a"])
    }
  }

  @Test func selectKeysForOtherQueries() throws {
    try TemporaryStore.run { _, session in
      let racks = ["a", "b", "c"].map { Rack(name: $0, quantity: $0 == "a" ? 1 : 2) }
      let stocks = racks.map { Stock(quantity: 1, discount: 0, rack: $0) }
      try session.save(contentsOf: stocks)
      let query = Query<Rack>("quantity = \(2)").where { $0.name != "b" }
      #expect(try Stock.find(in: session) { $0.rack.isIn(query) } == [stocks[2]])
      #expect(try Stock.find(in: session) { !$0.rack.isIn(query) } == [stocks[0], stocks[1]])
      let last = Query<Rack>("ORDER BY name DESC").limit(2)
      #expect(try Stock.find(in: session) { $0.rack.isIn(last) } == [stocks[1], stocks[2]])
    }
  }

  @Test func groupsHaveTheRowsThatALimitOfTheTextLeaves() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Self.lines())
      let largest = Query<Stock>("ORDER BY quantity DESC LIMIT 3").grouped(by: \.discount)
      let least = try largest.top(1, by: \.quantity).find(in: session)
      #expect(least.map(\.quantity) == [390, 380])
    }
  }

  @Test(.onSQLite, arguments: ["quantity > 1) OR (1", "(quantity > 1", "quantity > 1)"])
  func parenthesesDoNotReachBeyondTheText(_ text: String) throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Self.lines())
      let query = Query<Stock>(Criteria(stringLiteral: text)).where { $0.discount == 0.5 }
      let error = failure { _ = try query.delete(in: session) }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("parenthesis") == true)
      #expect(try Stock.count("quantity = max(1, 10)", in: session) == 1)
    }
  }

  /// The names were taken for clauses, which a deletion leaves out.
  @Test func namesSpelledLikeClausesStayInTheCondition() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (1...5).map { Errand(order: $0, limit: 10 - $0) })
      for late: Criteria in ["WHERE order > 3", "order > 3"] {
        #expect(try Query<Errand>(late).where { $0.isDone }.count(in: session) == 2)
      }
      #expect(try Query<Errand>("order > 3").where { $0.isDone }.delete(in: session) == 2)
      let first = Query<Errand>("ORDER BY limit").limit(2)
      #expect(try first.find(in: session).map(\.order) == [3, 2])
      #expect(failure { _ = try first.page(size: 1, in: session) }?.code == .invalidQuery)
      let high = Query<Errand>("order < 3 AND limit > 5 ORDER BY limit").order(by: \.order)
      #expect(try high.find(in: session).map(\.order) == [2, 1])
    }
  }

  @Test(arguments: ["ORDER BY limit WHERE order > 3", "ORDER BY order ORDER BY limit"])
  func clausesOutOfPlaceAreNotDropped(_ text: String) throws {
    try TemporaryStore.run { _, session in
      try session.save(Errand(order: 1, limit: 1))
      let query = Query<Errand>(Criteria(stringLiteral: text)).where { $0.isDone }
      let error = failure { _ = try query.delete(in: session) }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("write the condition first") == true)
      #expect(try Errand.count(in: session) == 1)
    }
  }

  /// Both tables have the second column of the reference.
  @Test func anOrderByTheClassOfAReferenceAllowsJoins() throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      let whole = Errand(order: 0, limit: 0)
      let parts = [Dog(name: "d"), Cat(name: "c")].enumerated().map { index, pet in
        Errand(order: index + 1, limit: 0, whole: whole, pet: pet)
      }
      try session.save(contentsOf: parts)
      let query = Query<Errand>("ORDER BY pet_class").where { $0.whole.order == 0 }
      #expect(try query.find(in: session).map(\.order) == [2, 1])
    }
  }

  @Test func anOrderByPositionCannotGoOn() throws {
    try TemporaryStore.run { _, session in
      let query = Query<Errand>("order > 0 ORDER BY 2 DESC")
      let errors = [
        failure { _ = try query.limit(1).find(in: session) },
        failure { _ = try query.select { ($0.limit, $0.order) }.find(in: session) },
      ]
      for error in errors {
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains("by the position of a column") == true)
      }
      let found = try query.find(in: session)
      #expect(found.isEmpty)
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func anOrderOfRowsPutTogetherCannotGoOn() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Self.lines())
      let query = Query<Stock>("GROUP BY discount ORDER BY count(*)").where { $0.quantity > 0 }
      let error = failure { _ = try query.find(in: session) }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("write those into the criteria, too") == true)
      #expect(error?.context.className == "Stock")
      #expect(try query.count(in: session) == 2)
    }
  }
}

@Persistent final class Rack {
  var name: String
  var quantity: Int
}

@Persistent final class Stock {
  var quantity: Int
  var discount: Double
  var limit: Int?
  var rack: Rack?
}

@Persistent private final class Errand {
  @Column("sort_order") var order: Int
  @Column("upper_limit") var limit: Int
  var isDone: Bool = true
  var whole: Errand?
  var pet: Animal?
  @Transient var life = Lifetime()
}
