import Foundation
import PersistentObjectsDriver

/// The errors of a disk that has no room, and of a file that may not become longer.
enum FullDisk {
  /// Returns whether an error of the system means that there is no room.
  static func isFull(_ systemError: Int32) -> Bool {
    systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG
  }

  /// Returns what happened and how to fix it.
  static func message(_ path: String, _ systemError: Int32) -> String {
    if systemError == EFBIG {
      return """
        \(path) or its log would become longer than the process or the disk allows; raise the limit \
        of the process (ulimit -f), or move the database to another disk.
        """
    }
    return "There is not enough space for \(path); free space on its disk and try again."
  }

  static func error(
    _ path: String, _ systemError: Int32 = ENOSPC, cause: any Error
  ) -> PersistenceError {
    PersistenceError(
      .diskFull, message(path, systemError),
      databaseCode: (cause as? PersistenceError)?.databaseCode, cause: cause)
  }
}
