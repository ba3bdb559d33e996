import Foundation
import PersistentObjectsCommandLine

extension FileArgument {
  /// Throws if writing the file would replace a store that a verb reads, or a file beside it.
  func requireOther(than store: FilePath, for verb: String) throws {
    guard case .path(let path) = self else { return }
    let place = Self.resolved(store.path)
    // SQLite's log and journal belong to the store as much as its file.
    for suffix in ["", "-wal", "-shm", "-journal"] where Self.isSame(path, place + suffix) {
      throw UsageError(
        "\(path) belongs to the store that '\(verb)' reads; name another file to write", verb: verb)
    }
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var status = stat()
    var otherStatus = stat()
    guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else {
      return resolved(path) == resolved(other)
    }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
