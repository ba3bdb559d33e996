import CSQLite
import Foundation
import PersistentObjectsDriver

extension DatabaseHandle {
  /// Prepares a text that is exactly one statement.
  func prepare(_ sql: String) throws -> SQLiteStatement {
    if isClosed { throw closedError(sql: nil) }
    var position = 0
    guard let statement = try prepareFirst(of: sql, movingTo: &position) else {
      throw PersistenceError(.invalidQuery, "The SQL contains no statement.", sql: sql)
    }
    try refuseMore(of: sql, from: position)
    return statement
  }

  private func prepareFirst(
    of sql: String, movingTo position: inout Int
  ) throws -> SQLiteStatement? {
    do {
      return try prepareNext(of: sql, from: &position)
    } catch let error as PersistenceError where role == .reader && error.code == .invalidQuery {
      // Something that it names may be missing because another program has changed the layout.
      _ = try checkLayout(of: sql)
      throw error
    }
  }

  /// Prepares the statement that starts at a byte of the text and moves the position behind it;
  /// returns nil if only spaces, comments and semicolons are left.
  private func prepareNext(
    of sql: String, from position: inout Int
  ) throws -> SQLiteStatement? {
    while position < sql.utf8.count {
      var compiled = compile(sql, from: position)
      if compiled.code & 0xff == SQLITE_SCHEMA {
        // SQLite reports no more about an invalid text until it has read the schema, which it does
        // to find a table.
        try check(sqlite3_exec(pointer, "SELECT 1 FROM sqlite_schema LIMIT 0", nil, nil, nil))
        compiled = compile(sql, from: position)
      }
      if compiled.code & 0xff == SQLITE_ERROR {
        // SQLite reports a table as missing even if it could not read whether somebody has made it
        // meanwhile. This call throws in that case.
        _ = try readSchemaVersion(for: sql)
        compiled = compile(sql, from: position)
      }
      if compiled.code & 0xff == SQLITE_ERROR, let table = refusedTable {
        _ = admit(table)
        compiled = compile(sql, from: position)
      }
      guard compiled.code == SQLITE_OK else {
        throw invalid(sql, code: compiled.code, offset: position)
      }
      // No progress means that the text has a NUL: SQLite reads no further, and neither do we.
      guard compiled.end > position else { throw endsEarly(sql) }
      position = compiled.end
      if let statement = compiled.statement { return statement }
    }
    return nil
  }

  private func compile(
    _ sql: String, from start: Int
  ) -> (code: Int32, statement: SQLiteStatement?, end: Int) {
    sql.withCString { text in
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      // The count includes the NUL after the text, so that SQLite need not copy the text.
      let count = Int32(clamping: sql.utf8.count - start + 1)
      let code = sqlite3_prepare_v3(
        pointer, text + start, count, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
      let end = tail.map { $0 - text } ?? start
      return (code, statement.map { SQLiteStatement($0, sql: sql, in: self) }, end)
    }
  }

  private func refuseMore(of sql: String, from start: Int) throws {
    var position = start
    do {
      if try prepareNext(of: sql, from: &position) == nil { return }
    } catch {
      // What follows is not a valid statement either; the error is the same.
    }
    throw PersistenceError(
      .invalidQuery,
      "The SQL continues after its first statement\(place(start, in: sql)); run one at a time.",
      sql: sql)
  }

  private func endsEarly(_ sql: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "The SQL contains a NUL character; bind text that contains one as a value.",
      sql: sql)
  }

  /// Returns the error of a text that cannot be prepared, with the place at which SQLite failed.
  /// `offset` is the place in the text at which the failed statement starts.
  private func invalid(_ sql: String, code: Int32, offset: Int) -> PersistenceError {
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
        A foreign key does not match the table that it refers to; restore \(name) from a backup, or create \
        the tables again. SQLite says: \(message).
        """,
        sql: sql, databaseCode: ResultCode(code).name)
    }
    let local = Int(sqlite3_error_offset(pointer))
    let place = local >= 0 ? place(offset + local, in: sql) : ""
    let isTooDeep = Self.complaintsOfDepth.contains(where: message.hasPrefix)
    let remedy = isTooDeep ? Self.depthRemedy : ""
    return PersistenceError(
      .invalidQuery, "The SQL is not valid: \(message)\(place).\(remedy)", sql: sql,
      databaseCode: ResultCode(code).name)
  }

  /// The error for a file with a table that has the name by which statements take rows.
  var tableOfRowsError: PersistenceError {
    PersistenceError(
      .schemaMismatch,
      """
      \(name) has a table or view named "\(PO_ROW_BATCH_TABLE)", a name that is needed to pass rows \
      to SQLite; rename it
      """, context: .init(table: PO_ROW_BATCH_TABLE))
  }

  /// The beginnings of messages that are about the file, although SQLite reports them about the
  /// SQL, because it reads the schema to prepare a statement.
  private static let complaintsOfFile = ["unsupported file format", "malformed database schema"]

  /// The beginnings of messages about expressions that are nested too deeply.
  private static let complaintsOfDepth = ["parser stack overflow", "Expression tree is too large"]

  private static let depthRemedy = """
     Split expressions that are deeply nested; put parentheses around the halves of a long chain of AND \
    or OR, and around their halves; use IN to compare with many values.
    """

  private func place(_ offset: Int, in sql: String) -> String {
    let rest = String(decoding: sql.utf8.dropFirst(offset).prefix(40), as: UTF8.self)
    return ", at byte \(offset)" + (rest.isEmpty ? ", the end" : ", here: \(rest)")
  }
}
