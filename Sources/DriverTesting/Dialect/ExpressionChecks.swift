import PersistentObjectsDriver

/// Checks of the parts of expressions that differ between databases.
enum ExpressionChecks {
  static let all = [
    Check("arithmetic(_:_:_:_:) must compute with integers as Swift does", integers),
    Check("arithmetic(_:_:_:_:) must compute with doubles as Swift does", doubles),
    Check("arithmetic(_:_:_:_:) must be NULL where one side is", passesNull),
    Check(
      "arithmetic(_:_:_:_:) must be an error beyond 64 bits, and for division by zero",
      refusesIntegers),
    Check("arithmetic(_:_:_:_:) must be an error beyond the range of doubles", refusesDoubles),
    Check("text(_:_:) must change the case of every scalar as Swift does", changesCase),
    Check("text(_:_:) must count, cut, trim and replace by scalars", cutsTexts),
    Check("text(_:_:) must leave out first and last scalars", dropsParts),
    Check("typed(_:_:) must give a parameter its type", types),
  ]

  private static let numbers: [Int64] = [7, -7, 2, -2, 1, 0, 1 << 40, -(1 << 40)]

  private static func expression(
    _ operation: ArithmeticOperator, _ bench: Bench, _ kind: NumberKind
  ) -> SQLText {
    kind == .real
      ? bench.dialect.arithmetic(
        operation, "r", bench.dialect.converted("pk", from: .integer, to: .real), kind)
      : bench.dialect.arithmetic(operation, "i", "pk", kind)
  }

  private static func integers(_ bench: Bench) throws {
    try bench.makeSample("i", numbers.map { .integer($0) })
    for operation in ArithmeticOperator.allCases {
      let expected = numbers.enumerated().map { index, left -> Int64 in
        let right = Int64(index + 1)
        return switch operation {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        case .divide: left / right
        case .remainder: left % right
        }
      }
      let sql: SQLText = "SELECT \(expression(operation, bench, .integer)) FROM sample ORDER BY pk"
      try bench.demand(expected, of: sql)
    }
  }

  private static func doubles(_ bench: Bench) throws {
    let numbers = [0.1, -2.5, 1e300, -1e-300]
    try bench.makeSample("r", numbers.map { .real($0) })
    for operation in ArithmeticOperator.allCases where operation != .remainder {
      let expected = numbers.enumerated().map { index, left -> [StoredValue] in
        let right = Double(index + 1)
        return switch operation {
        case .add: [.real(left + right)]
        case .subtract: [.real(left - right)]
        case .multiply: [.real(left * right)]
        default: [.real(left / right)]
        }
      }
      let sql: SQLText = "SELECT \(expression(operation, bench, .real)) FROM sample ORDER BY pk"
      try bench.demand(expected, of: sql)
    }
  }

  private static func passesNull(_ bench: Bench) throws {
    try bench.makeSample("i", [.null])
    for operation in ArithmeticOperator.allCases {
      let sql: SQLText = "SELECT \(expression(operation, bench, .integer)) FROM sample"
      try bench.demand([[.null]], of: sql)
    }
  }

