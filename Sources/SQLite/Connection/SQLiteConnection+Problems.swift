import CSQLite
import PersistentObjectsDriver

extension SQLiteConnection: ProblemFinding {
  /// Returns the problems that SQLite finds: damage to the file, and references to missing rows.
  func findProblems() throws -> [DatabaseProblem] { try damage() + orphans() }

  private func damage() throws -> [DatabaseProblem] {
    let messages = try database.rows(of: "PRAGMA integrity_check") { row in
      let message = row.text(at: 0)
      if let failure = failedRead(message) { throw failure }
      return message
    }
    return messages.filter { $0 != "ok" }.map { DatabaseProblem($0) }
  }

  /// Returns the error of a failed read. SQLite's check continues if a page cannot be read, and
  /// reports that among the damage. But a temporary failure of the disk, or a lack of memory, says
  /// nothing about the file.
  private func failedRead(_ message: String) -> PersistenceError? {
    let code =
      message.contains("failed to get page")
      ? SQLITE_IOERR : message.firstMatch(of: /error code[ =]+(\d+)/).flatMap { Int32($0.1) }
    guard let code, ![SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff) else { return nil }
    return ResultCode(code).error(
      message: message, database: database.name, role: database.role,
      systemError: sqlite3_system_errno(database.pointer), sql: "PRAGMA integrity_check")
  }

  /// Returns the broken foreign keys. SQLite refuses to check if a foreign key refers to columns
  /// that are not a key; that is then the problem.
  private func orphans() throws -> [DatabaseProblem] {
    do {
      return try brokenForeignKeys()
    } catch let error as PersistenceError
      where error.databaseCode == "SQLITE_ERROR"
    {
      return [DatabaseProblem(error.message)]
    }
  }

  /// Returns one problem for each foreign key, regardless of how many rows break it.
  private func brokenForeignKeys() throws -> [DatabaseProblem] {
    let broken = try database.rows(
      of: """
        SELECT c."table", c.parent, k."from", k."to", count(DISTINCT k.seq), \
        count(*) / count(DISTINCT k.seq), min(k.seq) FROM pragma_foreign_key_check AS c \
        JOIN pragma_foreign_key_list(c."table") AS k ON k.id = c.fkid \
        GROUP BY c."table", c.fkid ORDER BY 1, 3
        """
    ) { row in
      (
        table: row.text(at: 0), parent: row.text(at: 1), column: row.text(at: 2),
        target: row.isNull(at: 3) ? nil : row.text(at: 3), isSingle: row.integer(at: 4) == 1,
        count: row.integer(at: 5)
      )
    }
    return try broken.map { key in
      let missing =
        key.isSingle
        ? try missingKeys(of: key.table, key.column, in: key.parent, key.target) : []
      return DatabaseProblem(
        DanglingReference(
          table: key.table, column: key.column, target: key.parent, rowCount: key.count,
          missingKeys: missing))
    }
  }

  /// Returns the first keys that a column has and its target lacks.
  ///
  /// - Parameter key: the column that is referred to; nil for the primary key.
  private func missingKeys(
    of table: String, _ column: String, in target: String, _ key: String?
  ) throws -> [String] {
    let dialect = SQLiteDialect()
    let isKey = key.map { "name = \(dialect.literal(.text($0))) COLLATE NOCASE" } ?? "pk = 1"
    let keys = try database.rows(
      of: """
        SELECT name FROM pragma_table_info(\(dialect.literal(.text(target)))) WHERE \(isKey)
        """
    ) { $0.text(at: 0) }
    // If the table that is referred to does not exist, all keys are missing.
    let isAbsent = keys.first.map {
      """
       AND NOT EXISTS (SELECT 1 FROM \(dialect.quoted(target)) AS p \
      WHERE p.\(dialect.quoted($0)) = c.\(dialect.quoted(column)))
      """
    }
    return try database.rows(
      of: """
        SELECT CAST(c.\(dialect.quoted(column)) AS TEXT) FROM \(dialect.quoted(table)) AS c \
        WHERE c.\(dialect.quoted(column)) IS NOT NULL\(isAbsent ?? "") \
        GROUP BY c.\(dialect.quoted(column)) ORDER BY c.\(dialect.quoted(column)) \
        LIMIT \(DanglingReference.namedKeys + 1)
        """
    ) { $0.text(at: 0) }
  }

  /// Returns the first reference that SQLite would refuse to commit.
  func brokenReference() throws -> BrokenReference? {
    let statement = try database.prepare(brokenReferences)
    defer { statement.reset() }
    return try statement.next().map { row in
      BrokenReference(
        table: row.text(at: 0), column: row.text(at: 1), pk: row.storedInteger(at: 2),
        target: row.text(at: 3))
    }
  }
}

private let brokenReferences = """
  SELECT c."table", f."from", c.rowid, c.parent FROM pragma_foreign_key_check AS c, \
  pragma_foreign_key_list(c."table") AS f WHERE f.id = c.fkid LIMIT 1
  """
