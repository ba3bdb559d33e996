import CSQLite
import Foundation
import PersistentObjectsDriver

/// The database that a copy replaces, locked exclusively until that is done.
///
/// A log that is left beside the copy would be read as the copy's own, and a program that has the
/// replaced file open would continue writing to a file without a name. So the log is first copied
/// into its file, which needs exclusive access, and then removed. If the file is not replaced after
/// all, it is complete.
struct ReplacedDatabase {
  private let path: String
  /// The handle that locks the database; nil if there is none, or if it is damaged or read-only.
  private let handle: DatabaseHandle?

  /// Takes the database at a path, if there is one. Throws `busy` if somebody has it open, and
  /// `readOnly` if its permissions forbid writing, without which that cannot be found out, and a
  /// log lies beside it.
  init(_ path: String) throws {
    self.path = path
    let exists = FileManager.default.fileExists(atPath: path)
    handle = exists ? try Self.takeAlone(path) : nil
  }

  /// Returns the files beside a database that belong to it.
  static func logs(of path: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { path + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func takeAlone(_ path: String) throws -> DatabaseHandle? {
    do {
      let handle = try DatabaseHandle.openAlone(path, or: "copy to another path")
      try handle.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return handle
    } catch let error as PersistenceError where error.code == .corrupt {
      return nil
    } catch let error as PersistenceError where error.code == .readOnly {
      try refuseLog(of: path, cause: error)
      return nil
    }
  }

  /// Throws `readOnly` if a database that cannot be locked has a log, as one in use has. The log of
  /// a program that has yet to write is empty, as are those that readers leave, which may not
  /// remove them; so empty ones count, too.
  private static func refuseLog(of path: String, cause: PersistenceError) throws {
    guard let log = logs(of: path).first else { return }
    throw PersistenceError(
      .readOnly,
      """
      \(path) is not writable, and \(log) is there: it may be in use, or a reader has left that \
      file; close the stores that have it open and remove both, or copy to another path.
      """, cause: cause)
  }

  /// Removes the files beside the database.
  func removeLogs() throws {
    for log in Self.logs(of: path) where unlink(log) != 0 && errno != ENOENT {
      throw PersistenceError(
        .cannotOpen, "\(log) cannot be removed; check the permissions of its folder.",
        cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
  }

  func close() { handle?.close() }
}
