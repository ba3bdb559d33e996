import Foundation
import PersistentObjects
import PersistentObjectsDriver
import TestSupport
import Testing

@Suite struct ComputedNumberTests {
  typealias Case = ExpressionTests.Case<Charge>

  /// The decimal rounded to `scale` digits after the point.
  private static func whole(_ value: Decimal, _ mode: NSDecimalNumber.RoundingMode, _ scale: Int)
    -> Decimal
  {
    var (value, result) = (value, Decimal())
    NSDecimalRound(&result, &value, scale, mode)
    return result
  }

  private static func amounts(_ n: inout RandomNumbers) -> [Case] {
    let amount = n.one([Decimal(string: "12.5") ?? 0, -3, 0, 1000])
    var cases: [Case] = []
    func add(
      _ condition: @escaping (Columns<Charge>) -> Condition,
      _ holds: @escaping (Charge) -> Bool
    ) { cases.append(Case(condition, holds)) }
    add({ $0.price + amount > 20 }, { $0.price + amount > 20 })
    add(
      { amount - $0.price < $0.discount },
      { o in o.discount.map { amount - o.price < $0 } ?? false })
    add({ $0.price * $0.tax == amount }, { $0.price * $0.tax == amount })
    add(
      { $0.price * 3 - $0.discount != amount },
      { o in o.discount.map { o.price * 3 - $0 } != amount })
    add({ $0.price / 7 > 2 }, { $0.price / 7 > 2 })
    add({ 10 / ($0.tax * $0.tax + 3) < 2 }, { 10 / ($0.tax * $0.tax + 3) < 2 })
    add({ $0.price == $0.tax + 12 }, { $0.price == $0.tax + 12 })
    add({ -$0.price > amount }, { -$0.price > amount })
    add({ abs($0.price) == abs(amount) }, { abs($0.price) == abs(amount) })
    add({ ($0.discount ?? amount) < 1 }, { ($0.discount ?? amount) < 1 })
    add({ $0.price.rounded() == 13 }, { whole($0.price, .plain, 0) == 13 })
    add({ $0.tax.rounded(.down, digits: 1) < $0.tax }, { whole($0.tax, .down, 1) < $0.tax })
    add(
      { $0.price.rounded(.toNearestOrEven) == 12 }, { whole($0.price, .bankers, 0) == 12 })
    add(
      { $0.price.as(Double.self) * 2 > $0.weight },
      { Double(truncating: $0.price as NSNumber) * 2 > $0.weight })
    add(
      { $0.tax.as(Int.self) == 2 },
      { NSDecimalNumber(decimal: whole($0.tax, $0.tax < 0 ? .up : .down, 0)).intValue == 2 })
    add({ $0.number.as(Decimal.self) < $0.price }, { Decimal($0.number) < $0.price })
    return cases
  }

