import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct ExpressionTests {
  /// A condition and its meaning for an object.
  struct Case<Object: PersistentObject> {
    let condition: (Columns<Object>) -> Condition
    let holds: (Object) -> Bool

    init(_ condition: @escaping (Columns<Object>) -> Condition, _ holds: @escaping (Object) -> Bool)
    {
      self.condition = condition
      self.holds = holds
    }
  }

  /// The text, which must not be evaluated if there is none.
  private static func wanted(_ text: String?) -> String {
    guard let text else { preconditionFailure("the right side is evaluated in vain") }
    return text
  }

  static func orderCases(_ n: inout RandomNumbers) -> [Case<Sale>] {
    let (i, d) = (Int.random(in: -4...4, using: &n), n.one([-1.5, 0.5, 2.0]))
    let text: String? = n.maybe(["Bo", "Ann"])
    var cases: [Case<Sale>] = []
    func add(
      _ condition: @escaping (Columns<Sale>) -> Condition, _ holds: @escaping (Sale) -> Bool
    ) { cases.append(Case(condition, holds)) }
    add({ $0.quantity * 2 + i > 3 }, { $0.quantity * 2 + i > 3 })
    add({ i - $0.quantity < $0.day }, { i - $0.quantity < $0.day })
    add({ $0.quantity + $0.stock == i }, { o in o.stock.map { o.quantity + $0 } == i })
    add({ $0.quantity - $0.stock != i }, { o in o.stock.map { o.quantity - $0 } != i })
    add(
      { $0.stock * $0.quantity <= i },
      { o in o.stock.map { $0 * o.quantity <= i } ?? false })
    add({ $0.quantity / 2 == i / 2 }, { $0.quantity / 2 == i / 2 })
    add({ $0.quantity % 3 == -1 }, { $0.quantity % 3 == -1 })
    add({ -$0.quantity >= i }, { -$0.quantity >= i })
    add({ abs($0.quantity) == abs(i) }, { abs($0.quantity) == abs(i) })
    add({ $0.price * d > 1.0 }, { $0.price * d > 1.0 })
    add(
      { $0.price - $0.discount > d }, { o in o.discount.map { o.price - $0 > d } ?? false })
    add({ $0.price / 4 < d }, { $0.price / 4 < d })
    add({ $0.isPaid }, { $0.isPaid })
    add({ !$0.isPaid || $0.quantity > i }, { !$0.isPaid || $0.quantity > i })
    add({ $0.isPaid == ($0.quantity > i) }, { $0.isPaid == ($0.quantity > i) })
    add(
      { 2 < $0.quantity && i >= $0.stock },
      { o in
        2 < o.quantity && (o.stock.map { i >= $0 } ?? false)
      })
    add({ ($0.stock ?? i) > 0 }, { ($0.stock ?? i) > 0 })
    add({ ($0.stock ?? $0.quantity) == i }, { ($0.stock ?? $0.quantity) == i })
    add(
      { when($0.isPaid, then: $0.quantity, else: 7) > i },
      { ($0.isPaid ? $0.quantity : 7) > i })
    add({ when($0.quantity > i, then: 1, else: 2) == 1 }, { $0.quantity > i })
    add(
      { Condition(text == nil) || $0.customer.name == wanted(text) },
      { text == nil || $0.customer?.name == text })
    add(
      { Condition(text != nil) && !($0.customer.name == wanted(text)) },
      { text != nil && $0.customer?.name != text })
    add(
      { $0.customer.orders.contains { $0.quantity > i } },
      { $0.customer?.orders.contains { $0.quantity > i } ?? false })
    add(
      { $0.customer.orders.count == 2 }, { $0.customer?.orders.count == 2 })
    return cases
  }

  static func customerCases(_ n: inout RandomNumbers, _ customers: [Buyer]) -> [Case<Buyer>] {
    let (i, d) = (Int.random(in: -4...4, using: &n), n.one([-1.5, 0.5, 2.0]))
    var cases: [Case<Buyer>] = []
    func add(
      _ condition: @escaping (Columns<Buyer>) -> Condition, _ holds: @escaping (Buyer) -> Bool
    ) { cases.append(Case(condition, holds)) }
    add({ $0.name + "x" == "Box" }, { $0.name + "x" == "Box" })
    add(
      { "<" + $0.name + $0.nick > "<B" }, { c in c.nick.map { "<" + c.name + $0 > "<B" } ?? false })
    add({ ($0.nick ?? $0.name) == "Ann" }, { ($0.nick ?? $0.name) == "Ann" })
    add({ $0.orders.isEmpty }, { $0.orders.isEmpty })
    add({ $0.orders.count > 2 }, { $0.orders.count > 2 })
    add(
      { $0.orders.count { $0.quantity > i } == 1 },
      { $0.orders.count { $0.quantity > i } == 1 })
    add(
      { $0.orders.allSatisfy { $0.quantity > i } }, { $0.orders.allSatisfy { $0.quantity > i } })
    add(
      { !$0.orders.allSatisfy { $0.stock < i } },
      { !$0.orders.allSatisfy { $0.stock.map { $0 < i } ?? false } })
    add(
      { $0.baskets.sum(\.size) > 3 }, { $0.baskets.reduce(0) { $0 + $1.size } > 3 })
    add({ $0.baskets.max(\.size) == i }, { $0.baskets.map(\.size).max() == i })
    add({ $0.baskets.min { $0.size * 2 } == i }, { $0.baskets.map { $0.size * 2 }.min() == i })
    add({ $0.marks.sum { $0 } == i }, { $0.marks.reduce(0, +) == i })
    add(
      { $0.marks.average { $0 } > d },
      { c in
        !c.marks.isEmpty && Double(c.marks.reduce(0, +)) / Double(c.marks.count) > d
      })
    add({ $0.marks.allSatisfy { $0 > i } }, { $0.marks.allSatisfy { $0 > i } })
    add(
      { ($0.notes.allSatisfy { $0 == "a" }) }, { $0.notes?.allSatisfy { $0 == "a" } ?? false })
    add({ $0.notes.count { $0 == "a" } == 1 }, { $0.notes?.count { $0 == "a" } == 1 })
    add(
      { customer in customer.orders.contains { $0.quantity > customer.marks.count } },
      { customer in customer.orders.contains { $0.quantity > customer.marks.count } })
    add(
      { $0.baskets.contains { $0.owners.count == 2 } },
      { $0.baskets.contains { $0.owners.count == 2 } })
    add(
      { customer in
        customer.orders.contains { order in customer.marks.contains { $0 > order.quantity } }
      },
      { c in c.orders.contains { order in c.marks.contains { $0 > order.quantity } } })
    add(
      { customer in
        customer.orders.contains { order in
          customer.baskets.contains { basket in
            basket.owners.count { $0.pk == customer.pk } > order.quantity
          }
        }
      },
      { c in
        c.orders.contains { order in
          c.baskets.contains { basket in basket.owners.count { $0 == c } > order.quantity }
        }
      })
    add(
      { $0.baskets.where { $0.size > 1 }.count == 1 },
      { $0.baskets.count { $0.size > 1 } == 1 })
    add(
      { $0.baskets.where { $0.size > 1 }.max(\.size) == i },
      { $0.baskets.filter { $0.size > 1 }.map(\.size).max() == i })
    add(
      { $0.marks.where { $0 > 1 }.contains(3) }, { $0.marks.contains(3) })
    add(
      { $0.baskets.first(by: \.size).name == "b2" },
      { $0.baskets.min { $0.size < $1.size }?.name == "b2" })
    add(
      { $0.baskets.first(by: \.size, .descending).size - 1 == i },
      { c in c.baskets.map(\.size).max().map { $0 - 1 } == i })
    add(
      { $0.marks.first(by: { $0 }, .descending) == 3 }, { $0.marks.max() == 3 })
    add(
      { c in exists(Basket.where { $0.owners.contains { $0.pk == c.pk } && $0.size == i }) },
      { $0.baskets.contains { $0.size == i } })
    add(
      { c in
        Basket.where { $0.owners.contains { $0.pk == c.pk } }.scalar(.sum(\.size)) > 3
      }, { $0.baskets.reduce(0) { $0 + $1.size } > 3 })
    add(
      { c in
        Buyer.where { $0.name == c.name }.scalar(.count()) > 1
      }, { c in customers.count { $0.name == c.name } > 1 })
    add(
      { c in
        Buyer.where { $0.name < c.name }.order(by: \.name, .descending).order(by: \.pk)
          .scalar(\.name) == "Ann"
      }, { c in customers.map(\.name).filter { $0 < c.name }.max() == "Ann" })
    add({ $0.name.lowercased() == "bo" }, { $0.name.lowercased() == "bo" })
    add({ $0.nick.uppercased() == "ZOË" }, { $0.nick?.uppercased() == "ZOË" })
    add({ $0.name.count + 1 > i }, { $0.name.unicodeScalars.count + 1 > i })
    add({ $0.nick.count == 3 }, { $0.nick?.unicodeScalars.count == 3 })
    add({ $0.name.prefix(i) == "B" }, { String($0.name.prefix(max(0, i))) == "B" })
    add({ $0.name.suffix(2) == "te" }, { $0.name.suffix(2) == "te" })
    add(
      { $0.name.replacing("n", with: "nn") == "Annnn" },
      { $0.name.replacingOccurrences(of: "n", with: "nn") == "Annnn" })
    add({ ("  " + $0.name + "\u{2003}").trimmed() == "Bo" }, { $0.name == "Bo" })
    add(
      { $0.name.hasPrefix($0.nick) }, { c in c.nick.map { c.name.hasPrefix($0) } ?? false })
    add(
      { $0.name.lowercased().hasSuffix($0.nick) },
      { c in c.nick.map { c.name.lowercased().hasSuffix($0) } ?? false })
    return cases
  }

  /// A random chain of some cases.
  static func combined<Object>(_ cases: [Case<Object>], _ n: inout RandomNumbers) -> Case<Object> {
    (0..<3).reduce(n.one(cases)) { left, _ in
      let right = n.one(cases)
      switch Int.random(in: 0...2, using: &n) {
      case 0:
        return Case(
          { left.condition($0) && right.condition($0) }, { left.holds($0) && right.holds($0) })
      case 1:
        return Case(
          { left.condition($0) || !right.condition($0) }, { left.holds($0) || !right.holds($0) })
      default: return Case({ !left.condition($0) }, { !left.holds($0) })
      }
    }
  }

  @Test func meansWhatSwiftMeans() throws {
    var n = RandomNumbers.printed("ExpressionTests.meansWhatSwiftMeans")
    for _ in 0..<4 {
      try TemporaryStore.run(classes: [RushSale.self]) { _, session in
        let (customers, others) = Buyer.samples(&n)
        try session.save(contentsOf: customers)
        try session.save(contentsOf: others)
        let orders = others.compactMap { $0 as? Sale }
        for _ in 0..<4 {
          let cases = Self.orderCases(&n)
          let some = cases + (0..<6).map { _ in Self.combined(cases, &n) }
          for (number, test) in some.enumerated() {
            let found = try Sale.query.includingSubclasses().where(test.condition).find(in: session)
            let expected = orders.filter(test.holds)
            #expect(Set(found) == Set(expected), "order case \(number)")
          }
          let others = Self.customerCases(&n, customers)
          for (number, test) in (others + (0..<6).map { _ in Self.combined(others, &n) })
            .enumerated()
          {
            let found = try Buyer.where(test.condition).find(in: session)
            let expected = customers.filter(test.holds).sorted { $0.pk! < $1.pk! }
            let sql = found == expected ? "" : try Buyer.where(test.condition).sql(in: session)
            #expect(found == expected, "customer case \(number): \(sql)")
          }
        }
      }
    }
  }

  @Test(.onSQLite) func writesExpressionsAsSQL() throws {
    try TemporaryStore.run { _, session in
      func sql(_ condition: (Columns<Sale>) -> Condition) throws -> String {
        let text = try Sale.where(condition).sql(in: session)
        let order = try #require(text.range(of: " ORDER BY"))
        return String(text[..<order.lowerBound].drop { $0 != "W" })
      }
      func check(_ expected: String, _ condition: (Columns<Sale>) -> Condition) throws {
        let text = try sql(condition)
        #expect(text == "WHERE " + expected)
      }
      try check("_persistent_add(_persistent_multiply(quantity, ?1), ?2) > ?3") {
        $0.quantity * 2 + 1 > 10
      }
      // Only two values that may both be nil need a comparison of their own.
      try check("_persistent_real_subtract(price, discount) = price") {
        $0.price - $0.discount == $0.price
      }
      try check("discount IS _persistent_real_subtract(price, discount)") {
        $0.discount == $0.price - $0.discount
      }
      // A reference has the key of its object.
      try check("sale.customer = ?1") { $0.customer.pk == 1 }
      try check("(sale.customer IS NULL) IS NOT TRUE") { !$0.customer.pk.isNil }
      try check("is_paid = ?1") { $0.isPaid }
      try check("quantity > ?1") { 3 < $0.quantity }
      try check("coalesce(stock, ?1) = ?2") { ($0.stock ?? 1) == 2 }
      try check("CASE WHEN is_paid = ?1 THEN ?2 ELSE ?3 END = ?4") {
        when($0.isPaid, then: 1, else: 2) == 1
      }
      try check("1") { _ in Condition(true) }
      try check("abs(quantity) = ?1") { abs($0.quantity) == 1 }
    }
  }

  /// SQLite's `replace` would return the text unchanged.
  @Test func refusesToReplaceWhatBeginsWithNUL() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Buyer.self)
      let error = failure {
        _ = try Buyer.find(in: session) { $0.name.replacing("\0b", with: "") == "Ann" }
      }
      #expect(error?.code == .invalidQuery)
    }
  }

  @Test func ordersGroupsAndSumsByExpressions() throws {
    try TemporaryStore.run { store, session in
      let cheap = Sale(quantity: 5, price: 1)
      let dear = Sale(quantity: 2, price: 10, isPaid: true)
      let middle = Sale(quantity: 3, stock: 4, price: 2)
      try session.given(cheap, dear, middle)
      let byCost = try Sale.query.order(by: { $0.price * 2 }, .descending).find(in: session)
      #expect(byCost == [dear, middle, cheap])
      let first = try Sale.query.order { when($0.quantity == 3, then: 0, else: 1) }
        .page(size: 1, in: session)
      #expect(first.objects == [middle])
      let second = try Sale.query.order { when($0.quantity == 3, then: 0, else: 1) }
        .page(size: 2, after: first.next, in: session)
      #expect(second.objects == [cheap, dear])
      let sum = try Sale.query.value(.sum { $0.quantity * 3 }, in: session)
      #expect(sum == 30)
      let highest = try Sale.query.value(.maximum { $0.price * 2 }, in: session)
      #expect(highest == 20)
      let groups = try Sale.query.grouped { $0.quantity % 2 }
        .values(.count(), .sum(\.quantity), in: session)
      #expect(
        groups.map(\.key) == [0, 1] && groups.map(\.1) == [1, 2] && groups.map(\.2) == [2, 8])
      let paid = try Sale.query.grouped { $0.quantity > 2 }.values(.count(), in: session)
      #expect(paid.map(\.key) == [false, true])
    }
  }

  @Test func selectsTypedRows() throws {
    try TemporaryStore.run { store, session in
      let ann = Buyer(name: "Ann", nick: "A")
      let bob = Buyer(name: "Bob", isActive: false)
      try session.given(ann, bob)
      try session.given(
        Sale(customer: ann, quantity: 2, price: 1.5), Sale(customer: ann, quantity: 1, price: 3))
      var rows: [(String, String?, Int, Bool)] = []
      let statements = try store.statements {
        rows = try Buyer.query.select {
          ($0.name, $0.nick, $0.orders.count, $0.isActive && $0.orders.isEmpty)
        }.find(in: session)
      }
      #expect(statements.count(where: { $0.contains("SELECT") && $0.contains("v3") }) == 1)
      #expect(rows.map(\.0) == ["Ann", "Bob"])
      #expect(rows.map(\.1) == ["A", nil])
      #expect(rows.map(\.2) == [2, 0])
      #expect(rows.map(\.3) == [false, false])
      let costs = try Sale.query.select { $0.price * 2 }.find(in: session).reduce(0, +)
      #expect(costs == 9)
      let name = try Sale.query.order(by: \.price, .descending).select { $0.customer.name }
        .findFirst(in: session)
      #expect(name == "Ann")
      let total = try Buyer.query.select { $0.orders.max { $0.price * 2 } }.find(in: session)
      #expect(total == [6, nil])
    }
  }

  @Test func findsByOrdersAndBaskets() throws {
    try TemporaryStore.run { _, session in
      let (ann, bob) = (Buyer(name: "Ann"), Buyer(name: "Bob"))
      try session.given(ann, bob)
      let order = Sale(customer: bob, quantity: 1, price: 1)
      let rush = RushSale(customer: ann, quantity: 1, price: 1)
      try session.given(order, rush, Basket(name: "b", size: 2, owners: [ann, bob]))
      #expect(try Buyer.find(in: session) { $0.orders.contains(order) } == [bob])
      #expect(try Buyer.find(in: session) { $0.orders.contains(rush) } == [ann])
      let some = try Buyer.find(in: session) { $0.orders.contains { $0.isIn(Sale.query) } }
      #expect(some == [bob])
      let byBasket = try Buyer.query.order(by: { $0.baskets.sum(\.size) }, .descending)
        .find(in: session)
      #expect(byBasket == [bob, ann])
      #expect(try Buyer.query.order(by: \.orders.count).find(in: session) == [ann, bob])
    }
  }

  @Test func errorsAreNoWrongValues() throws {
    try TemporaryStore.run { _, session in
      try session.given(Sale(quantity: .max, price: 1e308))
      func fails(_ condition: (Columns<Sale>) -> Condition) {
        let error = failure { _ = try Sale.find(in: session, where: condition) }
        #expect(
          [.databaseFailed, .invalidQuery].contains(error?.code), "\(String(describing: error))")
      }
      fails { $0.quantity + 1 > 0 }
      fails { $0.quantity * 2 > 0 }
      fails { -$0.quantity - 2 > 0 }
      fails { $0.quantity / 0 > 0 }
      fails { $0.quantity % 0 > 0 }
      fails { $0.price / 0 > 0 }
      fails { $0.price * 10 > 0 }
      try session.given(Odd(number: 1))
      let error = failure { _ = try Odd.find(in: session) { $0.number + 1 == 2 } }
      #expect(error?.code == .notSearchable)
      let deep = failure {
        _ = try Sale.find(in: session) { order in
          (0..<1000).reduce(order.quantity) { sum, _ in sum + 1 } > 0
        }
      }
      #expect(deep?.code == .invalidQuery)
    }
  }

  /// A computed number is not one that the codec stores in its own form.
  @Test func computedValuesAreNotTakenForStoredOnes() throws {
    try TemporaryStore.run { _, session in
      let odd = Odd(number: 1, other: 2)
      try session.given(odd)
      let queries = [
        Odd.where { $0.number == $0.other + 1 }, Odd.where { $0.other + 1 < $0.number },
      ]
      for query in queries {
        #expect(failure { _ = try query.find(in: session) }?.code == .invalidQuery)
      }
      let error = failure {
        _ = try Odd.query.update(in: session) { $0.number = $0.other + 1 }
      }
      #expect(error?.code == .invalidQuery)
      try Odd.query.update(in: session) { $0.other = $0.other + 1 }
      #expect(odd.number == 1 && odd.other == 3)
      #expect(try Odd.find(in: session) { $0.other == $0.other + 1 - 1 } == [odd])
      let chosen = try Odd.find(in: session) {
        $0.number == when($0.other > 2, then: $0.number, else: 7)
      }
      #expect(chosen == [odd])
    }
  }

  /// Values of the program have the form of the column that the result is compared with or written
  /// to.
  @Test func chosenValuesHaveTheFormOfTheColumn() throws {
    try TemporaryStore.run { _, session in
      let old = Portrait(age: 40, temper: .calm, price: 5)
      let young = Portrait(age: 20, temper: .calm, price: 5)
      try session.given(old, young)
      func chosen(_ portrait: Columns<Portrait>) -> QueryExpression<Temper> {
        when(portrait.age > 30, then: Temper.calm, else: Temper.angry)
      }
      #expect(try Portrait.find(in: session) { $0.temper == chosen($0) } == [old])
      #expect(try Portrait.find(in: session) { chosen($0) != $0.temper } == [young])
      let priced = try Portrait.find(in: session) {
        $0.price == when($0.age > 30, then: Decimal(5), else: Decimal(6))
      }
      #expect(priced == [old])
      try Portrait.query.update(in: session) {
        $0.temper = when($0.age > 30, then: Temper.angry, else: Temper.calm)
        $0.price = when($0.age > 30, then: Decimal(5), else: Decimal(6))
      }
      #expect(old.temper == .angry && young.temper == .calm && young.price == 6)
    }
  }

  /// Chosen values in the form of an optional column counted as NULL, too, which costs the use of
  /// an index.
  @Test func chosenValuesAreNullOnlyIfTheyAreNil() throws {
    try TemporaryStore.run { _, session in
      let (ann, bob) = (Buyer(name: "Ann", nick: "a"), Buyer(name: "Bob", isActive: false))
      try session.given(ann, bob)
      func chosen(_ buyer: Columns<Buyer>, _ other: String?) -> QueryExpression<String?> {
        when(buyer.isActive, then: "a", else: other)
      }
      let values = Buyer.where { $0.nick == chosen($0, "b") }
      #expect(try values.sql(in: session).contains("nick = CASE WHEN"))
      #expect(try values.find(in: session) == [ann])
      #expect(try Buyer.find(in: session) { $0.nick == chosen($0, nil) } == [ann, bob])
    }
  }

  /// SQL computes with plain values, whatever the registry's codecs of their types store.
  @Test func valuesInComputationsHaveNoCodec() throws {
    let codecs = CodecRegistry.standard.registering(TrimmedText()).registering(Shifted())
    try TemporaryStore.run(codecs: codecs) { _, session in
      try session.given(Buyer(name: "a b"))
      let replaced = try Buyer.query.select { $0.name.replacing(" ", with: "_") }
        .find(in: session)
      let trimmed = try Buyer.query.select { ($0.name + " ").trimmed() }.find(in: session)
      let first = try Buyer.query.select { $0.name.prefix(1) }.find(in: session)
      #expect(replaced == ["a_b"] && trimmed == ["a b"] && first == ["a"])
      let sums = try Buyer.query.select {
        when($0.isActive, then: 3 as Int, else: 4 as Int) + 1
      }.find(in: session)
      #expect(sums == [4])
    }
  }

  /// A column of doubles may hold integers that were entered by hand.
  @Test func integersInColumnsOfDoublesAreComputedAsDoubles() throws {
    try TemporaryStore.run { _, session in
      try session.given(Sale(quantity: 1, price: 1, discount: 1))
      try session.execute("UPDATE sale SET price = 7, discount = 2")
      let quotients = try Sale.query.select { $0.price / $0.discount }.find(in: session)
      #expect(quotients == [3.5])
      try session.execute("UPDATE sale SET price = 4000000000, discount = 4000000000")
      let products = try Sale.query.select { $0.price * $0.discount }.find(in: session)
      #expect(products == [1.6e19])
    }
  }

  @Test func bindsWhatIsComputedWith() throws {
    try TemporaryStore.run { _, session in
      try session.given(Buyer(name: "O'Hara"), Buyer(name: "x"))
      let quote = "' OR 1 = 1 --"
      #expect(try Buyer.find(in: session) { $0.name + quote == "O'Hara" + quote }.count == 1)
      #expect(try Buyer.find(in: session) { ($0.nick ?? quote) == quote }.count == 2)
      #expect(try Buyer.find(in: session) { ($0.name + "é").contains("raé") }.count == 1)
      #expect(try Buyer.find(in: session) { ($0.name + "!").hasPrefix("O'") }.count == 1)
      #expect(try Buyer.find(in: session) { ($0.name + "!").isIn(["x!", "y"]) }.count == 1)
    }
  }
}
