import Foundation
import PersistentObjects

@Persistent final class Customer {
  var name: String
  @Column(unique: true) var email: String
  @Inverse(\Order.customer) var orders: [Order] = []
}

enum Status: String { case open, sent }

@Persistent final class Order {
  var customer: Customer
  @Column(deletesTargets: true) var lines: [OrderLine] = []  // deleted with the order
  @Column(.createdAt) var placed: Date  // set by the first save
  var status: Status = .open  // stored as its raw value

  var total: Decimal { lines.reduce(0) { $0 + $1.price * Decimal($1.quantity) } }
}

@Persistent final class OrderLine {
  var book: Book
  var quantity: Int
  var price: Decimal
}