  private static func others(_ n: inout RandomNumbers) -> [Case] {
    let time = n.one([Duration.milliseconds(1500), .zero, .seconds(-2)])
    let (zone, date) = (
      TimeZone(identifier: "Europe/Berlin") ?? .gmt, Date(timeIntervalSinceReferenceDate: 0)
    )
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var cases: [Case] = []
    func add(
      _ condition: @escaping (Columns<Charge>) -> Condition,
      _ holds: @escaping (Charge) -> Bool
    ) { cases.append(Case(condition, holds)) }
    add({ $0.work + time > .seconds(1) }, { $0.work + time > .seconds(1) })
    add({ $0.work - $0.pause < time }, { o in o.pause.map { o.work - $0 < time } ?? false })
    add({ $0.work * 3 > time }, { $0.work * 3 > time })
    add({ $0.work / 7 == time / 7 }, { $0.work / 7 == time / 7 })
    add({ abs($0.work) == .seconds(2) }, { max($0.work, .zero - $0.work) == .seconds(2) })
    add({ $0.weight.rounded() == 3 }, { $0.weight.rounded() == 3 })
    add(
      { $0.weight.rounded(.toNearestOrEven) == 2 }, { $0.weight.rounded(.toNearestOrEven) == 2 })
    add({ $0.weight.as(Int.self) == -2 }, { Int($0.weight) == -2 })
    add({ ($0.weight * $0.weight).squareRoot() == abs($0.weight) }, { _ in true })
    add({ $0.number.as(Double.self) / 2 > $0.weight }, { Double($0.number) / 2 > $0.weight })
    add({ $0.number.text() + "!" == "7!" }, { $0.number == 7 })
    add(
      { $0.shipped.timeIntervalSince($0.ordered) > 60 },
      { o in o.shipped.map { $0.timeIntervalSince(o.ordered) > 60 } ?? false })
    add(
      { $0.ordered.timeIntervalSince(date) < 0.5 }, { $0.ordered.timeIntervalSince(date) < 0.5 })
    add(
      { $0.ordered.addingTimeInterval(0.1) < $0.shipped },
      { o in o.shipped.map { o.ordered.addingTimeInterval(0.1) < $0 } ?? false })
    add(
      { $0.ordered.adding(.seconds(3600)) == $0.paid },
      { $0.ordered.addingTimeInterval(3600) == $0.paid })
    add({ $0.ordered == $0.paid }, { $0.ordered == $0.paid })
    add(
      { $0.ordered.adding($0.work) < date },
      { $0.ordered.addingTimeInterval($0.work / .seconds(1)) < date })
    add(
      { $0.ordered.startOfDay(in: zone) == $0.paid.startOfDay(in: zone) },
      { calendar.startOfDay(for: $0.ordered) == calendar.startOfDay(for: $0.paid) })
    add(
      { $0.ordered.adding(.seconds(86_400)).day(in: zone) == 1 },
      { calendar.component(.day, from: $0.ordered.addingTimeInterval(86_400)) == 1 })
    add(
      { ($0.shipped ?? $0.ordered.addingTimeInterval(1)) > $0.ordered },
      { ($0.shipped ?? $0.ordered.addingTimeInterval(1)) > $0.ordered })
    return cases
  }

  @Test func meansWhatSwiftMeans() throws {
    var n = RandomNumbers.printed("ComputedNumberTests.meansWhatSwiftMeans")
    try TemporaryStore.run { _, session in
      let charges = Charge.samples(40, &n)
      try session.save(contentsOf: charges)
      for _ in 0..<3 {
        let cases = Self.amounts(&n) + Self.others(&n)
        for (number, test) in (cases + (0..<8).map { _ in ExpressionTests.combined(cases, &n) })
          .enumerated()
        {
          let found = try Charge.where(test.condition).order(by: \.number).find(in: session)
          let expected = charges.filter(test.holds)
          let sql = found == expected ? "" : try Charge.where(test.condition).sql(in: session)
          #expect(found == expected, "case \(number): \(sql)")
        }
      }
    }
  }

