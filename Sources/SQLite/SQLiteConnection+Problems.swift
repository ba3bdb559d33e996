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
      if message != "ok" { problems.append(DatabaseProblem(message)) }
    }
    return problems
  }

  /// One problem for each foreign key, however many rows break it.
  private func orphans() throws -> [DatabaseProblem] {
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
