import Foundation
import PersistentObjectsDriver
import Synchronization

/// The number of a file, by which it is told from another one with the same path.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Returns the identity of the file at a path; nil if there is none, or if it cannot be read.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

/// The length of a file and the time of its last change.
struct FileStamp: Equatable {
  let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Returns the stamp of the file at a path; nil if there is none, or if it cannot be read.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }
}

/// The file that the connections of a driver have open, so that all of them open the same one.
/// Forgotten when the last of them is closed.
final class OpenFile: Sendable {
  let path: String
  let identity: FileIdentity

  init?(_ path: String) {
    guard let identity = FileIdentity(path) else { return nil }
    (self.path, self.identity) = (path, identity)
  }

  /// The open file of a driver, if any.
  final class Holder: Sendable {
    private struct Held { weak var file: OpenFile? }
    private let held = Mutex(Held())

    /// Returns the open file; if no connection is open, the one that is now at the path.
    func file(at path: String) -> OpenFile? {
      held.withLock { held in
        if let file = held.file { return file }
        let file = OpenFile(path)
        held.file = file
        return file
      }
    }
  }
}

/// A watch over the files that a connection has open: somebody may delete, move or replace them
/// while it goes on using those that it has opened, so that everything it writes is lost.
///
/// Looking is a call into the kernel, which takes as long as a tenth of a short transaction. So a
/// connection does not look again for a short time after it has looked; even then, somebody may
/// move the file just after the look.
final class FileWatch {
  private struct Watched {
    let path: String
    let identity: FileIdentity
    let role: String
  }

  /// The time after a look until the next one, in nanoseconds.
  private static let pause: UInt64 = 50_000
  /// The same for the files beside the database.
  private static let pauseForLog: UInt64 = 250_000

  private let file: OpenFile
  /// The log and its index, if the connection writes to a log, which others must find there.
  private var logs: [Watched] = []
  /// The state of a file that is read without a lock; nil if it is locked.
  private let unlockedStamp: FileStamp?
  /// Whether another program has changed a file that is read without a lock, so that the connection
  /// has to be opened again.
  private(set) var isOutdated = false
  private var nextLook: UInt64 = 0
  private var nextLookAtLog: UInt64 = 0

  /// Begins to watch a file.
  ///
  /// - Parameter isUnlocked: whether nothing keeps others from changing the file meanwhile.
  init(_ file: OpenFile, isUnlocked: Bool) {
    self.file = file
    unlockedStamp = isUnlocked ? FileStamp(file.path) : nil
  }

  /// Begins to watch the log, too.
  func beginWithLog() {
    let base = NewFile.destination(of: file.path)
    logs = [("-wal", "its log"), ("-shm", "its log's index")].compactMap { suffix, role in
      FileIdentity(base + suffix).map {
        Watched(path: base + suffix, identity: $0, role: role)
      }
    }
  }

  /// Throws `cannotOpen` if a file is no longer at its path.
  func look(for sql: String?) throws {
    let now = Self.now
    if now < nextLook { return }
    try require(file.identity, at: file.path, sql: sql) {
      "\(file.path) is \($0) the file that this store has open; it was deleted, moved or replaced"
    }
    if now >= nextLookAtLog {
      for log in logs {
        try require(log.identity, at: log.path, sql: sql) {
          """
          \(log.path) is \($0) the file that this store has open; \(log.role) was deleted, moved or \
          replaced
          """
        }
      }
      nextLookAtLog = now + Self.pauseForLog
    }
    if let unlockedStamp { try require(unlockedStamp, sql: sql) }
    nextLook = now + Self.pause
  }

  /// Throws `busy` if the file or its log has changed. The next connection sees what is there then.
  private func require(_ stamp: FileStamp, sql: String?) throws {
    let log = FileStamp(NewFile.destination(of: file.path) + "-wal")
    if FileStamp(file.path) == stamp && log?.size ?? 0 == 0 { return }
    isOutdated = true
    throw PersistenceError(
      .busy,
      "\(file.path), which is read without a lock, was changed by another program; try again",
      sql: sql)
  }

  private func require(
    _ identity: FileIdentity, at path: String, sql: String?, problem: (String) -> String
  ) throws {
    let found = FileIdentity(path)
    if found == identity { return }
    // Without the permission to look, nothing is known.
    if found == nil && errno != ENOENT && errno != ENOTDIR { return }
    throw PersistenceError(
      .cannotOpen,
      """
      \(problem(found == nil ? "no longer" : "not")). Changes would be lost, so nothing is read or \
      written. Put it back, or close the store and open it again, which uses what is at the path
      """, sql: sql, databaseCode: "SQLITE_READONLY_DBMOVED")
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
