import Foundation
import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsTransfer

/// The file of a new store, which appears under its name once it is complete, and otherwise not at
/// all.
///
/// It is filled beside its place, under a name that no other program knows. Removing it after a
/// failure never removes what another program has made there in the meantime.
struct NewStoreFile {
  private let path: String
  /// The path with symbolic links resolved.
  private let place: String
  private let folder: String
  private let partial: String

  init(path: String) {
    self.path = path
    place = NewFile.destination(of: path)
    folder = (place as NSString).deletingLastPathComponent
    partial = (folder as NSString).appendingPathComponent("persist.partial-\(UUID().uuidString)")
  }

  /// Makes the file.
  ///
  /// Throws `cannotOpen` if a file has the name, before or afterwards, unless it is empty.
  ///
  /// - Parameter fill: receives the path of the file to fill, which must be closed afterwards.
  func make<Result>(
    under interruption: Interruption, _ fill: (_ path: String) throws -> Result
  ) throws -> Result {
    try StoreWriter.requireFree(path)
    let remove: @Sendable () -> Void = { [partial] in NewFile.removeDatabase(at: partial) }
    return try interruption.cleaningUp(remove) {
      defer { remove() }
      let result = try naming { try fill(partial) }
      try requireNoLog()
      try takePlace()
      return result
    }
  }

  /// Names the file in errors as it will be called.
  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PersistenceError where error.message.contains(partial) {
      throw PersistenceError(
        error.code, error.message.replacing(partial, with: path), context: error.context,
        sql: error.sql, databaseCode: error.databaseCode, cause: error.cause)
    }
  }

  /// Throws `cannotOpen` if the log could not be copied into the file when that was closed.
  private func requireNoLog() throws {
    guard access(partial + "-wal", F_OK) == 0 else { return }
    throw PersistenceError(
      .cannotOpen, "\(path) could not be completed; free space on its disk and try again")
  }

  private func takePlace() throws {
    // A link never replaces a file. Only an empty file is replaced, or a file system has no links.
    if link(partial, place) != 0 {
      try StoreWriter.requireFree(path)
      keepPermissions()
      guard rename(partial, place) == 0 else {
        throw FileError("\(path) cannot be created", number: errno)
      }
    }
    keepName()
  }

  /// Applies the owner and the permissions of the empty file that is replaced.
  private func keepPermissions() {
    var replaced = stat()
    guard stat(place, &replaced) == 0 else { return }
    // Only a superuser can give a file to another user. If not even the group stays, it may do
    // nothing.
    let keepsGroup =
      chown(partial, replaced.st_uid, replaced.st_gid) == 0
      || chown(partial, .max, replaced.st_gid) == 0
    _ = chmod(partial, replaced.st_mode & (keepsGroup ? 0o777 : 0o707))
  }

  /// Waits until the folder is on the disk, with the file's name in it.
  private func keepName() {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
