import PersistentObjectsDriver

/// Checks of beginning and ending transactions.
enum TransactionChecks {
  static let all = [
    Check("beginWrite must open a transaction, and COMMIT keep its changes and end it", commits),
    Check("beginRead must open a transaction that reads, and COMMIT end it", reads),
    Check("rollBack() must undo the open transaction and end it", rollsBack),
    Check("rollBack() must undo tables that were made in the transaction", rollsTablesBack),
    Check("ROLLBACK TO must undo what came after the savepoint, and RELEASE keep it", savepoints),
    Check("A statement that fails must leave nothing of itself", failsWhole),
    Check("A COMMIT that fails must keep nothing, and leave the connection usable", failsToCommit),
    Check("isHeldUpByReaders must be false while there are no readers", isNotHeldUp),
  ]

  private static func commits(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true before it")
    try bench.run(bench.dialect.beginWrite)
    try bench.demand(bench.connection.isInTransaction, "isInTransaction was false in it")
    try bench.run("INSERT INTO sample (pk) VALUES (1)")
    try bench.run(bench.dialect.commit)
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true after COMMIT")
    try bench.demand(bench.connection.endLease(), "endLease() returned false")
    try bench.demand([1], of: "SELECT pk FROM sample")
  }

  private static func reads(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    try bench.run(bench.dialect.beginRead)
    try bench.demand(bench.connection.isInTransaction, "isInTransaction was false in it")
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
    try bench.run(bench.dialect.commit)
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true after COMMIT")
  }

  private static func rollsBack(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("DELETE FROM sample")
    try bench.run("INSERT INTO sample (pk) VALUES (3)")
    try bench.connection.rollBack()
    try bench.demand(!bench.connection.isInTransaction, "isInTransaction was true after it")
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func rollsTablesBack(_ bench: Bench) throws {
    try bench.require(bench.character.transactsLayout, "transactsLayout is false")
    try bench.run(bench.dialect.beginWrite)
    try bench.makeSample()
    try bench.connection.rollBack()
    let tables = try bench.connection.readSchema().map(\.name)
    try bench.demand(tables.isEmpty, "the tables \(tables) were still there")
  }

  private static func savepoints(_ bench: Bench) throws {
    try bench.makeSample()
    func insert(_ pk: Int) throws { try bench.run("INSERT INTO sample (pk) VALUES (\(pk))") }
    try bench.transaction {
      try insert(1)
      try bench.run(bench.dialect.savepoint("outer_level"))
      try insert(2)
      try bench.run(bench.dialect.savepoint("inner_level"))
      try insert(3)
      try bench.run(bench.dialect.rollBack(to: "inner_level"))
      try bench.run(bench.dialect.release("inner_level"))
      try insert(4)
      try bench.run(bench.dialect.release("outer_level"))
      try bench.demand(bench.connection.isInTransaction, "RELEASE ended the transaction")
    }
    try bench.demand([1, 2, 4], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func failsWhole(_ bench: Bench) throws {
    try bench.makeSample()
    for pk in [1, 2, 3, 13] { try bench.run("INSERT INTO sample (pk) VALUES (\(pk))") }
    let sql = "INSERT INTO sample (pk) SELECT pk + 10 FROM sample AS old WHERE pk < 4"
    try bench.demandError(.constraintViolated, from: sql)
    try bench.demand([1, 2, 3, 13], of: "SELECT pk FROM sample ORDER BY pk")
  }

  /// Checks that a reference to a missing row is found at the end, if constraints are deferred.
  private static func failsToCommit(_ bench: Bench) throws {
    try bench.require(bench.character.defersConstraints, "defersConstraints is false")
    try bench.requireForeignKeys()
    try bench.makeFamily(onDelete: .restrict)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("INSERT INTO child (pk, parent) VALUES (1, 99)")
    let error = try bench.demandError(.constraintViolated, from: bench.dialect.commit)
    try bench.demandKind(.foreignKey, of: error)
    try bench.connection.rollBackOpen()
    try bench.demand(!bench.connection.isInTransaction, "a transaction was still open")
    try bench.demand([] as [Int64], of: "SELECT pk FROM child")
    try bench.transaction { try bench.run("INSERT INTO child (pk) VALUES (2)") }
    try bench.demand([2], of: "SELECT pk FROM child")
  }

  private static func isNotHeldUp(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    try bench.demand(!bench.connection.isHeldUpByReaders, "it was true")
  }
}
