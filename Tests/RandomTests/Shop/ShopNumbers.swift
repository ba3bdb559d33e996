import Foundation
import PersistentObjects
import TestSupport

/// Makes random values and random changes. The same seed makes the same change, whether the values
/// are those of an object or plain ones.
struct ShopNumbers {
  var random: RandomNumbers

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  mutating func number(below bound: Int) -> Int { random.number(below: bound) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  mutating func maybe<Value>(_ make: (inout ShopNumbers) -> Value) -> Value? {
    random.once(in: 3) ? nil : make(&self)
  }

  mutating func several<Value>(_ make: (inout ShopNumbers) -> Value) -> [Value] {
    let count = random.once(in: 60) ? 70 : number(below: 4)
    return (0..<count).map { _ in make(&self) }
  }

  // MARK: Plain values

  static let cities = ["", "Bonn", "Rome", "São Paulo", "o'Brien \"x\"", "東京", "%_\\"]

  mutating func text() -> String { pick(Self.cities) }
  mutating func integer() -> Int { pick([0, 1, 2, 3, 5, -1, .max, .min]) }
  mutating func quantity() -> Int { number(below: 9) }
  mutating func double() -> Double {
    pick([
      0, -0.0, 1, 1.5, -2.25, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity,
    ])
  }
  mutating func decimal() -> Decimal {
    pick([
      0, 1, -1, Decimal(sign: .plus, exponent: -2, significand: 1999),
      Decimal(sign: .minus, exponent: -10, significand: 7), 1_000_000_000_000,
    ])
  }
  mutating func date() -> Date {
    pick([-1e9, 0, 0.5, 86_400, 86_400.125, 7e8].map { Date(timeIntervalSinceReferenceDate: $0) })
  }

  // MARK: Values of several columns

  mutating func point() -> GeoPoint { GeoPoint(latitude: double(), longitude: double()) }

  mutating func residence() -> Residence {
    Residence(
      street: text(), city: text(), zip: maybe { $0.text() }, point: maybe { $0.point() })
  }

  mutating func opinion() -> Opinion {
    Opinion(text: maybe { $0.text() }, stars: maybe { $0.integer() })
  }

  mutating func envelope() -> Envelope { Envelope(opinion: maybe { $0.opinion() }) }

  mutating func parcel() -> Parcel {
    Parcel(opinion: opinion(), address: residence(), envelope: maybe { $0.envelope() })
  }

  mutating func price() -> Price { Price(amount: decimal(), currency: pick(["EUR", "USD"])) }

  mutating func weight() -> Weight { Weight(value: double(), unit: pick(["kg", "g", nil])) }

  mutating func line() -> Line {
    Line(code: text(), quantity: quantity(), price: price(), remark: maybe { $0.text() })
  }

  mutating func label() -> Label { Label(name: text(), size: quantity()) }

  mutating func span() -> Range<Date> {
    let (first, second) = (date(), date())
    return min(first, second)..<max(first, second)
  }

  mutating func parcels() -> [String: Parcel] {
    Dictionary(several { ($0.text(), $0.parcel()) }) { $1 }
  }

  mutating func votes() -> [Int: Opinion?] {
    Dictionary(several { ($0.quantity(), $0.maybe { $0.opinion() }) }) { $1 }
  }

  mutating func deal(_ number: Int) -> PlainDeal {
    PlainDeal(
      number: number, visits: 0, home: residence(), billing: maybe { $0.residence() },
      opinion: maybe { $0.opinion() }, verdict: opinion(), envelope: maybe { $0.envelope() },
      parcel: maybe { $0.parcel() }, price: price(), rebate: maybe { $0.price() },
      weight: weight(), load: maybe { $0.weight() }, stay: span(), pause: maybe { $0.span() },
      lines: several { $0.line() }, offers: several { $0.maybe { $0.line() } },
      opinions: several { $0.maybe { $0.opinion() } }, parcels: parcels(), votes: votes(),
      labels: Set(several { $0.label() }), rounds: several { $0.several { $0.line() } },
      extra: maybe { $0.several { $0.label() } })
  }
}
