import CSQLite
import Foundation
import PersistentObjectsDriver

/// A copy of a database in another file, made by SQLite's online backup.
///
/// The copy is made beside its destination and moved there when it is complete. Meanwhile, the
/// source is in a read transaction, so that one moment is copied, regardless of how much others
/// write.
struct SQLiteBackup {
  private let source: DatabaseHandle
  private let path: String
  private let isReplacing: Bool
  /// The number of pages that are copied between two reports of progress.
  private let step: Int32 = 1024
  /// The copy's name until it is complete. Unlike one made from the destination's name, it is never
  /// too long.
  private let partialName = "copy.partial-\(UUID().uuidString)"

  init(of source: DatabaseHandle, to path: String, isReplacing: Bool) {
    self.source = source
    self.isReplacing = isReplacing
    // A symbolic link stays; it is its file that is replaced. Foundation stops at a NUL.
    self.path =
      path.utf8.contains(0) ? path : NewFile.destination(of: NewFile.absolutePath(of: path))
  }

  private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
  private var partial: String { "\(folder)/\(partialName)" }

  func run(_ progress: (_ done: Int, _ total: Int) throws -> Void) throws {
    try refuseUnusable()
    try source.newFile.makeFolder(folder, or: "another")
    do {
      try copy(progress)
      try takePlace()
    } catch {
      // Report the original error; leftovers that cannot be removed do no harm.
      for suffix in ["", "-journal"] {
        try? FileManager.default.removeItem(atPath: partial + suffix)
      }
      throw error
    }
  }

  private func refuseUnusable() throws {
    if path.isEmpty || path.utf8.contains(0) {
      throw refusal("The path of a copy must not be empty or contain a NUL character.")
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isFolder.boolValue || path.utf8.last == UInt8(ascii: "/") {
      throw refusal("\(path) is a folder; name a file in it.")
    }
    try refuseExisting()
    if exists && isSource(path) { throw refusal("\(path) is the database itself.") }
    if !exists, !isReplacing, let log = ReplacedDatabase.logs(of: path).first {
      throw refusal(
        """
        \(log) was left there by another database; pass `replacing: true` if it is no longer needed.
        """)
    }
    // Fail now rather than after copying everything.
    if exists { try ReplacedDatabase(path).close() }
  }

  private func isSource(_ path: String) -> Bool {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return real(path) == real(source.name)
  }

  private func copy(_ progress: (_ done: Int, _ total: Int) throws -> Void) throws {
    source.newFile.make(partial)
    let target = try DatabaseHandle.open(partial, role: .writer)
    defer { target.close() }
    // The first read fixes the moment that is copied.
    try source.execute("BEGIN DEFERRED")
    try source.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    defer { try? source.execute("ROLLBACK") }
    guard let backup = sqlite3_backup_init(target.pointer, "main", source.pointer, "main") else {
      throw target.failure(sqlite3_errcode(target.pointer))
    }
    do {
      try copyPages(by: backup, reportingTo: progress)
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    // Only now does the target's connection know what has failed.
    try target.check(sqlite3_backup_finish(backup))
  }

  private func copyPages(
    by backup: OpaquePointer, reportingTo progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    while true {
      let code = sqlite3_backup_step(backup, step)
      guard code == SQLITE_OK || code == SQLITE_DONE else { return }
      let total = Int(sqlite3_backup_pagecount(backup))
      try progress(total - Int(sqlite3_backup_remaining(backup)), total)
      if code == SQLITE_DONE { return }
    }
  }

  private func refuseExisting() throws {
    if !isReplacing && FileManager.default.fileExists(atPath: path) {
      throw refusal("\(path) already exists; pass `replacing: true` to replace it.")
    }
  }

  private func takePlace() throws {
    // Others may have made a file there meanwhile.
    try refuseExisting()
    let replaced = try ReplacedDatabase(path)
    defer { replaced.close() }
    try replaced.removeLogs()
    keepPermissions()
    guard rename(partial, path) != 0 else { return keepName() }
    throw refusal(
      "The copy cannot be moved to \(path); check the permissions of its folder.",
      cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
  }

  /// Applies the permissions of the replaced file to the copy.
  private func keepPermissions() {
    var replaced = stat()
    if stat(path, &replaced) == 0 { _ = chmod(partial, replaced.st_mode & 0o777) }
  }

  /// Waits until the folder is on the disk, with the copy's name in it.
  private func keepName() {
    let descriptor = open(folder, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func refusal(_ message: String, cause: (any Error)? = nil) -> PersistenceError {
    PersistenceError(.cannotOpen, message, cause: cause)
  }
}
