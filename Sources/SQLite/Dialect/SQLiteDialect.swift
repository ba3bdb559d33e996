import CSQLite
import PersistentObjectsEngine

/// SQLite's SQL. All tables are STRICT: a column holds what its type says.
public struct SQLiteDialect: Dialect {
  /// The dialect has no options.
  public init() {}

  /// The name as it is when it is plain, lower-case and no keyword; else in double quotes.
  public func quoted(_ name: String) -> String {
    if isPlain(name) && !isKeyword(name) { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// `?1`, `?2` and so on.
  public func placeholder(_ number: Int) -> String { number < 100 ? "?\(number)" : "?" }

  /// A condition that `expression` equals the parameter, where NULL equals NULL: `x IS ?1`.
  public func isSame(_ expression: String, _ placeholder: String) -> String {
    "\(expression) IS \(placeholder)"
  }

  /// A condition that `expression` is in a batch: `x IN (SELECT c0 FROM _persistent_rows(?1))`.
  public func isMember(
    _ expression: String, _ placeholder: String, _ storage: StorageClass
  ) -> String { "\(expression) IN (SELECT c0 FROM \(PO_ROW_BATCH_TABLE)(\(placeholder)))" }

  /// `_persistent_rows(?1)`, which has up to 128 columns.
  public func rows(_ columns: [StorageClass], from placeholder: String) -> String? {
    // With parentheses no ordinary table is taken for it.
    columns.count <= PO_ROW_BATCH_COLUMNS ? "\(PO_ROW_BATCH_TABLE)(\(placeholder))" : nil
  }

  /// `INSERT OR FAIL INTO`: a failure is rolled back with the transaction or savepoint, so SQLite need
  /// not keep a copy of each page for the statement.
  public var insertRows: String { "INSERT OR FAIL INTO" }

  /// Whether they stay: they do.
  public var keepsRowsBeforeRefused: Bool { true }

  /// Whether it goes on: it does.
  public var goesOnWithNextBatch: Bool { true }

  /// Whether it does: each row is read when it is asked for.
  public var readsRowByRow: Bool { true }

  /// `instr(x, ?1) > 0`, which tells capitals from small letters.
  public func contains(_ expression: String, _ placeholder: String) -> String {
    "instr(\(expression), \(placeholder)) > 0"
  }

  /// Compared as bytes: SQLite counts the characters of a text only up to a NUL.
  public func hasSuffix(_ expression: String, _ suffix: String, _ placeholder: String) -> String {
    "substr(CAST(\(expression) AS BLOB), -\(suffix.utf8.count)) = CAST(\(placeholder) AS BLOB)"
  }

  /// SQLite's own limit, unless it was built with another.
  public var maximumParameters: Int { 32_766 }

  /// `EXPLAIN QUERY PLAN`, without the column that means nothing.
  public func explain(_ sql: String) -> String { "EXPLAIN QUERY PLAN \(sql)" }

  /// Starts a transaction that sees one state of the database from its first read on.
  public var beginRead: String { "BEGIN DEFERRED" }

  /// A view that comes and goes, which takes no page: either changes the schema cookie.
  public var announceLayout: [String] {
    ["CREATE VIEW _persistent_layout AS SELECT 1", "DROP VIEW _persistent_layout"]
  }

  /// Starts a transaction that holds the write lock.
  public var beginWrite: String { "BEGIN IMMEDIATE" }

  /// `SQLITE_ERROR`, in preparing or running; other codes are of the disk and of memory.
  public func refusesDrop(_ error: PersistenceError) -> Bool {
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
