import Foundation
import PersistentObjects
import TestSupport

// A shop: customers, their orders, and the lines of the orders, with numbers to compute with.

@Persistent final class Buyer {
  var name: String
  var nick: String?
  var isActive: Bool = true
  var home: Town?
  var marks: [Int] = []
  var notes: [String]?
  @Inverse(\Sale.customer) var orders: [Sale]
  @Inverse(\Basket.owners) var baskets: Set<Basket>
  @Transient var life = Lifetime()
}

@Persistent class Sale {
  var customer: Buyer?
  var quantity: Int
  var stock: Int?
  var price: Double
  var discount: Double?
  var isPaid: Bool = false
  var day: Int = 0
  @Transient var life = Lifetime()
}

@Persistent final class RushSale: Sale {
  var hours: Int = 1

  init(customer: Buyer?, quantity: Int, price: Double) {
    super.init(customer: customer, quantity: quantity, price: price)
  }
}

@Persistent final class Basket {
  var name: String
  var size: Int
  var owners: [Buyer] = []
  @Transient var life = Lifetime()
}

@Persistent final class Odd {
  @Column(codec: Tripled()) var number: Int
  @Column(codec: WordedDecimal()) var amount: Decimal = 0
  var other: Int = 0
  @Transient var life = Lifetime()
}

/// An integer that is not stored as itself.
struct Tripled: ColumnCodec {
  let identifier = CodecIdentifier("tripled")
  let storage = StorageClass.integer
  func encode(_ value: Int, into column: inout ColumnWriter) throws {
    column.write(Int64(value * 3))
  }
  func decode(from column: borrowing ColumnReader) throws -> Int { Int(try column.integer() / 3) }
}

/// An enum whose column has the names of its cases.
enum Temper: String, CaseIterable, Sendable {
  case calm = "c"
  case angry = "a"
}

@Persistent final class Portrait {
  var age: Int
  @Column(codec: CaseNameCodec<Temper>()) var temper: Temper
  @Column(codec: DecimalAsInteger(scale: 2)) var price: Decimal
  @Transient var life = Lifetime()
}

/// A text that is stored without spaces at its ends.
struct TrimmedText: ColumnCodec {
  let identifier = CodecIdentifier("trimmed-text")
  let storage = StorageClass.text
  func encode(_ value: String, into column: inout ColumnWriter) throws {
    column.write(value.trimmingCharacters(in: .whitespacesAndNewlines))
  }
  func decode(from column: borrowing ColumnReader) throws -> String { try column.text() }
}

/// An integer that is stored as a greater one.
struct Shifted: ColumnCodec {
  let identifier = CodecIdentifier("shifted")
  let storage = StorageClass.integer
  func encode(_ value: Int, into column: inout ColumnWriter) throws {
    column.write(Int64(value + 100))
  }
  func decode(from column: borrowing ColumnReader) throws -> Int {
    Int(try column.integer() - 100)
  }
}

extension Buyer {
  /// Random customers with orders and baskets.
  static func samples(_ n: inout RandomNumbers) -> (
    customers: [Buyer], others: [any PersistentObject]
  ) {
    let customers = (0..<9).map { _ in
      Buyer(
        name: n.one(Citizen.names), nick: n.maybe(Citizen.names), isActive: n.isTrue(),
        marks: n.some([1, 2, 3]), notes: n.isTrue(0.3) ? nil : n.some(["a", "b"]))
    }
    let orders: [Sale] = (0..<25).map { _ in
      let order =
        n.isTrue(0.3)
        ? RushSale(customer: nil, quantity: 0, price: 0) : Sale(quantity: 0, price: 0)
      order.customer = n.maybe(customers)
      order.quantity = Int.random(in: -3...4, using: &n)
      order.stock = n.maybe([0, 1, 2, -5])
      order.price = n.one([0.5, 2, -1.25, 3])
      order.discount = n.maybe([0.25, 1.5])
      order.isPaid = n.isTrue()
      order.day = Int.random(in: 0...5, using: &n)
      return order
    }
    let baskets = (0..<6).map { number in
      Basket(name: "b\(number)", size: number, owners: Array(Set(n.some(customers))))
    }
    return (customers, orders + baskets)
  }
}

/// A decimal that is stored as people write it.
struct WordedDecimal: ColumnCodec {
  let identifier = CodecIdentifier("worded-decimal")
  let storage = StorageClass.text
  func encode(_ value: Decimal, into column: inout ColumnWriter) throws {
    column.write(value.description)
  }
  func decode(from column: borrowing ColumnReader) throws -> Decimal {
    try Decimal(string: column.text()) ?? .nan
  }
}
