import CSQLite
import PersistentObjectsEngine

// How a connection notices that another one has changed tables. Each such change counts the file's schema
// cookie up, and SQLite prepares statements anew in their next first step.

extension DatabaseHandle {
  /// The schema cookie, as the open transaction sees it. Not traced, and not counted as running.
  func readSchemaVersion(for sql: String? = nil) throws -> Int64 {
    let statement = try schemaVersion(for: sql)
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw failure(code, sql: sql) }
    return sqlite3_column_int64(statement, 0)
  }

  /// Asks whether a statement may go on that was prepared for this run.
  /// - Returns: whether that holds until it is prepared anew.
  func checkLayout(of sql: String) throws -> Bool {
    guard !isCheckingLayout, let layoutCheck else { return false }
    isCheckingLayout = true
    defer { isCheckingLayout = false }
    return try layoutCheck(sql)
  }

  /// The tables of a statement, which SQLite tells the authorizer as it prepares one. That makes it prepare
  /// all others anew, so it is only asked where tables may not be used.
  func tables(usedBy sql: String) -> Set<String>? {
    var names: Set<String> = []
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = withUnsafeMutablePointer(to: &names) { names in
      sqlite3_set_authorizer(
        pointer,
        { context, action, name, _, _, _ in
          if [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let name {
            let names = context?.assumingMemoryBound(to: Set<String>.self)
            names?.pointee.insert(String(cString: name))
          }
          return SQLITE_OK
        }, names)
      defer { sqlite3_set_authorizer(pointer, nil, nil) }
      return sqlite3_prepare_v2(pointer, sql, -1, &statement, nil)
    }
    return code == SQLITE_OK ? names : nil
  }
}
