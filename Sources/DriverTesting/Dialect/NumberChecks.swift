import Foundation
import PersistentObjectsDriver

/// Checks of decimals, durations, conversions and rounding.
enum NumberChecks {
  static let all = [
    Check("arithmetic(_:_:_:_:) must compute exactly with decimals and durations", computes),
    Check("arithmetic(_:_:_:_:) must cut quotients of decimals at 38 digits", divides),
    Check("arithmetic(_:_:_:_:) must be an error for what a decimal cannot hold", refuses),
    Check("magnitude(_:_:) must be that of numbers of each kind", magnitudes),
    Check("converted(_:from:to:) must convert as Swift does", converts),
    Check("converted(_:from:to:) must be an error beyond 64 bits", refusesToConvert),
    Check("decimal(ofUnits:scale:) and digits(ofInteger:) must write integers", writesIntegers),
    Check("rounded(_:_:digits:_:) must follow each rule", rounds),
    Check("rounded(_:_:digits:_:) must keep digits of decimals by each rule", roundsDecimals),
    Check("squareRoot(_:) must be the nearest double, and an error below zero", takesRoots),
    Check("sum(_:_:) must add up decimals and durations exactly", addsUp),
  ]

  private static let decimals = [
    ExactDecimal(0), ExactDecimal(7), ExactDecimal(-7),
    ExactDecimal(significand: 125, exponent: -2),
    ExactDecimal(isNegative: true, significand: 1, exponent: -18),
    ExactDecimal(significand: 99_999_999_999_999_999, exponent: -3),
    ExactDecimal(significand: 1, exponent: 18),
  ]

  private static func computes(_ bench: Bench) throws {
    try bench.makeSample("t", decimals.map { .text($0.text) } + [.null])
    for kind in try bench.computedKinds([.decimal, .duration]) {
      for operation in ArithmeticOperator.allCases where operation != .remainder {
        for other in [ExactDecimal(3), ExactDecimal(-2)] {
          let expected = decimals.map { $0.result(of: operation, other, kind) }
          let right = bench.dialect.typed("\(.text(other.text))", .text)
          let sql = bench.dialect.arithmetic(operation, "t", right, kind)
          try bench.demand(
            expected.map { [$0.map { .text($0.text) } ?? .null] } + [[.null]],
            of: "SELECT \(sql) FROM sample ORDER BY pk")
        }
      }
    }
  }

  private static func divides(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    let numbers = (1...40).map {
      ExactDecimal(significand: UInt128($0) << UInt128($0 * 2) | 1, exponent: $0 - 20)
    }
    try bench.makeSample("t", numbers.map { .text($0.text) })
    for other in [
      ExactDecimal(3), ExactDecimal(significand: 7, exponent: 20), ExactDecimal(-999_983),
    ] {
      let right = bench.dialect.typed("\(.text(other.text))", .text)
      let sql = bench.dialect.arithmetic(.divide, "t", right, .decimal)
      let expected = numbers.compactMap { $0.result(of: .divide, other, .decimal) }
      try bench.demand(
        expected.map { [.text($0.text)] }, of: "SELECT \(sql) FROM sample ORDER BY pk")
    }
  }

  private static func refuses(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    let wide = ExactDecimal(significand: .max)
    try bench.makeSample("t", [.text(wide.text)])
    let cases: [(ArithmeticOperator, ExactDecimal, NumberKind)] = [
      (.add, ExactDecimal(significand: 1, exponent: -1), .decimal), (.multiply, wide, .decimal),
      (.divide, ExactDecimal(0), .decimal), (.add, ExactDecimal(1), .duration),
    ]
    for (operation, other, kind) in cases {
      let right = bench.dialect.typed("\(.text(other.text))", .text)
      let sql: SQLText =
        "SELECT \(bench.dialect.arithmetic(operation, "t", right, kind)) FROM sample"
      try bench.demandAnyError(of: "\(operation) of a wide decimal and \(other)", running: sql)
    }
  }

  private static func magnitudes(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    let dialect = bench.dialect
    try bench.makeSample("i", [.integer(-5)])
    try bench.run(
      "UPDATE sample SET r = -2.5, t = \(dialect.literal(.text(ExactDecimal(-7).text)))")
    let list = [
      dialect.magnitude("i", .integer), dialect.magnitude("r", .real),
      dialect.magnitude("t", .decimal),
    ]
    try bench.demand(
      [[.integer(5), .real(2.5), .text(ExactDecimal(7).text)]],
      of: "SELECT \(list.joined(separator: ", ")) FROM sample")
  }

