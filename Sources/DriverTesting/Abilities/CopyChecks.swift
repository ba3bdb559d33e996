import PersistentObjectsDriver

/// Checks of copies, if the options have a place for them.
enum CopyChecks {
  static let all = [
    Check("backUp must copy all rows, as they are at one moment", copies),
    Check("backUp must throw what its progress throws, and leave no copy", stops),
  ]

  private struct Stop: Error {}

  private static func stops(_ bench: Bench) throws {
    guard let (connection, copy) = prepare(bench) else {
      throw Skip(reason: "the connection is not BackingUp, or options.copy is nil")
    }
    try bench.makeSample(count: 5)
    let isRemoved = (try? copy.driver.deleteDatabase()) != nil
    do {
      try connection.backUp(to: copy.destination, isReplacing: true) { _, _ in throw Stop() }
    } catch is Stop {
      // An earlier copy that cannot be removed may stay.
      if isRemoved { try demandNothing(bench, copy) }
      return
    }
    throw Breach("it threw nothing")
  }

  private static func demandNothing(_ bench: Bench, _ copy: DriverVerification.Copy) throws {
    let connection = try copy.driver.openConnection(.writer)
    defer { connection.finish() }
    let tables = try connection.readSchema().map(\.name)
    try bench.demand(tables.isEmpty, "it left a copy with the tables \(tables)")
  }

  private static func copies(_ bench: Bench) throws {
    guard let (connection, copy) = prepare(bench) else {
      throw Skip(reason: "the connection is not BackingUp, or options.copy is nil")
    }
    try bench.makeSample("a", Samples.any(bench.character))
    var reports: [(done: Int, total: Int)] = []
    try connection.backUp(to: copy.destination, isReplacing: true) { reports.append(($0, $1)) }
    try bench.demand(
      reports.last.map { $0.done == $0.total } ?? false, "the last progress was not the whole")
    try compare(bench, copy)
    try bench.run("DELETE FROM sample")
    try connection.backUp(to: copy.destination, isReplacing: true) { _, _ in }
    try compare(bench, copy)
  }

  private static func prepare(
    _ bench: Bench
  ) -> (connection: any BackingUp, copy: DriverVerification.Copy)? {
    guard let copy = bench.options.copy, let connection = bench.connection as? any BackingUp else {
      return nil
    }
    return (connection, copy)
  }

  private static func compare(_ bench: Bench, _ copy: DriverVerification.Copy) throws {
    let connection = try copy.driver.openConnection(.writer)
    defer { connection.finish() }
    let rows = try bench.run("SELECT pk, a FROM sample ORDER BY pk")
    try bench.demand(rows, of: "SELECT pk, a FROM sample ORDER BY pk", on: connection)
  }
}
