import Foundation
import PersistentObjects
import TestSupport

// Bills with amounts, times and dates to compute with.

@Persistent final class Charge {
  var number: Int
  var price: Decimal
  var discount: Decimal?
  @Column(codec: DecimalAsInteger(scale: 2)) var tax: Decimal
  var work: Duration
  var pause: Duration?
  var ordered: Date
  var shipped: Date?
  @Column(codec: DateAsReal()) var paid: Date
  var weight: Double
  var payer: Payer?
  @Transient var life = Lifetime()
}

@Persistent final class Payer {
  var name: String
  var town: String
  @Inverse(\Charge.payer) var charges: [Charge]
  @Transient var life = Lifetime()
}

extension Charge {
  /// Random bills.
  static func samples(_ count: Int, _ n: inout RandomNumbers) -> [Charge] {
    let payers = ["Ann", "Bob", "Cid"].map { Payer(name: $0, town: n.one(["Bonn", "Ulm"])) }
    return (0..<count).map { number in
      let ordered = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &n))
      return Charge(
        number: number, price: amount(&n), discount: n.isTrue() ? amount(&n) : nil,
        tax: Decimal(Int.random(in: -500...500, using: &n)) / 100,
        work: .milliseconds(Int.random(in: -5_000...5_000, using: &n)),
        pause: n.isTrue() ? .seconds(Int.random(in: 0...5, using: &n)) : nil, ordered: ordered,
        shipped: n.isTrue() ? ordered.addingTimeInterval(n.one([-60, 0, 86_400.5, 1e7])) : nil,
        paid: n.one([ordered, ordered.addingTimeInterval(3600)]),
        weight: n.one([0.5, 2.5, -2.5, 7, 1e-3]), payer: n.maybe(payers))
    }
  }

  private static func amount(_ n: inout RandomNumbers) -> Decimal {
    let text = n.one(
      ["12.5", "-12.5", "0", "0.1", "99.99", "1000", "-0.004", "123456789012345678.25"])
    return Decimal(string: text) ?? 0
  }
}
