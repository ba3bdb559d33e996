import Foundation
import PersistentObjects

struct Summary: Hashable, Sendable {
  var onShelf: Int
  var sold: Int
  var all: Int { onShelf + sold }
}

extension Shop {
  /// Returns what is on the shelves and what is sold, both at the same moment.
  func summary() async throws -> Summary {
    try await store.session { session in
      Summary(
        onShelf: try Book.query.value(.sum(\.copies), in: session),
        sold: try OrderLine.query.value(.sum(\.quantity), in: session))
    }
  }

  /// Orders the same basket for several customers, all or none.
  func order(_ basket: [String: Int], forEach emails: [String]) async throws -> Decimal {
    try await store.transaction { session in
      var total: Decimal = 0
      for email in emails { total += try await order(basket, for: email) }
      return total
    }
  }
}
