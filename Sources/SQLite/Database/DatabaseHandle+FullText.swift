import CSQLite
import PersistentObjectsDriver

// Full-text tables that triggers and views of the file use.
//
// A connection refuses virtual tables in triggers and views unless their module says that it is
// harmless whatever a file contains. The full-text modules say so only in later versions of SQLite,
// and those before refuse every statement that would fire a trigger which keeps an index up to
// date. The other modules that SQLite itself has either say so, or may not be used there in any
// case; and so do the functions of this package and of the program.

extension DatabaseHandle {
  /// The virtual table for which SQLite has just refused a statement; nil if that is not the
  /// reason.
  var refusedTable: String? {
    let message = String(cString: sqlite3_errmsg(pointer))
    return message.wholeMatch(of: /unsafe use of virtual table "(.*)"/).map { String($0.1) }
  }

  /// Lets triggers and views use full-text tables from now on, if a table that was refused is one.
  /// Returns whether the statement is worth another try.
  func admit(_ table: String) -> Bool {
    if admitsFullText || !isFullText(table) { return false }
    admitsFullText = po_sqlite3_trust_schema(pointer) == SQLITE_OK
    return admitsFullText
  }

  private func isFullText(_ table: String) -> Bool {
    let name = table.replacing("'", with: "''")
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '\(name)'"
    guard let text = try? firstText(sql) else { return false }
    return text.prefixMatch(of: Self.fullTextTable) != nil
  }

  /// The beginning of the text of a full-text table, with the four ways to quote a name.
  private static var fullTextTable: Regex<Substring> {
    /(?i)CREATE VIRTUAL TABLE (?:"(?:[^"]|"")*"|'(?:[^']|'')*'|`(?:[^`]|``)*`|\[[^\]]*\]|\w+)\s+USING\s+fts[345]\b/
  }
}
