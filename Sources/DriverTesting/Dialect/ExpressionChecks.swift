import PersistentObjectsEngine

/// Checks of the parts of expressions that differ between databases.
enum ExpressionChecks {
  static let all = [
    Check("arithmetic(_:_:_:_:) must compute with integers as Swift does", integers),
    Check("arithmetic(_:_:_:_:) must compute with doubles as Swift does", doubles),
    Check("arithmetic(_:_:_:_:) must be NULL where one side is", passesNull),
    Check("arithmetic(_:_:_:_:) must be an error beyond 64 bits, and by zero", refusesIntegers),
    Check("arithmetic(_:_:_:_:) must be an error beyond the range of doubles", refusesDoubles),
    Check("text(_:_:) must change the case of every scalar as Swift does", changesCase),
    Check("text(_:_:) must count, cut, trim and replace by scalars", cutsTexts),
    Check("date(_:of:in:) must give the fields of dates in each time zone", readsDates),
    Check("typed(_:_:) must give a parameter its type", types),
  ]

  private static let numbers: [Int64] = [7, -7, 2, -2, 1, 0, 1 << 40, -(1 << 40)]

  private static func expression(
    _ operation: ArithmeticOperator, _ bench: Bench, _ storage: StorageClass
  ) -> String {
    let (left, right) = storage == .real ? ("r", "pk") : ("i", "pk")
    return bench.dialect.arithmetic(
      operation, left, storage == .real ? "CAST(\(right) AS double precision)" : right, storage)
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
      let sql = "SELECT \(expression(operation, bench, .integer)) FROM sample ORDER BY pk"
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
      let sql = "SELECT \(expression(operation, bench, .real)) FROM sample ORDER BY pk"
      try bench.demand(expected, of: sql)
    }
  }

  private static func passesNull(_ bench: Bench) throws {
    try bench.makeSample("i", [.null])
    for operation in ArithmeticOperator.allCases {
      let sql = "SELECT \(expression(operation, bench, .integer)) FROM sample"
      try bench.demand([[.null]], of: sql)
    }
  }

  private static func refusesIntegers(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(.max), .integer(.min)])
    let cases: [(ArithmeticOperator, Int64, String)] = [
      (.add, 1, "1"), (.subtract, 2, "1"), (.multiply, 1, "2"), (.divide, 1, "0"),
      (.remainder, 1, "0"), (.divide, 2, "-1"),
    ]
    for (operation, pk, right) in cases {
      let expression = bench.dialect.arithmetic(operation, "i", right, .integer)
      let sql = "SELECT \(expression) FROM sample WHERE pk = \(pk)"
      try bench.demandAnyError(of: "\(operation) of a large integer and \(right)", sql: sql) {
        try bench.run(sql)
      }
    }
  }

  private static func refusesDoubles(_ bench: Bench) throws {
    try bench.makeSample("r", [.real(1e308)])
    for (operation, right) in [(ArithmeticOperator.multiply, "10.0"), (.divide, "0.0")] {
      let sql = "SELECT \(bench.dialect.arithmetic(operation, "r", right, .real)) FROM sample"
      try bench.demandAnyError(of: "\(operation) of 1e308 and \(right)", sql: sql) {
        try bench.run(sql)
      }
    }
  }

  // MARK: Texts

  private static let texts = [
    "", "aBc", "ΣΑΣ ὈΔΥΣΣΕΎΣ", "Straße", "İı", "ǅ ŉ ﬁ", "e\u{301}É", "👩‍👩‍👧 x",
  ]

  private static func changesCase(_ bench: Bench) throws {
    try bench.makeSample("t", texts.map { .text($0) })
    for (function, expected) in [
      (TextFunction.lowercased, texts.map { $0.lowercased() }),
      (.uppercased, texts.map { $0.uppercased() }),
    ] {
      let sql = "SELECT \(bench.dialect.text(function, ["t"])) FROM sample ORDER BY pk"
      try bench.demand(expected.map { [.text($0)] }, of: sql)
    }
  }

  private static func cutsTexts(_ bench: Bench) throws {
    try bench.makeSample("t", texts.map { .text($0) } + [.null])
    func demand(_ function: TextFunction, _ others: [String], _ expected: [StoredValue]) throws {
      let sql = "SELECT \(bench.dialect.text(function, ["t"] + others)) FROM sample ORDER BY pk"
      try bench.demand((expected + [.null]).map { [$0] }, of: sql)
    }
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> StoredValue {
      .text(String(String.UnicodeScalarView(scalars)))
    }
    try demand(.count, [], texts.map { .integer(Int64($0.unicodeScalars.count)) })
    for count in [0, 1, 3, 100] {
      try demand(.prefix, ["\(count)"], texts.map { text($0.unicodeScalars.prefix(count)) })
      try demand(.suffix, ["\(count)"], texts.map { text($0.unicodeScalars.suffix(count)) })
    }
    try demand(
      .trimmed, ["'aÉ \u{2003}'"],
      texts.map { whole in
        let isCut: (Unicode.Scalar) -> Bool = { "aÉ \u{2003}".unicodeScalars.contains($0) }
        let start = whole.unicodeScalars.drop(while: isCut)
        return text(start.reversed().drop(while: isCut).reversed())
      })
    try demand(
      .replacing, ["'Σ'", "'--'"],
      texts.map { whole in
        .text(whole.unicodeScalars.map { $0 == "Σ" ? "--" : String($0) }.joined())
      })
    try demand(.replacing, ["''", "'x'"], texts.map { .text($0) })
  }

  // MARK: Dates

  private static let moments = [
    "2001-01-01 00:00:00", "2024-02-29 23:59:59.999999", "2024-03-31 01:00:00",
    "1582-10-15 12:00:00.5", "0000-12-31 23:30:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59",
    "2011-12-30 10:00:00", "1969-12-31 23:59:59.25",
  ]

  private static func readsDates(_ bench: Bench) throws {
    try bench.makeSample("t", moments.map { .text($0) })
    for zone in ["GMT", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"] {
      for field in DateField.allCases {
        let expression = bench.dialect.date(field, of: "t", in: "'\(zone)'")
        let expected = moments.compactMap { field.value(of: $0, in: zone) }
        try bench.demand(expected, of: "SELECT \(expression) FROM sample ORDER BY pk")
      }
    }
  }

  private static func types(_ bench: Bench) throws {
    let dialect = bench.dialect
    let list = [
      dialect.typed(bench.place(1), .integer), dialect.typed(bench.place(2), .real),
      dialect.typed(bench.place(3), .text), dialect.typed(bench.place(4), .bytes),
    ]
    let values: [StoredValue] = [.integer(7), .real(2.5), .text("x"), .bytes([0, 255])]
    try bench.demand([values], of: "SELECT \(list.joined(separator: ", "))", values)
  }
}
