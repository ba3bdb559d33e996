import CSQLite
package import PersistentObjectsDriver

/// The SQL of SQLite. All tables are STRICT: a column holds only values of its type.
package struct SQLiteDialect: Dialect {
  /// Makes the dialect, which has no options.
  package init() {}

  /// The character of SQLite, unless it was built with other limits.
  package var character: DatabaseCharacter { Self.own }

  private static let own: DatabaseCharacter = {
    var character = DatabaseCharacter()
    character.reservedPrefixes = ["sqlite_"]
    character.nameQuotes = [NameQuotes("\"", "\""), NameQuotes("`", "`"), NameQuotes("[", "]")]
    character.opensAtOnce = true
    character.listsRows = false
    character.keepsRowsBeforeRefused = true
    character.goesOnWithNextBatch = true
    character.readsRowByRow = true
    return character
  }()

  /// The name: unquoted if it is plain, lower-case and not a keyword; otherwise in double quotes.
  package func quoted(_ name: String) -> String {
    isPlain(name) && !isKeyword(name) ? name : enclosed(name, in: "\"")
  }

  /// `?1`, `?2` and so on.
  package func placeholder(_ number: Int) -> String { number < 100 ? "?\(number)" : "?" }

  /// `1` or `0`.
  package func constant(_ value: Bool) -> String { value ? "1" : "0" }

  /// `x IS y`.
  package func isSame(_ left: SQLText, _ right: SQLText) -> SQLText { "\(left) IS \(right)" }

  /// Empty: a `SELECT` needs no name.
  package var derivedTableName: String { "" }

  /// `LIMIT 10 OFFSET 20`; an offset alone needs a limit, and a negative one means none.
  package func limit(_ count: Int?, offset: Int?) -> String {
    " LIMIT \(count ?? -1)" + (offset.map { " OFFSET \($0)" } ?? "")
  }

  /// A condition that `expression` is in a batch: `x IN (SELECT c0 FROM _persistent_rows(?1))`.
  package func isMember(
    _ expression: String, _ placeholder: String, _ type: ColumnType
  ) -> String { "\(expression) IN (SELECT c0 FROM \(PO_ROW_BATCH_TABLE)(\(placeholder)))" }

  /// `_persistent_rows(?1)`, which has up to 128 columns.
  package func rows(
    _ columns: [ColumnType], from placeholder: String, as name: String?
  ) -> String? {
    if columns.count > PO_ROW_BATCH_COLUMNS { return nil }
    // With parentheses, an ordinary table cannot be mistaken for it.
    return "\(PO_ROW_BATCH_TABLE)(\(placeholder))" + (name.map { " AS \($0)" } ?? "")
  }

  /// `INSERT OR FAIL INTO`: a failure is rolled back with the transaction or savepoint, so SQLite
  /// need not keep a copy of each page for the statement.
  package var insertRows: String { "INSERT OR FAIL INTO" }

  /// `x LIKE ?1 ESCAPE '\\'`.
  package func matches(_ text: SQLText, _ pattern: SQLText, escape: Character?) -> SQLText {
    let escape = escape.map { " ESCAPE \(literal(.text(String($0))))" } ?? ""
    return "\(text) LIKE \(pattern)\(escape)"
  }

  /// `instr(x, ?1) > 0`, which is case-sensitive.
  package func contains(_ text: SQLText, _ part: SQLText) -> SQLText {
    "instr(\(text), \(part)) > 0"
  }

  /// A comparison of bytes: SQLite counts the characters of a text only up to a NUL.
  package func hasSuffix(_ text: SQLText, _ suffix: String) -> SQLText {
    "substr(CAST(\(text) AS BLOB), -\(suffix.utf8.count)) = CAST(\(.text(suffix)) AS BLOB)"
  }

  /// `EXPLAIN QUERY PLAN`.
  package func explain(_ sql: String) -> String { "EXPLAIN QUERY PLAN \(sql)" }

  /// Each row has a number, the number of the row that it belongs to or 0, an unused column, and a
  /// text.
  package func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step] {
    steps(rows, in: .integer(0))
  }

  private func steps(_ rows: [[StoredValue]], in parent: StoredValue) -> [StatementPlan.Step] {
    rows.compactMap { row in
      guard row.count == 4, row[1] == parent, row[0] != parent, case .text(let text) = row[3]
      else { return nil }
      return StatementPlan.Step(text: text, steps: steps(rows, in: row[0]))
    }
  }

  /// The beginning of a transaction that sees one state of the database from its first read on.
  package var beginRead: String { "BEGIN DEFERRED" }

  /// The creation and the removal of a view, which takes no page: each changes the schema cookie.
  package var announceLayout: [String] {
    ["CREATE VIEW _persistent_layout AS SELECT 1", "DROP VIEW _persistent_layout"]
  }

  /// The beginning of a transaction that holds the write lock.
  package var beginWrite: String { "BEGIN IMMEDIATE" }

  /// `RELEASE name`.
  package func release(_ name: String) -> String { "RELEASE \(name)" }

  /// `ROLLBACK TO name`.
  package func rollBack(to name: String) -> String { "ROLLBACK TO \(name)" }

  /// `SQLITE_ERROR`, in preparing or running; other codes are about the disk and memory.
  package func refusesDrop(_ error: PersistenceError) -> Bool {
    error.databaseCode?.hasPrefix("SQLITE_ERROR") ?? false
  }

  private func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  private func isKeyword(_ name: String) -> Bool {
    sqlite3_keyword_check(name, Int32(name.utf8.count)) != 0
  }
}
