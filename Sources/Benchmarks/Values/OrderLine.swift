import PersistentObjects

/// An element of four columns.
@Embeddable struct OrderLine {
  var product: String
  var quantity: Int
  var price: Double
  var note: String?
}

@Persistent final class Order {
  var number: Int
  var lines: [OrderLine] = []
}

extension ChildWorkload {
  /// Returns lines of as many orders as there are albums.
  func lines() -> [[OrderLine]] {
    rows.enumerated().map { number, row in
      row.titles.enumerated().map { index, title in
        OrderLine(
          product: title, quantity: index + 1, price: Double(number % 1000) / 4,
          note: index.isMultiple(of: 4) ? nil : "Note \(index) of \(number)")
      }
    }
  }

  /// Returns the position of a line of the order at a position, and another quantity.
  func changedQuantity(_ number: Int) -> (index: Int, quantity: Int) {
    (number % 20, 100 + number % 7)
  }
}

extension OrderLine {
  /// A number that depends on every value.
  @inline(__always) var sum: Int {
    product.utf8.count + quantity + Int(truncatingIfNeeded: price.bitPattern)
      + (note?.utf8.count ?? -1)
  }
}
