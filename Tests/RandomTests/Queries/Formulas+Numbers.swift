import Foundation
import PersistentObjects
import TestSupport

extension Formulas {
  static let integers = [-7, -1, 0, 1, 2, 3, 10, 100, Int.max, Int.min]
  static let doubles: [Double] = [
    -2.5, -0.0, 0, 0.1, 0.5, 1.5, 2, 2.5, 1e17, 1e300, .leastNonzeroMagnitude, 1 / 3,
  ]
  static let decimals = ["-2.5", "0", "0.1", "0.05", "1.005", "2.50", "123456789.12"].compactMap {
    Decimal(string: $0)
  }

  // MARK: Integers

  func integer(_ depth: Int) -> Formula<Int> {
    if depth == 0 { return pick(integerLeaves) }
    let next = depth - 1
    return choose([
      { self.pick(self.integerLeaves) },
      { self.choice(next, self.integer, constant: self.pick(Self.integers)) },
      { self.sum(self.integer(next), self.integer(next)) },
      {
        self.combined(
          "-", self.integer(next), self.integer(next), { $0 - $1 },
          checked { $0.subtractingReportingOverflow($1) })
      },
      {
        self.combined(
          "*", self.integer(next), self.integer(next), { $0 * $1 },
          checked { $0.multipliedReportingOverflow(by: $1) })
      },
      {
        self.combined(
          "/", self.integer(next), self.integer(next), { $0 / $1 },
          checked { $0.dividedReportingOverflow(by: $1) })
      },
      {
        self.combined(
          "%", self.integer(next), self.integer(next), { $0 % $1 },
          checked { $0.remainderReportingOverflow(dividingBy: $1) })
      },
      { self.withConstant(self.integer(next)) },
      {
        self.applied(
          "negated", self.integer(next), { -$0 },
          { try checked { $0.subtractingReportingOverflow($1) }(0, $0) })
      },
      {
        self.applied("abs", self.integer(next), { abs($0) }) {
          if $0 == .min { throw NoResult() } else { abs($0) }
        }
      },
      { self.applied("count", self.string(next), { $0.count }) { $0.unicodeScalars.count } },
      { self.field(next) },
      {
        self.applied("as(Int)", self.double(next), { $0.as(Int.self) }) {
          guard let number = Int(exactly: $0.rounded(.towardZero)) else { throw NoResult() }
          return number
        }
      },
      { self.elementCount(next) },
    ])
  }

  var integerLeaves: [Formula<Int>] {
    [
      Formula("count", { $0.count.optional }, { $0.count }),
      Formula("stock", { $0.stock }, { $0.stock }),
      Formula("maker.size", { $0.maker.size }, { $0.maker?.size }),
      Formula("former.count", { $0.former.count }, { $0.former?.count }),
      Formula("former.maker.size", { $0.former.maker.size }, { $0.former?.maker?.size }),
      Formula("sizes.count", { $0.sizes.count.optional }, { $0.sizes.count }),
      Formula("sizes.max", { $0.sizes.max { $0 } }, { $0.sizes.max() }),
      Formula("sizes.sum", { $0.sizes.sum { $0 }.optional }, { $0.sizes.reduce(0, +) }),
      Formula("maker.wares.count", { $0.maker.wares.count }, { $0.maker?.wares.count }),
      Formula("former.sizes.min", { $0.former.sizes.min { $0 } }, { $0.former?.sizes.min() }),
    ]
  }

  private func sum(_ a: Formula<Int>, _ b: Formula<Int>) -> Formula<Int> {
    combined("+", a, b, { $0 + $1 }, checked { $0.addingReportingOverflow($1) })
  }

  private func withConstant(_ formula: Formula<Int>) -> Formula<Int> {
    let constant = pick(Self.integers)
    return choose([
      {
        self.applied("+ \(constant)", formula, { $0 + constant }) {
          try checked { $0.addingReportingOverflow($1) }($0, constant)
        }
      },
      {
        self.applied("subtracted from \(constant)", formula, { constant - $0 }) {
          try checked { $0.subtractingReportingOverflow($1) }(constant, $0)
        }
      },
      {
        self.applied("* \(constant)", formula, { $0 * constant }) {
          try checked { $0.multipliedReportingOverflow(by: $1) }($0, constant)
        }
      },
      {
        self.applied("% \(constant)", formula, { $0 % constant }) {
          try checked { $0.remainderReportingOverflow(dividingBy: $1) }($0, constant)
        }
      },
      {
        self.applied("/ \(constant)", formula, { $0 / constant }) {
          try checked { $0.dividedReportingOverflow(by: $1) }($0, constant)
        }
      },
    ])
  }

  private func elementCount(_ depth: Int) -> Formula<Int> {
    let claim = claim(depth)
    return Formula("maker.wares.count { \(claim.text) }") {
      $0.maker.wares.count { claim.condition(WareColumns($0)) }
    } _: {
      try self.requireResults(of: claim.holds)
      return try $0.maker?.wares.count(where: claim.holds)
    }
  }

