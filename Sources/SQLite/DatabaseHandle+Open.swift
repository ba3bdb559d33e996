import CSQLite
import Foundation
import PersistentObjectsEngine

extension DatabaseHandle {
  /// Opens a connection and makes it ready for use.
  static func open(
    _ configuration: SQLiteConfiguration, path: String, role: Connection.Role
  ) throws -> DatabaseHandle {
    try refuseUnusable(path)
    if role == .writer && configuration.createsFolder { try makeFolder(of: path) }
    let handle = try open(path, role: role)
    try handle.configure(configuration)
    return handle
  }

  /// Opens a path without preparing anything. A handle is used by one thread at a time, so
  /// SQLite's own locks are off.
  static func open(_ path: String, role: Connection.Role) throws -> DatabaseHandle {
    let create = role == .writer ? SQLITE_OPEN_CREATE : 0
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | create
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, flags, nil)
    // Without memory for the handle there is nothing to ask or to close.
    guard let pointer else {
      throw PersistenceError(.databaseFailed, "There is not enough memory.", databaseCode: code)
    }
    let handle = DatabaseHandle(pointer, role: role, name: path)
    try handle.check(code)
    return handle
  }

  private static func refuseUnusable(_ path: String) throws {
    guard path.isEmpty || path.utf8.contains(0) else { return }
    throw PersistenceError(
      .cannotOpen, "The path of a database must not be empty or hold a NUL character.")
  }

  private static func makeFolder(of path: String) throws {
    guard path != ":memory:", let slash = path.lastIndex(of: "/") else { return }
    let folder = String(path[..<slash])
    guard !folder.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw PersistenceError(
        .cannotOpen, "The folder \(folder) cannot be made; make it, or choose another path.",
        cause: error)
    }
  }
}
