import CSQLite
import PersistentObjectsEngine

extension SQLiteConnection {
  /// What SQLite finds itself: damage of the file, and rows that refer to none.
  func problems() throws -> [DatabaseProblem] { try damage() + orphans() }

  private func damage() throws -> [DatabaseProblem] {
    let statement = try statement(sql: "PRAGMA integrity_check")
    defer { statement.reset() }
    var problems: [DatabaseProblem] = []
    while try statement.step() {
      let message = String(decoding: statement.bytes(at: 0), as: UTF8.self)
      if message == "ok" { continue }
      if let failure = failedRead(message) { throw failure }
      problems.append(DatabaseProblem(message))
    }
    return problems
  }

  /// SQLite's check goes on where a page cannot be read, and reports it among the damage. A disk that
  /// fails for a moment, or memory that is short, says nothing about the file.
  private func failedRead(_ message: String) -> PersistenceError? {
    let code =
      message.contains("failed to get page")
      ? SQLITE_IOERR : message.firstMatch(of: /error code[ =]+(\d+)/).flatMap { Int32($0.1) }
    guard let code, ![SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff) else { return nil }
    return ResultCode(code).error(
      message: message, database: database.name, role: role,
      systemError: sqlite3_system_errno(database.pointer), sql: "PRAGMA integrity_check")
  }

  /// A foreign key that points at no key makes SQLite refuse to look.
  private func orphans() throws -> [DatabaseProblem] {
    do {
      return try brokenForeignKeys()
    } catch let error as PersistenceError
      where error.databaseCode.map({ $0 & 0xff }) == SQLITE_ERROR
    {
      return [DatabaseProblem(error.message)]
    }
  }

  /// One problem for each foreign key, however many rows break it.
  private func brokenForeignKeys() throws -> [DatabaseProblem] {
    let statement = try statement(
      sql: """
        SELECT c."table", c.parent, k."from", count(*) FROM pragma_foreign_key_check AS c \
        LEFT JOIN pragma_foreign_key_list(c."table") AS k ON k.id = c.fkid \
        GROUP BY 1, 2, 3 ORDER BY 1, 3
        """)
    defer { statement.reset() }
    var problems: [DatabaseProblem] = []
    while try statement.step() {
      let (table, parent, column) = (text(statement, 0), text(statement, 1), text(statement, 2))
      let count = statement.integer(at: 3)
      let rows = count == 1 ? "1 row refers" : "\(count) rows refer"
      problems.append(
        DatabaseProblem(table: table, "\(rows) by \(column) to rows of \(parent) that are missing"))
    }
    return problems
  }
}
