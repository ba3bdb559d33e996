import PersistentObjectsDriver

/// Checks of connections whose SQL can call functions of the program.
enum FunctionChecks {
  static let all = [
    Check(
      "SQL must call an added function with its arguments, and use its result to the bit", calls),
    Check("An error that an added function throws must become an error of the statement", fails),
  ]

  private struct Refusal: Error {}

  private static func calls(_ bench: Bench) throws {
    guard let connection = bench.connection as? any FunctionCalling else {
      throw Skip(reason: "the connection is not FunctionCalling")
    }
    try connection.add(ProgramFunction(name: "kit_second", argumentCount: 2) { $0[1] })
    try bench.makeSample("a", Samples.any(bench.character))
    try bench.demand(
      Samples.any(bench.character).map { [$0] },
      of: "SELECT kit_second(pk, a) FROM sample ORDER BY pk")
  }

  private static func fails(_ bench: Bench) throws {
    guard let connection = bench.connection as? any FunctionCalling else {
      throw Skip(reason: "the connection is not FunctionCalling")
    }
    let function = ProgramFunction(name: "kit_refusal", argumentCount: 1) { _ in throw Refusal() }
    try connection.add(function)
    let sql = "SELECT kit_refusal(1)"
    try bench.demandAnyError(of: "it", sql: sql) { try bench.run(sql) }
  }
}