  private static func refusesIntegers(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(.max), .integer(.min)])
    let cases: [(ArithmeticOperator, Int64, SQLText)] = [
      (.add, 1, "1"), (.subtract, 2, "1"), (.multiply, 1, "2"), (.divide, 1, "0"),
      (.remainder, 1, "0"), (.divide, 2, "-1"),
    ]
    for (operation, pk, right) in cases {
      let expression = bench.dialect.arithmetic(operation, "i", right, .integer)
      let sql: SQLText = "SELECT \(expression) FROM sample WHERE pk = \(pk)"
      try bench.demandAnyError(
        of: "\(operation) of a large integer and \(right.sql(bench.dialect))", running: sql)
    }
  }

  private static func refusesDoubles(_ bench: Bench) throws {
    try bench.makeSample("r", [.real(1e308)])
    for (operation, right) in [(ArithmeticOperator.multiply, 10), (.divide, 0)] as [(_, Double)] {
      let typed = bench.dialect.typed("\(.real(right))", .real)
      let sql: SQLText =
        "SELECT \(bench.dialect.arithmetic(operation, "r", typed, .real)) FROM sample"
      try bench.demandAnyError(of: "\(operation) of 1e308 and \(right)", running: sql)
    }
  }

  // MARK: Texts

  private static let texts = [
    "", "aBc", "ΣΑΣ ὈΔΥΣΣΕΎΣ", "Straße", "İı", "ǅ ŉ ﬁ", "e\u{301}É", "👩‍👩‍👧 x",
  ]

  private static func small(_ text: String) -> String {
    String(decoding: text.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
  }

  private static func changesCase(_ bench: Bench) throws {
    try bench.makeSample("t", texts.map { .text($0) })
    for (function, expected) in [
      (TextFunction.lowercased, texts.map { $0.lowercased() }),
      (.uppercased, texts.map { $0.uppercased() }),
      (.lowercasedASCII, texts.map { small($0) }),
    ] {
      let sql: SQLText = "SELECT \(bench.dialect.text(function, ["t"])) FROM sample ORDER BY pk"
      try bench.demand(expected.map { [.text($0)] }, of: sql)
    }
  }

  private static func cutsTexts(_ bench: Bench) throws {
    try bench.makeSample("t", texts.map { .text($0) } + [.null])
    func demand(_ function: TextFunction, _ others: [StoredValue], _ expected: [StoredValue]) throws
    {
      let values = others.map { value in
        bench.dialect.typed("\(value)", value.kind == .text ? .text : .integer)
      }
      let sql: SQLText =
        "SELECT \(bench.dialect.text(function, ["t"] + values)) FROM sample ORDER BY pk"
      try bench.demand((expected + [.null]).map { [$0] }, of: sql)
    }
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> StoredValue {
      .text(String(String.UnicodeScalarView(scalars)))
    }
    try demand(.count, [], texts.map { .integer(Int64($0.unicodeScalars.count)) })
    for count in [0, 1, 3, 100] as [Int64] {
      try demand(
        .prefix, [.integer(count)], texts.map { text($0.unicodeScalars.prefix(Int(count))) })
      try demand(
        .suffix, [.integer(count)], texts.map { text($0.unicodeScalars.suffix(Int(count))) })
    }
    try demand(
      .trimmed, [.text("aÉ \u{2003}")],
      texts.map { whole in
        let isCut: (Unicode.Scalar) -> Bool = { "aÉ \u{2003}".unicodeScalars.contains($0) }
        let start = whole.unicodeScalars.drop(while: isCut)
        return text(start.reversed().drop(while: isCut).reversed())
      })
    try demand(
      .replacing, [.text("Σ"), .text("--")],
      texts.map { whole in
        .text(whole.unicodeScalars.map { $0 == "Σ" ? "--" : String($0) }.joined())
      })
    try demand(.replacing, [.text(""), .text("x")], texts.map { .text($0) })
  }

  private static func dropsParts(_ bench: Bench) throws {
    try bench.makeSample("t", texts.map { .text($0) })
    for count in [0, 1, 3, 100] {
      let list = [TextFunction.dropFirst, .dropLast].map {
        bench.dialect.text($0, ["t", "\(count)"])
      }
      let expected = texts.map { text in
        [text.unicodeScalars.dropFirst(count), text.unicodeScalars.dropLast(count)]
          .map { StoredValue.text(String($0)) }
      }
      try bench.demand(
        expected, of: "SELECT \(list.joined(separator: ", ")) FROM sample ORDER BY pk")
    }
  }

  private static func types(_ bench: Bench) throws {
    let dialect = bench.dialect
    let values: [StoredValue] = [.integer(7), .real(2.5), .text("x"), .bytes([0, 255])]
    let types = [ColumnType.integer, .real, .text, .bytes]
    let list = zip(values, types).map { dialect.typed("\($0)", $1) }
    try bench.demand([values], of: "SELECT \(list.joined(separator: ", "))")
  }
}
