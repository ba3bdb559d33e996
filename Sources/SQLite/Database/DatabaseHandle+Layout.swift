import CSQLite
import PersistentObjectsDriver

// How a connection notices that another one has changed tables. Each such change increments the
// file's schema cookie, and SQLite prepares statements again in the first step of their next run.

extension DatabaseHandle {
  /// Reads the schema cookie, as the open transaction sees it. This is not traced, and not counted
  /// as running.
  func readSchemaVersion(for sql: String? = nil) throws -> Int64 {
    let statement = try schemaVersion(for: sql)
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw failure(code, sql: sql) }
    return sqlite3_column_int64(statement, 0)
  }

  /// Checks whether a statement that was prepared for this run may continue.
  /// - Returns: whether that holds until the statement is prepared again.
  func checkLayout(of sql: String) throws -> Bool {
    guard !isCheckingLayout, let layoutCheck else { return false }
    isCheckingLayout = true
    defer { isCheckingLayout = false }
    return try layoutCheck(sql)
  }

  /// Returns the tables of a statement, which SQLite reports to the authorizer while preparing it.
  /// That makes SQLite prepare all other statements again, so this is called only if some tables
  /// may not be used.
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
