/// The statements that begin and commit a transaction. Code with short transactions keeps
/// such a value, since finding the statements by their text would cost more.
struct RawTransaction {
  static let reading = "BEGIN"
  static let writing = "BEGIN IMMEDIATE"

  private let database: RawDatabase
  private let begin: () throws -> Void
  private let commit: () throws -> Void

  /// - Parameter isPrepared: whether the statements are prepared once; otherwise they are parsed
  ///   each time, by `sqlite3_exec`.
  init(_ database: RawDatabase, _ begin: String, isPrepared: Bool = true) throws {
    func call(_ sql: String) throws -> () throws -> Void {
      if isPrepared { return try database.statement(sql).run }
      return { try database.execute(sql) }
    }
    self.database = database
    self.begin = try call(begin)
    commit = try call("COMMIT")
  }

  func run<R>(_ body: () throws -> R) throws -> R {
    try begin()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      // Report the original error; SQLite may have rolled back by itself.
      try? database.execute("ROLLBACK")
      throw error
    }
  }
}
