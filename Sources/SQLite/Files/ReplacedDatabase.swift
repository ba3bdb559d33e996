import CSQLite
import Foundation
import PersistentObjectsEngine

/// The database that a copy takes the place of, kept to itself until it has.
///
/// A log that is left beside the copy would be read as the copy's own, and who has the replaced file open
/// would go on writing to a file without a name. So its log is first copied into it, which needs the file
/// alone, and then removed: a file that is not replaced after all is whole.
struct ReplacedDatabase {
  private let path: String
  /// Fails where there is no database.
  private let handle: DatabaseHandle?

  /// Takes what is at a path, if there is anything. Throws `busy` where somebody has it open.
  init(_ path: String) throws {
    self.path = path
    let exists = FileManager.default.fileExists(atPath: path)
    handle = exists ? try Self.takeAlone(path) : nil
  }

  /// The files that lie beside a database and belong to it.
  static func logs(of path: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { path + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func takeAlone(_ path: String) throws -> DatabaseHandle? {
    do {
      let handle = try DatabaseHandle.open(path, role: .writer)
      try handle.execute("PRAGMA locking_mode = EXCLUSIVE")
      try handle.execute("BEGIN EXCLUSIVE")
      try handle.execute("COMMIT")
      try handle.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return handle
    } catch let error as PersistenceError where [.corrupt, .readOnly].contains(error.code) {
      return nil
    } catch let error as PersistenceError where error.code == .busy {
      throw PersistenceError(
        .busy,
        "\(path) is in use; close the stores that have it open, or copy to another path.",
        sql: error.sql, databaseCode: error.databaseCode, cause: error)
    }
  }

  /// Removes what lies beside it.
  func removeLogs() throws {
    for log in Self.logs(of: path) where unlink(log) != 0 && errno != ENOENT {
      throw PersistenceError(
        .cannotOpen, "\(log) cannot be removed; check the permissions of its folder.",
        cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
  }

  func close() { handle?.close() }
}
