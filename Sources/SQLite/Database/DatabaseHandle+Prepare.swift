import CSQLite
import Foundation
import PersistentObjectsEngine

extension DatabaseHandle {
  /// Prepares a text that is exactly one statement.
  func prepare(_ sql: String) throws -> SQLiteStatement {
    if isClosed { throw closedError(sql: nil) }
    return try sql.withCString { text in
      let end = text + sql.utf8.count
      var next = text
      guard let first = try prepareFirst(&next, to: end, of: sql) else {
        throw PersistenceError(.invalidQuery, "The SQL holds no statement.", sql: sql)
      }
      let statement = SQLiteStatement(first, sql: sql, in: self)
      try refuseMore(from: next, to: end, of: sql)
      return statement
    }
  }

  private func prepareFirst(
    _ next: inout UnsafePointer<CChar>, to end: UnsafePointer<CChar>, of sql: String
  ) throws -> OpaquePointer? {
    do {
      return try prepareNext(&next, to: end, of: sql, isKept: true)
    } catch let error as PersistenceError where role == .reader && error.code == .invalidQuery {
      // What it names may be missing since another program has changed the layout.
      _ = try checkLayout(of: sql)
      throw error
    }
  }

  /// Prepares the statement that starts at `next` and moves `next` behind it; nil when only
  /// spaces, comments and semicolons are left.
  private func prepareNext(
    _ next: inout UnsafePointer<CChar>, to end: UnsafePointer<CChar>, of sql: String, isKept: Bool
  ) throws -> OpaquePointer? {
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    while next < end {
      var compiled = compile(next, to: end, flags)
      if compiled.code & 0xff == SQLITE_ERROR {
        // SQLite says of a table that it is missing also where it could not read whether somebody has made
        // it meanwhile. This throws then.
        _ = try readSchemaVersion(for: sql)
        compiled = compile(next, to: end, flags)
      }
      let offset = sql.utf8.count - (end - next)
      guard compiled.code == SQLITE_OK else { throw invalid(compiled.code, sql, offset: offset) }
      // Without progress the text holds a NUL: SQLite reads no further, and neither do we.
      guard let tail = compiled.tail, tail > next else { throw endsEarly(sql) }
      next = tail
      if let statement = compiled.statement { return statement }
    }
    return nil
  }

  private func compile(
    _ text: UnsafePointer<CChar>, to end: UnsafePointer<CChar>, _ flags: UInt32
  ) -> (code: Int32, statement: OpaquePointer?, tail: UnsafePointer<CChar>?) {
    var statement: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    // The count includes the NUL behind the text, so that SQLite need not copy the text.
    let count = Int32(clamping: end - text + 1)
    let code = sqlite3_prepare_v3(pointer, text, count, flags, &statement, &tail)
    return (code, statement, tail)
  }

  private func refuseMore(
    from next: UnsafePointer<CChar>, to end: UnsafePointer<CChar>, of sql: String
  ) throws {
    let start = sql.utf8.count - (end - next)
    var next = next
    do {
      guard let second = try prepareNext(&next, to: end, of: sql, isKept: false) else { return }
      sqlite3_finalize(second)
    } catch {
      // What follows is no valid statement either; the answer is the same.
    }
    throw PersistenceError(
      .invalidQuery,
      "The SQL goes on after its first statement\(place(start, in: sql)); run one at a time.",
      sql: sql)
  }

  private func endsEarly(_ sql: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "The SQL holds a NUL character; bind text that has one as a value.", sql: sql)
  }

  /// The error of a text that cannot be prepared, with the place where SQLite stumbled. `offset`
  /// is where the failed statement starts in the text.
  private func invalid(_ code: Int32, _ sql: String, offset: Int) -> PersistenceError {
    guard code & 0xff == SQLITE_ERROR else { return failure(code, sql: sql) }
    let message = String(cString: sqlite3_errmsg(pointer))
    if Self.complaintsOfFile.contains(where: message.hasPrefix) {
      return failure(SQLITE_CORRUPT, sql: sql)
    }
    if message == "'\(PO_ROW_BATCH_TABLE)' is not a function" { return tableOfRowsError }
    if message.hasPrefix("foreign key mismatch") {
      return PersistenceError(
        .schemaMismatch,
        """
        A foreign key does not fit the table that it refers to; restore \(name) from a backup, or declare \
        the tables anew. SQLite says: \(message).
        """,
        sql: sql, databaseCode: ResultCode(code).name)
    }
    let local = Int(sqlite3_error_offset(pointer))
    let place = local >= 0 ? place(offset + local, in: sql) : ""
    return PersistenceError(
      .invalidQuery, "The SQL is not valid: \(message)\(place).", sql: sql,
      databaseCode: ResultCode(code).name)
  }

  /// The error for a file that has a table of the name by which statements take rows.
  var tableOfRowsError: PersistenceError {
    PersistenceError(
      .schemaMismatch,
      """
      \(name) has a table or view named "\(PO_ROW_BATCH_TABLE)", which stands in the way of rows that are \
      handed to SQLite; rename it
      """, context: .init(table: PO_ROW_BATCH_TABLE))
  }

  /// The beginnings of messages that are about the file, though SQLite reports them of the SQL, where
  /// it reads the schema to prepare a statement.
  private static let complaintsOfFile = ["unsupported file format", "malformed database schema"]

  private func place(_ offset: Int, in sql: String) -> String {
    let rest = String(decoding: sql.utf8.dropFirst(offset).prefix(40), as: UTF8.self)
    return ", at byte \(offset)" + (rest.isEmpty ? ", the end" : ", here: \(rest)")
  }
}
