import PersistentObjectsDriver

/// Checks of the end of a lease.
enum LeaseChecks {
  static let all = [
    Check("endLease() must roll back what is open", rollsBack),
    Check("endLease() must return true for a connection that can be used again", returnsTrue),
    Check("endLease() must end a transaction that reads", endsReading),
    Check(
      "endingFailure must be nil in a new lease, and after a failure that ends no transaction",
      hasNoFailure),
  ]

  private static func rollsBack(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("DELETE FROM sample")
    try endLease(bench)
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
    try bench.transaction { try bench.run("INSERT INTO sample (pk) VALUES (3)") }
    try bench.demand([1, 2, 3], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func endLease(_ bench: Bench) throws {
    try bench.demand(bench.connection.endLease(), "it returned false")
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true after it")
  }

  private static func returnsTrue(_ bench: Bench) throws {
    try bench.demand(bench.connection.endLease(), "it returned false for an unused one")
    try bench.makeSample(count: 1)
    try bench.demandError(.constraintViolated, from: "INSERT INTO sample (pk) VALUES (1)")
    try bench.demand(bench.connection.endLease(), "it returned false after a row was refused")
    try bench.demand([1], of: "SELECT pk FROM sample")
  }

  private static func endsReading(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    try bench.run(bench.dialect.beginRead)
    try bench.demand([1], of: "SELECT pk FROM sample")
    try endLease(bench)
    try bench.run("DROP TABLE sample")
  }

  private static func hasNoFailure(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    _ = bench.connection.endLease()
    try demandNoFailure(bench, "in a new lease")
    try bench.run(bench.dialect.beginWrite)
    try bench.demandError(.constraintViolated, from: "INSERT INTO sample (pk) VALUES (1)")
    if bench.connection.isInTransaction { try demandNoFailure(bench, "in an open transaction") }
  }

  private static func demandNoFailure(_ bench: Bench, _ place: String) throws {
    if let failure = bench.connection.endingFailure {
      throw Breach("\(place) it was \(Wording.reason(failure))")
    }
  }
}
