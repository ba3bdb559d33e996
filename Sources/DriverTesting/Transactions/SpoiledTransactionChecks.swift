import PersistentObjectsDriver

/// Checks of the effect of a failed statement on its transaction.
enum SpoiledTransactionChecks {
  static let all = [
    Check(
      "failureSpoilsTransaction must tell whether a transaction goes on after a failure", goesOn),
    Check(
      "A transaction must go on when it is rolled back to a savepoint before a failure",
      goesOnFromSavepoint),
    Check("rollBack() must undo a transaction in which a statement has failed", rollsBack),
  ]

  private static let insert = "INSERT INTO sample (pk) VALUES (3)"
  private static let keys = "SELECT pk FROM sample ORDER BY pk"

  /// Opens a transaction with a new row, a savepoint, and a statement that fails.
  private static func fail(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("INSERT INTO sample (pk) VALUES (2)")
    try bench.run(bench.dialect.savepoint("before_failure"))
    try bench.demandError(.constraintViolated, from: "INSERT INTO sample (pk) VALUES (1)")
  }

  private static func goesOn(_ bench: Bench) throws {
    try fail(bench)
    guard bench.character.failureSpoilsTransaction else {
      try bench.run(insert)
      try bench.run(bench.dialect.commit)
      return try bench.demand([1, 2, 3], of: SQLText(keys))
    }
    try bench.demandAnyError(of: "it is true and a statement after the failure", sql: insert) {
      try bench.run(insert)
    }
  }

  private static func goesOnFromSavepoint(_ bench: Bench) throws {
    try fail(bench)
    try bench.run(bench.dialect.rollBack(to: "before_failure"))
    try bench.run(bench.dialect.release("before_failure"))
    try bench.run(insert)
    try bench.run(bench.dialect.commit)
    try bench.demand([1, 2, 3], of: SQLText(keys))
  }

  private static func rollsBack(_ bench: Bench) throws {
    try fail(bench)
    try bench.connection.rollBack()
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true after it")
    try bench.run(insert)
    try bench.demand([1, 3], of: SQLText(keys))
  }
}
