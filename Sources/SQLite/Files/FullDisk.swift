import Foundation
import PersistentObjectsEngine

/// Signs that there is no room for a new file or folder, where SQLite gives none.
enum FullDisk {
  /// Whether a disk has no room for a file that is missing. SQLite, which could not make it, tries to read
  /// it, and then says that it is missing.
  static func isThere(for path: String) -> Bool {
    var disk = statvfs()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(path, F_OK) != 0, statvfs(folder, &disk) == 0 else { return false }
    // Some file systems do not count their files.
    return disk.f_bavail == 0 || (disk.f_files > 0 && disk.f_favail == 0)
  }

  /// Whether the system says so.
  static func isFull(_ systemError: Int32) -> Bool {
    systemError == ENOSPC || systemError == EDQUOT
  }

  static func error(_ path: String, cause: any Error) -> PersistenceError {
    PersistenceError(
      .diskFull, "There is no room for \(path); free space on its disk and try again.",
      databaseCode: (cause as? PersistenceError)?.databaseCode, cause: cause)
  }
}
