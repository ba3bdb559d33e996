import CFaults
import CSQLite
import Foundation

/// The whole contents of a database file as one number: each table and index with its text, and
/// each row with its values. Only SQLite reads the file, without faults, and without changing the
/// file while others have it open.
struct FileContents: Equatable {
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Throws: SQLite's error if the file cannot be read.
  init(of path: String) throws {
    // A missing file is treated like an empty one.
    guard access(path, F_OK) == 0 else { return }
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, po_plain_vfs())
    guard code == SQLITE_OK, let database else {
      throw Complaint("\(path) cannot be opened: \(code)")
    }
    _ = po_sqlite3_disable_checkpoint_on_close(database)
    var tables: [String] = []
    try Self.read("SELECT type, name, sql FROM sqlite_schema ORDER BY name", database) { row in
      if row.starts(with: "'table|") {
        tables.append(String(row.split(separator: "|")[1].dropFirst()))
      }
      add(row)
    }
    for table in tables { try add(table, database) }
  }

  private mutating func add(_ table: String, _ database: OpaquePointer) throws {
    var rows: [String] = []
    try Self.read("SELECT * FROM \"\(table)\"", database) { rows.append($0) }
    for row in rows.sorted() { add(row) }
  }

  private mutating func add(_ row: String) {
    for byte in row.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ 0xff) &* 0x100_0000_01b3
  }

  private static func read(
    _ sql: String, _ database: OpaquePointer, _ body: (String) -> Void
  ) throws {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    while code == SQLITE_OK || code == SQLITE_ROW {
      code = sqlite3_step(statement)
      if code == SQLITE_ROW { body(row(statement)) }
    }
    guard code == SQLITE_DONE else {
      throw Complaint("\(sql): \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  private static func row(_ statement: OpaquePointer?) -> String {
    (0..<sqlite3_column_count(statement)).map { value(statement, $0) }.joined(separator: "|")
  }

  /// A value with its storage class, to the bit. A text begins with an apostrophe.
  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> String {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: "NULL"
    case SQLITE_INTEGER: "\(sqlite3_column_int64(statement, column))"
    case SQLITE_FLOAT: "r\(sqlite3_column_double(statement, column).bitPattern)"
    case SQLITE_TEXT: "'" + String(decoding: bytes(statement, column), as: UTF8.self)
    default: "x" + bytes(statement, column).base64EncodedString()
    }
  }

  private static func bytes(_ statement: OpaquePointer?, _ column: Int32) -> Data {
    // It is nil for an empty value.
    guard let start = sqlite3_column_blob(statement, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

/// A violated expectation.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
