import Foundation
import PersistentObjects

extension DatabaseHead {
  /// A fingerprint of a database's files. If two stamps are equal, no program has written to the
  /// database in between.
  struct Stamp: Equatable {
    /// The file.
    let file: FileStamp
    /// The log beside the file; nil if there is none.
    let log: FileStamp?
    /// Whether the shared-memory file that the users of a log share exists.
    let hasShared: Bool

    /// Reads the stamp. Throws `cannotOpen` if there is no such file.
    init(of path: String) throws {
      let real = try Self.resolved(path)
      file = try Self.ordinary(real, path)
      log = FileStamp(real + "-wal")
      hasShared = FileStamp(real + "-shm") != nil
    }

    static func == (left: Stamp, right: Stamp) -> Bool {
      left.file == right.file && left.log?.ifNotEmpty == right.log?.ifNotEmpty
    }

    /// Returns the path without links: a log lies beside the file itself, not beside a link to it.
    private static func resolved(_ path: String) throws -> String {
      if path.isEmpty || path.utf8.contains(0) {
        throw PersistenceError(
          .cannotOpen, "the path of a file must not be empty or hold a NUL character")
      }
      guard let real = realpath(path, nil) else {
        let reason = String(cString: strerror(errno))
        throw PersistenceError(.cannotOpen, "\(path) cannot be opened: \(reason)")
      }
      defer { free(real) }
      return String(cString: real)
    }

    private static func ordinary(_ real: String, _ path: String) throws -> FileStamp {
      guard let stamp = FileStamp(real) else {
        throw PersistenceError(.cannotOpen, "\(path) is missing")
      }
      if stamp.isOrdinary { return stamp }
      throw PersistenceError(
        .cannotOpen,
        stamp.isFolder ? "\(path) is a folder; name a file in it" : "\(path) is not a regular file")
    }
  }

  /// The size of a file, and the time when it was last written to.
  package struct FileStamp: Equatable {
    package let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    private let kind: mode_t

    package var isOrdinary: Bool { kind == S_IFREG }
    var isFolder: Bool { kind == S_IFDIR }

    /// The stamp; nil for an empty log, which counts as no log.
    fileprivate var ifNotEmpty: FileStamp? { size == 0 ? nil : self }

    /// Reads the stamp of a file; nil if there is no such file.
    package init?(_ path: String) {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      #if canImport(Darwin)
        let time = information.st_mtimespec
      #else
        let time = information.st_mtim
      #endif
      size = Int64(information.st_size)
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
      kind = information.st_mode & S_IFMT
    }
  }
}
