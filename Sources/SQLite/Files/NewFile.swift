import Foundation
import PersistentObjectsDriver

/// A maker of files and folders that have their permissions from the first moment on, regardless of
/// the umask.
///
/// SQLite gives the log, the log's index and the journal the permissions of the database.
package struct NewFile {
  /// The permissions of a file; nil leaves them to the umask.
  let permissions: Int?

  /// A lock that is held while a file is made, so that no database is opened meanwhile: closing a
  /// descriptor releases all locks that the process has on the file.
  private static let lock = NSLock()

  /// Waits while another thread makes a file.
  static func waitForOthers() { lock.withLock {} }

  /// Makes an empty file if there is none; SQLite treats it as a new database. If that fails,
  /// SQLite fails, too, and reports why.
  func make(_ path: String) {
    guard let permissions else { return }
    Self.lock.withLock {
      let descriptor = open(
        Self.destination(of: path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
      guard descriptor >= 0 else { return }
      // The umask may have removed some permissions.
      _ = fchmod(descriptor, mode_t(permissions))
      close(descriptor)
    }
  }

  /// Returns the error of a file that could not be opened and may be missing: SQLite, which could
  /// not create it, tries to read it, and then reports that it is missing.
  func error(_ path: String, cause: PersistenceError) -> PersistenceError {
    guard let code = Self.failure(toMake: Self.destination(of: path)) else { return cause }
    let reason = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    if FullDisk.isFull(code) { return FullDisk.error(path, code, cause: cause) }
    return PersistenceError(
      .cannotOpen,
      "\(path) cannot be opened: \(String(cString: strerror(code))). \(Self.remedy(code))",
      databaseCode: cause.databaseCode, cause: reason)
  }

  /// Returns the system's error for a missing file that cannot be made; nil if it can, or is there.
  /// Tries a file of another name: somebody may open one of this name before it is removed.
  private static func failure(toMake path: String) -> Int32? {
    if access(path, F_OK) == 0 { return nil }
    if errno != ENOENT { return errno }
    let folder = (path as NSString).deletingLastPathComponent
    let attempt = "\(folder.isEmpty ? "." : folder)/new.partial-\(UUID().uuidString)"
    let descriptor = open(attempt, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { return errno }
    unlink(attempt)
    close(descriptor)
    return nil
  }

  /// Returns what to do about a file that cannot be made.
  private static func remedy(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "Check the owner and permissions of its folder, or choose another path."
    case EROFS: "Its disk is read-only; choose another path."
    case EMFILE, ENFILE: tooManyFiles
    case ELOOP: "A symbolic link in it leads in a circle."
    case ENAMETOOLONG: "Choose a shorter path."
    default: "Check that its folder exists and is writable, or choose another path."
    }
  }

  static let tooManyFiles = """
    Raise the limit of the process (ulimit -n), close stores, or lower maximumReaders.
    """

  /// Makes the folder of a file, and the missing folders above it. Anyone who may read the file may
  /// list them.
  ///
  /// - Parameter alternative: the alternative that the error suggests.
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
      if FullDisk.isFull(error.code.rawValue) {
        throw FullDisk.error(folder, error.code.rawValue, cause: error)
      }
      throw PersistenceError(
        .cannotOpen, "The folder \(folder) cannot be created; create it, or choose \(alternative).",
        cause: error)
    }
  }

  private func makeOneFolder(_ path: String) throws(POSIXError) {
    if mkdir(path, folderPermissions) == 0 {
      // The umask may have removed some permissions.
      if permissions != nil { _ = chmod(path, folderPermissions) }
      return
    }
    let code = errno
    // Somebody else may have made it meanwhile.
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return
    }
    throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  /// The permissions of a folder: anyone who may read may also enter.
  private var folderPermissions: mode_t {
    permissions.map { mode_t($0 | ($0 & 0o444) >> 2) } ?? 0o777
  }

  /// Resolves a relative path against the current folder; an empty path stays empty. SQLite never
  /// reads an absolute path as a URI, as Debian's otherwise does with `file:`.
  package static func absolutePath(of path: String) -> String {
    if path.isEmpty || path.utf8.first == UInt8(ascii: "/") { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Removes a new database, with SQLite's other files, so that it is not left half-written. A link
  /// to it stays.
  package static func removeDatabase(at path: String) {
    let file = destination(of: path)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file + suffix)
    }
  }

  /// Returns the file to which a symbolic link leads, which SQLite creates if the link is dangling;
  /// for any other path, the path itself. SQLite's other files lie beside that file.
  package static func destination(of path: String) -> String {
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

  /// Links can lead in a circle.
  private static let maximumLinks = 40
}