  // MARK: Doubles

  func double(_ depth: Int) -> Formula<Double> {
    if depth == 0 { return pick(doubleLeaves) }
    let next = depth - 1
    return choose([
      { self.pick(self.doubleLeaves) },
      { self.choice(next, self.double, constant: self.pick(Self.doubles)) },
      {
        self.combined("+", self.double(next), self.double(next), { $0 + $1 }) {
          try finite($0 + $1)
        }
      },
      {
        self.combined("-", self.double(next), self.double(next), { $0 - $1 }) {
          try finite($0 - $1)
        }
      },
      {
        self.combined("*", self.double(next), self.double(next), { $0 * $1 }) {
          try finite($0 * $1, isZero: $0 == 0 || $1 == 0)
        }
      },
      {
        self.combined("/", self.double(next), self.double(next), { $0 / $1 }) {
          try finite($0 / $1, isZero: $0 == 0)
        }
      },
      { self.applied("negated", self.double(next), { -$0 }) { 0 - $0 } },
      { self.applied("abs", self.double(next), { abs($0) }) { abs($0) } },
      { self.applied("as(Double)", self.integer(next), { $0.as(Double.self) }) { Double($0) } },
      { self.interval(next) },
    ])
  }

  private var doubleLeaves: [Formula<Double>] {
    [
      Formula("weight", { $0.weight.optional }, { $0.weight }),
      Formula("length", { $0.length }, { $0.length }),
      Formula("former.weight", { $0.former.weight }, { $0.former?.weight }),
    ]
  }

  private func interval(_ depth: Int) -> Formula<Double> {
    combined("since", date(depth), date(depth), { $0.timeIntervalSince($1) }) {
      $0.timeIntervalSince($1)
    }
  }

  // MARK: Decimals

  func decimal(_ depth: Int) -> Formula<Decimal> {
    if depth == 0 { return pick(decimalLeaves) }
    let next = depth - 1
    return choose([
      { self.pick(self.decimalLeaves) },
      { self.choice(next, self.decimal, constant: self.pick(Self.decimals)) },
      {
        self.combined("+", self.decimal(next), self.decimal(next), { $0 + $1 }) {
          try exact($0, $1, NSDecimalAdd)
        }
      },
      {
        self.combined("-", self.decimal(next), self.decimal(next), { $0 - $1 }) {
          try exact($0, $1, NSDecimalSubtract)
        }
      },
      {
        self.combined("*", self.decimal(next), self.decimal(next), { $0 * $1 }) {
          try exact($0, $1, NSDecimalMultiply)
        }
      },
      { self.applied("as(Decimal)", self.integer(next), { $0.as(Decimal.self) }) { Decimal($0) } },
      { self.rounded(self.decimal(next)) },
    ])
  }

  private var decimalLeaves: [Formula<Decimal>] {
    [
      Formula("price", { $0.price.optional }, { $0.price }),
      Formula("rebate", { $0.rebate }, { $0.rebate }),
      Formula("former.price", { $0.former.price }, { $0.former?.price }),
    ]
  }

  private func rounded(_ formula: Formula<Decimal>) -> Formula<Decimal> {
    let digits = random.number(below: 3)
    return Formula("\(formula.text).rounded(\(digits))") {
      (formula.expression($0) ?? 0).rounded(.toNearestOrAwayFromZero, digits: digits).optional
    } _: {
      var value = try formula.value($0) ?? 0
      var result = Decimal()
      NSDecimalRound(&result, &value, digits, .plain)
      return result
    }
  }
}

/// A computation on integers that has no result if it overflows.
private func checked(
  _ compute: @escaping (Int, Int) -> (partialValue: Int, overflow: Bool)
) -> (Int, Int) throws -> Int {
  {
    let (value, overflow) = compute($0, $1)
    if overflow { throw NoResult() }
    return value
  }
}

/// A result, unless it is not a number, or is one that PostgreSQL refuses: zero where it should not
/// be.
private func finite(_ number: Double, isZero: Bool = true) throws -> Double {
  guard number.isFinite, isZero || number != 0 else { throw NoResult() }
  return number
}

private func exact(
  _ a: Decimal, _ b: Decimal,
  _ compute: (
    UnsafeMutablePointer<Decimal>, UnsafePointer<Decimal>, UnsafePointer<Decimal>,
    NSDecimalNumber.RoundingMode
  ) -> NSDecimalNumber.CalculationError
) throws -> Decimal {
  var (result, a, b) = (Decimal(), a, b)
  // Foundation rounds results with more digits than a decimal can hold.
  guard a.digitCount + b.digitCount <= 38 else { throw NoResult() }
  guard compute(&result, &a, &b, .plain) == .noError else { throw NoResult() }
  return result
}

extension Decimal {
  fileprivate var digitCount: Int { description.count(where: \.isNumber) }
}
