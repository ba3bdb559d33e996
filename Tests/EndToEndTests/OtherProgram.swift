import CSQLite
import Foundation
import PersistentObjects

/// A program that writes to the file without this package, and without its precautions.
final class OtherProgram {
  private var database: OpaquePointer?

  init(_ path: String) throws {
    try check(sqlite3_open(path, &database))
  }

  deinit { sqlite3_close(database) }

  func run(_ sql: String) throws { try check(sqlite3_exec(database, sql, nil, nil, nil)) }

  /// The first column of the first row.
  func text(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { return "" }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }

  /// Changes the declaration of a table, without SQLite checking whether the rows conform to it.
  func setSchema(_ sql: String, of table: String) throws {
    let text = sql.replacing("'", with: "''")
    try run("PRAGMA writable_schema = ON")
    try run("UPDATE sqlite_schema SET sql = '\(text)' WHERE name = '\(table)'")
    try run("PRAGMA writable_schema = RESET")
  }

  /// Makes a table accept values of any kind, including NULL.
  func loosen(_ table: String) throws {
    let sql = try text("SELECT sql FROM sqlite_schema WHERE name = '\(table)'")
    try setSchema(
      sql.replacing("STRICT, ", with: "")
        .replacing(/\ (STRICT|INTEGER|TEXT|REAL|BLOB|ANY|NOT NULL)\b/, with: ""), of: table)
  }

  private func check(_ code: Int32) throws {
    if code == SQLITE_OK { return }
    throw CodecError(database.map { String(cString: sqlite3_errmsg($0)) } ?? "code \(code)")
  }
}
