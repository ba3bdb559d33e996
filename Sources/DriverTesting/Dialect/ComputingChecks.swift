import PersistentObjectsDriver

/// Checks of what the dialect computes.
enum ComputingChecks {
  static let all = [
    Check("greatest(_:_:) must be the greater of two integers", greatest),
    Check("sum of integers must be exact, as an integer", sumsIntegers),
    Check("sum must be an error where it is not a 64-bit integer", refusesOverflow),
    Check("sum of doubles must be a double", sumsReals),
    Check("sum and average must be NULL for no values, and skip NULL", passNullOver),
    Check("average must be a double, of integers and of doubles", averages),
  ]

  private static func greatest(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(7), .integer(-7)])
    let expression = bench.dialect.greatest("i", "pk")
    try bench.demand([7, 2], of: "SELECT \(expression) FROM sample ORDER BY pk")
  }

  private static func sumsIntegers(_ bench: Bench) throws {
    let large: Int64 = 1 << 60 + 1
    try bench.makeSample("i", [.integer(large), .integer(large), .integer(-1), .null])
    try bench.demand([2 * large - 1], of: "SELECT \(bench.dialect.sum("i", .integer)) FROM sample")
  }

  private static func refusesOverflow(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(.max), .integer(1)])
    let sql: SQLText = "SELECT \(bench.dialect.sum("i", .integer)) FROM sample"
    try bench.demandAnyError(of: "the sum of Int64.max and 1", running: sql)
  }

  private static func sumsReals(_ bench: Bench) throws {
    try bench.makeSample("r", [.real(0.5), .real(1.5), .null])
    try bench.demand([[.real(2)]], of: "SELECT \(bench.dialect.sum("r", .real)) FROM sample")
  }

  private static func passNullOver(_ bench: Bench) throws {
    try bench.makeSample("i", [.null])
    let list = [
      bench.dialect.sum("i", .integer), bench.dialect.sum("r", .real),
      bench.dialect.average("i", .integer),
      bench.dialect.average("r", .real),
    ].joined(separator: ", ")
    try bench.demand([Array(repeating: .null, count: 4)], of: "SELECT \(list) FROM sample")
  }

  private static func averages(_ bench: Bench) throws {
    try bench.makeSample("i", [.integer(1), .integer(2), .null])
    try bench.demand(
      [[.real(1.5)]], of: "SELECT \(bench.dialect.average("i", .integer)) FROM sample")
    try bench.run("UPDATE sample SET r = 2.0 WHERE pk > 1")
    try bench.demand([[.real(2)]], of: "SELECT \(bench.dialect.average("r", .real)) FROM sample")
  }
}