  @Test func computesRowsGroupsAndSums() throws {
    var n = RandomNumbers.printed("computesRowsGroupsAndSums")
    try TemporaryStore.run { _, session in
      let charges = Charge.samples(30, &n)
      try session.save(contentsOf: charges)
      let rows = try Charge.query.order(by: \.number).select {
        ($0.price * 2, $0.work * 2, $0.ordered.adding(.seconds(1)), $0.discount - $0.tax)
      }.find(in: session)
      #expect(rows.map(\.0) == charges.map { $0.price * 2 })
      #expect(rows.map(\.1) == charges.map { $0.work * 2 })
      #expect(rows.map(\.2) == charges.map { $0.ordered.addingTimeInterval(1) })
      #expect(rows.map(\.3) == charges.map { o in o.discount.map { $0 - o.tax } })
      let payers = try Payer.query.select {
        ($0.itself, $0.charges.sum(\.price), $0.charges.average(\.tax), $0.charges.sum(\.work))
      }.find(in: session)
      for (payer, sum, average, work) in payers {
        let own = payer.charges
        #expect(sum == own.map(\.price).reduce(0, +))
        let mean = own.isEmpty ? nil : own.map(\.tax).reduce(0, +) / Decimal(own.count)
        // The last digits depend on how a `Decimal` was computed.
        #expect(
          average.map { Self.whole($0, .plain, 20) } == mean.map { Self.whole($0, .plain, 20) })
        #expect(work == own.map(\.work).reduce(.zero, +))
      }
      let rich = try Payer.find(in: session) { $0.charges.sum { $0.price - $0.tax } > 100 }
      let expected = payers.map(\.0).filter { payer in
        let nets: [Decimal] = payer.charges.map { bill in bill.price - bill.tax }
        return nets.reduce(Decimal(0), +) > Decimal(100)
      }
      #expect(rich == expected)
      let mean = charges.map(\.price).reduce(0, +) / Decimal(charges.count)
      let above = try Charge.find(in: session) {
        $0.price > Charge.query.scalar(.average(\.price))
      }
      #expect(Set(above) == Set(charges.filter { $0.price > mean }))
    }
  }

  @Test func updatesDecimals() throws {
    try TemporaryStore.run { _, session in
      var n = RandomNumbers(seed: 1)
      let charges = Charge.samples(1, &n)
      try session.save(contentsOf: charges)
      let price = charges[0].price
      try Charge.query.update(in: session) { $0.price = ($0.price * 2 + 1).rounded(digits: 2) }
      #expect(charges[0].price == Self.whole(price * 2 + 1, .plain, 2))
      let refused = failure {
        try Charge.query.update(in: session) { $0.ordered = $0.ordered.adding(.seconds(1)) }
      }
      #expect(refused?.code == .invalidQuery)
      try Charge.query.update(in: session) { $0.paid = $0.ordered.adding(.seconds(1)) }
      #expect(charges[0].paid == charges[0].ordered.addingTimeInterval(1))
    }
  }

  @Test func decimalsOfAnotherCodecAreNotMistakenForNumbers() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Charge.self, Odd.self)
      func code(_ condition: (Columns<Charge>, Columns<Odd>) -> Condition) -> PersistenceError.Code?
      {
        failure { _ = try Charge.query.join(Odd.self, on: condition).count(in: session) }?.code
      }
      #expect(code { $0.price * 2 == $1.amount } == .invalidQuery)
      #expect(code { $0.price < $1.amount } == .invalidQuery)
      #expect(code { $0.price < $1.amount + 1 } == .notSearchable)
      #expect(code { charge, _ in charge.price * 2 > charge.tax } == nil)
      let sum = failure {
        _ = try Odd.query.grouped { $0.pk }.select { $0.sum { $0.amount } }.find(in: session)
      }
      #expect(sum?.code == .invalidQuery)
    }
  }

  /// Zeros keep their sign where Swift's do, infinities stay, and a result that no double can
  /// represent is an error.
  @Test func doublesAtTheirEndsAreComputedAsInSwift() throws {
    try TemporaryStore.run { _, session in
      let values = [
        Double.infinity, -Double.infinity, 0, -0.0, 0.5, -0.5, -0.3, 0.49999999999999994, 2.5,
        -1e300,
        4_503_599_627_370_495.5,
      ]
      try session.save(contentsOf: values.map { Extent(size: $0) })
      let rules: [FloatingPointRoundingRule] = [
        .toNearestOrAwayFromZero, .toNearestOrEven, .up, .down, .towardZero, .awayFromZero,
      ]
      func bits(_ values: [Double]) -> [UInt64] { values.map(\.bitPattern) }
      for rule in rules {
        let rounded = try Extent.query.select { $0.size.rounded(rule) }.find(in: session)
        #expect(bits(rounded) == bits(values.map { $0.rounded(rule) }), "\(rule)")
      }
      let magnitudes = try Extent.query.select { abs($0.size) }.find(in: session)
      #expect(bits(magnitudes) == bits(values.map { abs($0) }))
      let negated = try Extent.query.select { -$0.size }.find(in: session)
      #expect(bits(negated) == bits(values.map { -$0 }))
      #expect(failure { _ = try Extent.query.value(.sum(\.size), in: session) } != nil)
      #expect(failure { _ = try Extent.query.value(.average(\.size), in: session) } != nil)
      #expect(
        failure { _ = try Extent.query.select { $0.size - $0.size }.find(in: session) } != nil)
      let positive = try Extent.where { $0.size > 1 }.value(.sum(\.size), in: session)
      let none = try Extent.where { $0.size == 7 }.value(.average(\.size), in: session)
      #expect(positive == Double.infinity && none == nil)
    }
  }

  /// The greatest decimal is 3.4e165. PostgreSQL looked only at the number of digits.
  @Test func aProductWithFewDigitsBeyondTheGreatestDecimalIsAnError() throws {
    try TemporaryStore.run { _, session in
      let start = Date(timeIntervalSinceReferenceDate: 0)
      let large = Decimal(sign: .plus, exponent: 100, significand: 1)
      try session.save(
        Charge(
          number: 1, price: large, tax: 0, work: .zero, ordered: start, paid: start, weight: 0))
      let factors = [3, 5].map { Decimal(sign: .plus, exponent: 65, significand: $0) }
      let errors = factors.map { factor in
        failure { _ = try Charge.query.select { $0.price * factor }.find(in: session) }
      }
      #expect(errors[0] == nil && errors[1] != nil)
    }
  }

  @Test func errorsOfComputingHaveNoValues() throws {
    try TemporaryStore.run { _, session in
      let start = Date(timeIntervalSinceReferenceDate: 0)
      let large = try #require(Decimal(string: String(repeating: "9", count: 38)))
      try session.save(
        contentsOf: [large, Decimal(string: "0.1") ?? 0].map {
          Charge(
            number: .max, price: $0, tax: 0, work: .zero, ordered: start, paid: start, weight: 0)
        })
      let errors = [
        failure { _ = try Charge.query.value(.sum(\.price), in: session) },
        failure { _ = try Charge.query.select { $0.number + 1 }.find(in: session) },
        failure { _ = try Charge.query.select { $0.price + 0.1 }.find(in: session) },
      ]
      for error in errors {
        let text = try #require(error).description
        #expect(!text.contains("99999") && !text.contains("922337"), "\(text)")
      }
    }
  }

  /// Texts of decimals have the codec's form.
  @Test func exactDecimalsHaveTheCodecsForm() throws {
    var n = RandomNumbers.printed("exactDecimalsHaveTheCodecsForm")
    try TemporaryStore.run { _, session in
      let values = (0..<200).map { _ in
        ExactDecimal(
          isNegative: n.isTrue(),
          significand: UInt128(UInt64.random(in: 0...n.one([9, .max]), using: &n)),
          exponent: Int.random(in: -30...30, using: &n))
      }
      let start = Date(timeIntervalSinceReferenceDate: 0)
      try session.save(
        contentsOf: values.enumerated().map {
          Charge(
            number: $0, price: Decimal(string: $1.description) ?? .nan, tax: 0, work: .zero,
            ordered: start, paid: start, weight: 0)
        })
      let stored = try session.namedRows("SELECT price FROM charge ORDER BY number")
      #expect(stored.map { $0["price"] } == values.map { .text($0.text) })
      for value in values { #expect(ExactDecimal(text: value.text) == value) }
    }
    for text in ["", "12", "003 12.5", "002 12.50", "002 0x", "-997 87.4~ 12.5"] {
      #expect(ExactDecimal(text: text) == nil)
    }
  }
}

@Persistent final class Extent {
  var size: Double
}
