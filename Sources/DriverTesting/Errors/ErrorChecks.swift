import PersistentObjectsDriver

/// Checks of the contents of errors.
enum ErrorChecks {
  static let all = [
    Check("SQL that names a missing table must throw invalidQuery", missesTable),
    Check("SQL that names a missing column must throw invalidQuery", missesColumn),
    Check(
      "An error of the database must have its own name for the failure in databaseCode", hasCode),
    Check("An error must have the SQL", hasSQL),
    Check("An error must not show the values of a statement", hidesValues),
  ]

  private static func missesTable(_ bench: Bench) throws {
    try bench.demandError(.invalidQuery, from: "SELECT pk FROM missing")
    try bench.demandError(.invalidQuery, from: "INSERT INTO missing (pk) VALUES (1)")
  }

  private static func missesColumn(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.demandError(.invalidQuery, from: "SELECT missing FROM sample")
  }

  private static let secret = "a value that nobody else should read"

  /// Returns the error of a row that is refused.
  private static func refusal(_ bench: Bench) throws -> PersistenceError {
    try bench.makeSample()
    let index = IndexDefinition(name: "only_once", columns: ["t"], isUnique: true)
    try bench.run(bench.creation(of: index))
    try bench.fill("t", [.text(secret)])
    return try bench.demandError(
      .constraintViolated, from: "INSERT INTO sample (pk, t) VALUES (\(bench.places(1...2)))",
      [.integer(2), .text(secret)])
  }

  private static func hasCode(_ bench: Bench) throws {
    let error = try refusal(bench)
    try bench.demand(
      error.databaseCode?.isEmpty == false, "that of a row that was refused had none",
      sql: error.sql)
  }

  private static func hasSQL(_ bench: Bench) throws {
    let error = try refusal(bench)
    try bench.demand(
      error.sql?.contains("INSERT INTO sample") == true,
      "that of a row that was refused had \(error.sql ?? "none")")
  }

  private static func hidesValues(_ bench: Bench) throws {
    let error = try refusal(bench)
    try bench.demand(!"\(error)".contains(secret), "that of a row that was refused did: \(error)")
  }
}
