import Foundation
import PersistentObjects
import Testing

@testable import Chapter7

struct ShopTests {
  let shop: Shop
  let emma = "9780141439587"
  let persuasion = "9780141439686"
  let ben = "ben@example.com"

  /// A shop of its own for each test, in memory.
  init() async throws {
    shop = Shop(store: try Store(path: ":memory:"))
    try await shop.store.transaction { session in
      try session.insert(Book(title: "Emma", isbn: "9780141439587", price: 7.99, copies: 2))
      try session.insert(Book(title: "Persuasion", isbn: "9780141439686", price: 6.95))
      try session.insert(Customer(name: "Ben", email: "ben@example.com"))
    }
  }

  @Test func takesCopiesFromTheShelf() async throws {
    let price = try await shop.order([emma: 2], for: ben)
    #expect(price == Decimal(string: "15.98"))
    #expect(try await shop.copies(of: emma) == 0)
  }

  @Test func keepsNothingOfARefusedOrder() async throws {
    await #expect(throws: Refusal.soldOut(title: "Persuasion")) {
      try await shop.order([emma: 1, persuasion: 1], for: ben)
    }
    #expect(try await shop.copies(of: emma) == 2)
    let orders = try await shop.store.session { session in try Order.count(in: session) }
    #expect(orders == 0)
  }

  @Test func allowsNoSecondBookWithAnISBN() async throws {
    let error = await #expect(throws: PersistenceError.self) {
      try await shop.store.transaction { session in
        try session.insert(Book(title: "Emma", isbn: "9780141439587", price: 5))
      }
    }
    #expect(error?.code == .constraintViolated)
  }
}
