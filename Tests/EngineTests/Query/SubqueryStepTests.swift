import PersistentObjects
import TestSupport
import Testing

/// Queries within queries that have a limit, and steps after it.
@Suite struct SubqueryStepTests {
  @Test func stepsBeforeALimitMayUseTheOuterQuery() throws {
    try TemporaryStore.run { _, session in
      let (ann, bob) = (Buyer(name: "Ann"), Buyer(name: "Bob"))
      try session.given(
        Sale(customer: ann, quantity: 1, price: 1), Sale(customer: ann, quantity: 1, price: 3),
        Sale(customer: bob, quantity: 1, price: 1), Sale(customer: bob, quantity: 9, price: 3))
      let found = try Buyer.find(in: session) { buyer in
        let dearest = Sale.where { $0.customer.pk == buyer.pk }
          .order(by: \.price, .descending).limit(1)
        return exists(dearest.where { $0.quantity == 9 })
      }
      #expect(found == [bob])
      let cheapest = try Buyer.find(in: session) { buyer in
        let first = Sale.where { $0.customer.pk == buyer.pk }.order(by: \.price).limit(1)
        return first.where { $0.price > 0 }.scalar(\.quantity) == 1
      }
      #expect(cheapest == [ann, bob])
    }
  }

  @Test func anOrderInCriteriaIsThatOfTheInnerQuery() throws {
    try TemporaryStore.run { _, session in
      try session.given(
        Sale(quantity: 1, price: 3), Sale(quantity: 2, price: 9), Sale(quantity: 3, price: 5))
      let dearest: QueryExpression<Int?> = Query<Sale>("ORDER BY price DESC").scalar(\.quantity)
      let found = try Sale.find(in: session) { $0.quantity == dearest }
      #expect(found.map(\.quantity) == [2])
    }
  }
}
