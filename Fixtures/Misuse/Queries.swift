// Mistakes in queries. A line that ends in "// error" must not compile; all others must. What
// follows the word is part of the message.

import Foundation
import PersistentObjects

@Persistent final class Client {
  var name: String
  var city: String
  var code: String?
  @Inverse(\Order.client) var orders: [Order] = []
}

@Persistent final class Order {
  var number: Int = 0
  var discount: Int?
  var freight: Double = 0
  var isPaid: Bool = false
  var client: Client?
  @Inverse(\Line.order) var lines: [Line] = []
}

@Persistent final class Line {
  var quantity: Int
  var price: Double
  var name: String
  var order: Order?
}

// MARK: Misspelt properties

func misspeltInALongCondition() {
  _ = Order.where {
    $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3
      && !$0.isPaid && $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7
      && $0.discount == 3 && !$0.isPaid
      && $0.numbr + 1 > 3  // error: has no dynamic member 'numbr'
      && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3 && !$0.isPaid
      && $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3
      && !$0.isPaid
  }
}

func misspeltBehindAReference() {
  _ = Order.where {
    $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3
      && !$0.isPaid && $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7
      && $0.discount == 3 && !$0.isPaid
      && $0.client.nam == "a"  // error: has no stored property of this name
      && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3 && !$0.isPaid
      && $0.number + 1 > 3 && $0.client.name == "a" && $0.freight * 2 < 7 && $0.discount == 3
      && !$0.isPaid
  }
}

func misspeltInARow() {
  _ = Order.query.select {
    (
      $0.number, $0.client.name, $0.freight, $0.discount, $0.lines.count,
      $0.freigt,  // error: has no dynamic member 'freigt'
      $0.client.city
    )
  }
  _ = Order.query.select {
    (
      $0.number, $0.client.nam, $0.freight,  // error: has no stored property of this name
      $0.lines.sum(\.quantity), $0.lines.count, $0.client.city
    )
  }
  _ = Order.query.select {
    ($0.number, $0.freight + 1, $0.freigt, $0.client.name)  // error: no dynamic member 'freigt'
  }
}

func misspeltInAGroup() {
  _ = Order.query.grouped(by: \.client.city)
    .having { $0.sum(\.freigt) > 3 }  // error: has no dynamic member 'freigt'
    .select { ($0.key, $0.count(), $0.sum(\.number) * 2) }
}

func misspeltInAJoin() {
  _ = Order.query.join(Line.self) { $0.pk == $1.order.pk }
    .where { order, line in line.quantty > 3 }  // error: has no dynamic member 'quantty'
    .grouped { order, line in order.number }
    .select { ($0.key, $0.count(), $0.sum { order, line in line.quantity }) }
}

// MARK: nil

func comparesWithNil() {
  _ = Order.where { $0.number > nil }  // error: nil is neither less nor greater
  _ = Order.where { $0.discount <= nil }  // error: nil is neither less nor greater
  _ = Order.where { $0.number == nil }  // error: is not optional, so it is never nil
  _ = Order.where { $0.discount == nil && $0.client != nil && $0.client.code == nil }
}

// MARK: Key paths after a join

func namesNoClassAfterAJoin() {
  let pairs = Order.query.join(Line.self) { $0.pk == $1.order.pk }
  let groups = pairs.grouped { order, line in order.number }
  _ = groups.select { $0.sum(\.quantity) }  // error: name each class: sum { customer, order in
  _ = groups.select { $0.max(\.quantity) }  // error: name each class
  _ = pairs.order(by: \.quantity)  // error: name each class
  _ = pairs.grouped(by: \.quantity)  // error: name each class
  _ = pairs.select(\.quantity)  // error: name each class
  _ = groups.select { $0.sum { order, line in line.quantity } }
  _ = pairs.order { order, line in line.quantity }.select(\.1.quantity)
}

// MARK: Optional values

func optionalValues() {
  _ = Order.where { $0.number < Int("3") }  // error: unwrap an optional first
  _ = Order.where { $0.freight == Double("3") }  // error: unwrap an optional first
  _ = Order.where { $0.discount == Int("3") }
}

// MARK: Steps in another order

func stepsAfterSelect() {
  let rows = Order.query.select { ($0.number, $0.freight) }
  _ = rows.where { $0.isPaid }  // error: put where { } before select
  _ = rows.distinct().order { $0.number }  // error: put order before select
  _ = rows.union(rows)  // error: unite queries of objects before select
  _ = Client.query.select { $0.orders.limit(3).select(\.number) }  // error: use first(by:)
  _ = Client.query.select { $0.orders.grouped(by: \.number) }  // error: of the elements' class
  let paid = Order.where { $0.isPaid }
  _ = Client.query.join(paid) { $0.pk == $1.client.pk }  // error: cannot convert
  _ = Client.query.join(Order.self) { $0.pk == $1.client.pk && $1.itself.isIn(paid) }
}

// MARK: Correct queries

func results(in session: Session) throws {
  let groups = Order.query.grouped(by: \.client.city)
  print(try groups.values(.count(), in: session).count)
  print(try groups.values(.count(), .sum(\.freight), in: session).map { $0.2 + 1 })
  print(try Order.query.values(of: \.number, in: session).map { $0.1 + 1 })
  print(try Order.query.select { ($0.number, $0.freight) }.find(in: session).map { $0.1 })
  print(try Order.query.select { $0.freight * 2 }.find(in: session)[0])
  print(try Order.query.select { ($0.number, $0.client.city + "x") }.find(in: session).count)
  print(try groups.select { ($0.key, $0.count(), $0.sum(\.number) * 2) }.find(in: session).count)
  print(try groups.select(\.key).find(in: session)[0] as Any)
  print(
    try Order.query.select {
      ($0.number * 2, $0.freight, $0.lines.sum(\.price), $0.client.city + "x")
    }.find(in: session).first as Any)
}
