import Foundation
import PersistentObjectsEngine

/// Makes files and folders that have their permissions from the first moment on, rather than those
/// that the umask leaves.
///
/// SQLite gives the log, the log's index and the journal the permissions of the database.
struct NewFile {
  /// The permissions of a file; nil leaves them to the umask.
  let permissions: Int?

  /// Closing a descriptor gives up all locks that the process has on the file. So nobody opens a
  /// database while one is made.
  private static let lock = NSLock()

  /// Waits while a file is made by another thread.
  static func waitForOthers() { lock.withLock {} }

  /// Makes an empty file, which SQLite takes for a new database, where there is none. If that fails
  /// SQLite will say why, since it fails, too.
  func make(_ path: String) {
    guard let permissions else { return }
    Self.lock.withLock {
      let descriptor = open(
        Self.destination(of: path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
      guard descriptor >= 0 else { return }
      // The umask may have taken some away.
      _ = fchmod(descriptor, mode_t(permissions))
      close(descriptor)
    }
  }

  /// Makes the folder of a file, and those on the way to it. Whoever may read the file may list
  /// them.
  ///
  /// - Parameter alternative: what may be chosen instead, for the error.
  func makeFolder(_ folder: String, or alternative: String) throws {
    var missing: [String] = []
    var next = folder
    while !next.isEmpty, access(next, F_OK) != 0 {
      missing.append(next)
      next = (next as NSString).deletingLastPathComponent
    }
    do throws(POSIXError) {
      for folder in missing.reversed() { try makeOneFolder(folder) }
    } catch {
      if FullDisk.isFull(error.code.rawValue) { throw FullDisk.error(folder, cause: error) }
      throw PersistenceError(
        .cannotOpen, "The folder \(folder) cannot be made; make it, or choose \(alternative).",
        cause: error)
    }
  }

  private func makeOneFolder(_ path: String) throws(POSIXError) {
    if mkdir(path, folderPermissions) == 0 {
      // The umask may have taken some away.
      if permissions != nil { _ = chmod(path, folderPermissions) }
      return
    }
    let code = errno
    // Somebody else may have been faster.
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return
    }
    throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  /// A folder is entered by whoever may read.
  private var folderPermissions: mode_t {
    permissions.map { mode_t($0 | ($0 & 0o444) >> 2) } ?? 0o777
  }

  /// The file that a symbolic link to none is to become, as SQLite makes it.
  private static func destination(of path: String) -> String {
    var path = path
    for _ in 0..<maximumLinks {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return path
      }
      path =
        next.hasPrefix("/")
        ? next
        : ((path as NSString).deletingLastPathComponent as NSString).appendingPathComponent(next)
    }
    return path
  }

  private static let maximumLinks = 40
}
