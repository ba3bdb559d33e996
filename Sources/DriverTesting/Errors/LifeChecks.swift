import PersistentObjectsDriver

/// Checks of opening, closing and deleting.
enum LifeChecks {
  static let all = [
    Check("A connection that is closed must throw storeClosed", closes),
    Check("What was committed must be there when the database is opened again", lasts),
    Check("openFirstReader() must read what is there, or return nil", readsFirst),
    Check("close() must roll back what is open", closesInTransaction),
    Check("deleteDatabase() must remove all tables, or throw unsupported", deletes),
    Check("deleteDatabase() must accept a database that is missing", deletesMissing),
    Check("databaseName must name the database", hasName),
  ]

  private static func closes(_ bench: Bench) throws {
    let connection = try bench.driver.openConnection(.writer)
    connection.finish()
    try bench.demandError([.storeClosed], of: "prepare") {
      _ = try connection.prepare("SELECT 1")
    }
    try bench.demand(!connection.isInTransaction, "isInTransaction was true")
  }

  private static func lasts(_ bench: Bench) throws {
    try bench.require(bench.isShared, "each connection has a database of its own")
    try bench.makeSample(count: 3)
    try bench.transaction { try bench.run("DELETE FROM sample WHERE pk = 2") }
    bench.close()
    let later = try bench.open(.writer)
    try bench.demand([1, 3], of: "SELECT pk FROM sample ORDER BY pk", on: later)
  }

  private static func readsFirst(_ bench: Bench) throws {
    try bench.require(bench.isShared, "each connection has a database of its own")
    try bench.makeSample(count: 3)
    bench.close()
    guard let reader = try bench.driver.openFirstReader() else { return }
    defer { reader.close() }
    try bench.demand([1, 2, 3], of: "SELECT pk FROM sample ORDER BY pk", on: reader)
  }

  private static func closesInTransaction(_ bench: Bench) throws {
    try bench.require(bench.isShared, "each connection has a database of its own")
    try bench.makeSample(count: 2)
    let other = try bench.driver.openConnection(.writer)
    try other.rows(bench.dialect.beginWrite)
    try other.rows("DELETE FROM sample")
    other.close()
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
    try bench.transaction { try bench.run("INSERT INTO sample (pk) VALUES (3)") }
  }

  private static func deletes(_ bench: Bench) throws {
    try bench.makeSample(count: 2)
    bench.close()
    guard try delete(bench) else { return }
    let tables = try Emptying(bench.driver).tables().map(\.name)
    try bench.demand(tables.isEmpty, "there were still the tables \(tables)")
  }

  private static func deletesMissing(_ bench: Bench) throws {
    bench.close()
    guard try delete(bench) else { return }
    _ = try delete(bench)
  }

  /// Deletes the database; returns false if the driver cannot.
  private static func delete(_ bench: Bench) throws -> Bool {
    do {
      try bench.driver.deleteDatabase()
      return true
    } catch let error as PersistenceError where error.code == .unsupported {
      return false
    }
  }

  private static func hasName(_ bench: Bench) throws {
    try bench.demand(!bench.driver.databaseName.isEmpty, "it was empty")
  }
}
