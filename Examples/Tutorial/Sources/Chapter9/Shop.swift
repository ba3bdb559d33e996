import Foundation
import PersistentObjects

enum Refusal: Error, Equatable {
  case unknownBook
  case unknownCustomer
  case soldOut(title: String)
}

/// The shop's calls, each of which is one transaction.
struct Shop: Sendable {
  let store: Store

  init(store: Store) { self.store = store }

  /// Brings the rows of a store up to date, and fills an empty one.
  init(opening store: Store) async throws {
    self.store = store
    try await store.transaction { session in
      try Query<Book>("WHERE copies IS NULL").update(in: session) { $0.copies = 0 }
      try fillShelves(in: session)
    }
  }

  /// Orders books by their ISBN, all or none, and returns the price.
  func order(_ basket: [String: Int], for email: String) async throws -> Decimal {
    try await store.transaction { session in
      guard let customer = try Customer.findFirstByEmail(email, in: session) else {
        throw Refusal.unknownCustomer
      }
      let order = Order(customer: customer)
      for (isbn, quantity) in basket {
        guard let book = try Book.findFirstByIsbn(isbn, in: session) else {
          throw Refusal.unknownBook
        }
        book.copies -= quantity
        guard book.copies >= 0 else { throw Refusal.soldOut(title: book.title) }
        order.lines.append(OrderLine(book: book, quantity: quantity, price: book.price))
      }
      try session.insert(order)
      return order.total
    }
  }

  /// Sets the number of copies of a book.
  func restock(_ isbn: String, to copies: Int) async throws {
    try await store.transaction { session in
      for book in try Book.findByIsbn(isbn, in: session) { book.copies = copies }
    }
  }

  /// Returns the number of copies of a book.
  func copies(of isbn: String) async throws -> Int? {
    try await store.session { session in try Book.findFirstByIsbn(isbn, in: session)?.copies }
  }
}
