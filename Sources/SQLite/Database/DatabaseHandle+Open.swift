import CSQLite
import Foundation
import PersistentObjectsDriver

extension DatabaseHandle {
  /// Opens a connection and makes it ready for use.
  static func open(
    _ configuration: SQLiteConfiguration, path: String, role: ConnectionRole
  ) throws -> DatabaseHandle {
    do {
      return try openAsConfigured(configuration, path: path, role: role)
    } catch let error as PersistenceError where needsNoLog(error, configuration, path) {
      var unlocked = configuration
      unlocked.access = .immutable
      let handle = try openAsConfigured(unlocked, path: path, role: role)
      handle.isUnlocked = true
      return handle
    }
  }

  /// Returns whether a file that is only read could not be opened because the files that the users
  /// of a log share cannot be made beside it. Without a log there, the file is complete.
  private static func needsNoLog(
    _ error: PersistenceError, _ configuration: SQLiteConfiguration, _ path: String
  ) -> Bool {
    guard configuration.access == .readOnly, !configuration.readsAbandonedLog,
      ["SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN"].contains(error.databaseCode)
    else { return false }
    let file = NewFile.destination(of: path)
    return access(path, R_OK) == 0 && FileStamp(file + "-journal") == nil
      && FileStamp(file + "-wal").map { $0.size == 0 } ?? true
  }

  private static func openAsConfigured(
    _ configuration: SQLiteConfiguration, path: String, role: ConnectionRole
  ) throws -> DatabaseHandle {
    try refuseUnusable(path, as: configuration)
    let mayCreate = role == .writer && configuration.access == .readWrite
    if mayCreate && configuration.createsFolder { try makeFolder(of: path, as: configuration) }
    if mayCreate && configuration.location != .memory { configuration.newFile.make(path) }
    NewFile.waitForOthers()
    let handle: DatabaseHandle
    do {
      handle = try open(
        path, role: role, access: configuration.access,
        readsAbandonedLog: configuration.readsAbandonedLog)
    } catch let error as PersistenceError where mayCreate && configuration.location != .memory {
      throw configuration.newFile.error(path, cause: error)
    }
    handle.newFile = configuration.newFile
    try handle.configure(configuration)
    return handle
  }

  /// Opens a path without preparing anything. A handle is used by one thread at a time, so
  /// SQLite's own locks are off.
  static func open(
    _ path: String, role: ConnectionRole, access: SQLiteConfiguration.Access = .readWrite,
    readsAbandonedLog: Bool = false
  ) throws -> DatabaseHandle {
    var pointer: OpaquePointer?
    let parameter = access == .immutable ? "immutable=1" : readsAbandonedLog ? "vfs=unix-none" : nil
    let reading = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let creating = access == .readWrite && role == .writer ? SQLITE_OPEN_CREATE : 0
    let code = sqlite3_open_v2(
      parameter.map { uri(path, parameter: $0) } ?? path, &pointer,
      reading | creating | (parameter == nil ? 0 : SQLITE_OPEN_URI) | SQLITE_OPEN_NOMUTEX
        | SQLITE_OPEN_EXRESCODE, nil)
    // Without memory for the handle, there is nothing to query or to close.
    guard let pointer else {
      throw PersistenceError(
        .databaseFailed, "There is not enough memory.", databaseCode: ResultCode(code).name)
    }
    let handle = DatabaseHandle(pointer, role: role, name: path)
    try handle.check(code)
    return handle
  }

  /// Opens an existing database and locks it exclusively until the handle is closed. Throws `busy`
  /// if a connection of this or another process has it open, and `readOnly` if its permissions
  /// forbid writing, without which there is no such lock.
  ///
  /// - Parameter alternative: the alternative that the error suggests.
  static func openAlone(_ path: String, or alternative: String) throws -> DatabaseHandle {
    do {
      let handle = try open(path, role: .writer)
      try handle.refuseReadOnlyFile()
      try handle.execute("PRAGMA locking_mode = EXCLUSIVE")
      try handle.execute("BEGIN EXCLUSIVE")
      try handle.execute("COMMIT")
      return handle
    } catch let error as PersistenceError where error.code == .busy {
      throw PersistenceError(
        .busy, "\(path) is in use; close the stores that have it open, or \(alternative).",
        sql: error.sql, databaseCode: error.databaseCode, cause: error)
    }
  }

  /// Returns a URI in which every byte that could have a special meaning is written as `%` and two
  /// digits, such as the slashes at the beginning of `//data/people.sqlite3`.
  private static func uri(_ path: String, parameter: String) -> String {
    let plain = CharacterSet(charactersIn: "-_.~").union(.alphanumerics)
      .intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7f}"))
    let escaped = path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
    return "file:\(escaped)?\(parameter)"
  }

  /// Throws `cannotOpen` for a path that cannot be that of a database.
  static func refuseUnusable(
    _ path: String, as configuration: SQLiteConfiguration
  ) throws {
    if path.isEmpty || path.utf8.contains(0) {
      throw PersistenceError(
        .cannotOpen, "The path of a database must not be empty or contain a NUL character.")
    }
    guard case .file = configuration.location else { return }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isFolder.boolValue {
      throw PersistenceError(
        .cannotOpen, "\(path) is a folder; name a file in it, or choose another path.")
    }
    if exists && !isRegular(path) {
      throw PersistenceError(
        .cannotOpen,
        "\(path) is a pipe, a socket or a device, which cannot hold a database; choose another path."
      )
    }
    if !exists && configuration.access != .readWrite {
      throw PersistenceError(
        .cannotOpen, "\(path) does not exist, and a read-only store does not create a file.")
    }
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private static func makeFolder(
    of path: String, as configuration: SQLiteConfiguration
  ) throws {
    guard path != ":memory:", let slash = path.lastIndex(of: "/") else { return }
    try configuration.newFile.makeFolder(String(path[..<slash]), or: "another path")
  }
}