  private static func converts(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    let dialect = bench.dialect
    let integer = 1 << 62 + 1
    try bench.makeSample("i", [.integer(Int64(integer))])
    let decimal = ExactDecimal(isNegative: true, significand: 123_456_789, exponent: -4)
    try bench.run(
      "UPDATE sample SET r = -2.75, t = \(dialect.literal(.text(decimal.text)))")
    let list = [
      dialect.converted("i", from: .integer, to: .real),
      dialect.converted("i", from: .integer, to: .decimal),
      dialect.converted("r", from: .real, to: .integer),
      dialect.converted("t", from: .decimal, to: .integer),
      dialect.converted("t", from: .decimal, to: .real),
      dialect.converted("t", from: .duration, to: .real),
    ]
    try bench.demand(
      [
        [
          .real(Double(integer)), .text(ExactDecimal(Int64(integer)).text), .integer(-2),
          .integer(-12345), .real(-12345.6789), .real(-12345.6789),
        ]
      ], of: "SELECT \(list.joined(separator: ", ")) FROM sample")
  }

  private static func refusesToConvert(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    try bench.makeSample("r", [.real(1e19)])
    let wide = ExactDecimal(significand: 1, exponent: 19).text
    for sql in [
      bench.dialect.converted("r", from: .real, to: .integer),
      bench.dialect.converted(
        bench.dialect.typed("\(.text(wide))", .text), from: .decimal, to: .integer),
    ] {
      try bench.demandAnyError(of: "1e19 as an integer", running: "SELECT \(sql) FROM sample")
    }
  }

  private static func writesIntegers(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    try bench.makeSample("i", [.integer(1250), .integer(.min), .integer(0)])
    let list = [
      bench.dialect.decimal(ofUnits: "i", scale: 2), bench.dialect.digits(ofInteger: "i"),
    ]
    let expected = [
      ["002 12.5", "1250"],
      [
        ExactDecimal(isNegative: true, significand: 1 << 63, exponent: -2).text,
        "-9223372036854775808",
      ], ["001 0", "0"],
    ]
    try bench.demand(
      expected.map { $0.map { .text($0) } },
      of: "SELECT \(list.joined(separator: ", ")) FROM sample ORDER BY pk")
  }

  private static let rules: [FloatingPointRoundingRule] = [
    .up, .down, .towardZero, .awayFromZero, .toNearestOrEven, .toNearestOrAwayFromZero,
  ]

  private static func rounds(_ bench: Bench) throws {
    let reals = [2.5, -2.5, 3.5, 0.49999999999999994, -0.2, 7, 1e300]
    try bench.makeSample("r", reals.map { .real($0) })
    for rule in rules {
      let sql = bench.dialect.rounded("r", rule, digits: 0, .real)
      // Adding 0 removes the sign of zero, which does not matter here.
      try bench.demand(
        reals.map { [.real($0.rounded(rule) + 0)] },
        of: "SELECT \(sql) + 0.0 FROM sample ORDER BY pk")
    }
  }

  private static func roundsDecimals(_ bench: Bench) throws {
    _ = try bench.computedKinds([.decimal])
    let numbers = [12_345, 12_355, 12_350, 1, 0].flatMap { (digits: UInt128) in
      let number = ExactDecimal(significand: digits, exponent: -3)
      return [number, number.negated]
    }
    try bench.makeSample("t", numbers.map { .text($0.text) })
    for (rule, digits) in rules.flatMap({ rule in [2, 0, -1].map { (rule, $0) } }) {
      let sql = bench.dialect.rounded("t", rule, digits: digits, .decimal)
      try bench.demand(
        numbers.map { [.text($0.rounded(rule, digits: digits).text)] },
        of: "SELECT \(sql) FROM sample ORDER BY pk")
    }
  }

  private static func takesRoots(_ bench: Bench) throws {
    try bench.makeSample("r", [.real(2), .real(0.25)])
    let sql: SQLText = "SELECT \(bench.dialect.squareRoot("r")) FROM sample ORDER BY pk"
    try bench.demand([[.real(2.0.squareRoot())], [.real(0.5)]], of: sql)
    try bench.run("UPDATE sample SET r = -1.0")
    try bench.demandAnyError(of: "the root of -1", running: sql)
  }

  private static func addsUp(_ bench: Bench) throws {
    let numbers = decimals.dropFirst(3)
    try bench.makeSample("t", numbers.map { .text($0.text) } + [.null])
    for kind in try bench.computedKinds([.decimal, .duration]) {
      let total = numbers.reduce(ExactDecimal(0)) { $0.result(of: .add, $1, kind) ?? $0 }
      let sum = bench.dialect.sum("t", kind)
      try bench.demand([[.text(total.text)]], of: "SELECT \(sum) FROM sample")
      try bench.demand([[.null]], of: "SELECT \(sum) FROM sample WHERE pk < 0")
    }
  }
}

extension Bench {
  /// Returns those of some kinds of numbers with which SQL computes; skips the check if there are
  /// none.
  fileprivate func computedKinds(_ kinds: [NumberKind]) throws -> [NumberKind] {
    let computed = kinds.filter { !character.uncomputedKinds.contains($0) }
    try require(!computed.isEmpty, "uncomputedKinds has \(kinds)")
    return computed
  }
}
