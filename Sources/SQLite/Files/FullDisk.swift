import Foundation
import PersistentObjectsEngine

/// Checks for a full disk when a file or folder cannot be created and SQLite does not report why.
enum FullDisk {
  /// Returns whether a disk has no room for a missing file. SQLite, which could not create the
  /// file, tries to read it, and then reports that it is missing.
  static func isThere(for path: String) -> Bool {
    var disk = statvfs()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(path, F_OK) != 0, statvfs(folder, &disk) == 0 else { return false }
    // Some file systems do not count their files.
    return disk.f_bavail == 0 || (disk.f_files > 0 && disk.f_favail == 0)
  }

  /// Returns whether an error of the system means that there is no room.
  static func isFull(_ systemError: Int32) -> Bool {
    systemError == ENOSPC || systemError == EDQUOT
  }

  static func error(_ path: String, cause: any Error) -> PersistenceError {
    PersistenceError(
      .diskFull, "There is not enough space for \(path); free space on its disk and try again.",
      databaseCode: (cause as? PersistenceError)?.databaseCode, cause: cause)
  }
}
