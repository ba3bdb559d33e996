import Foundation
import PersistentObjects
import PersistentObjectsSQLite

/// The facts about a file before its tables are read: whether it is a database at all, which files
/// are beside it, and how to open it without leaving new files behind.
package struct DatabaseHead {
  /// The way to open the database.
  let access: Access
  /// Whether the database says that it has a write-ahead log.
  let usesLog: Bool
  /// The stamp that shows whether the database has changed.
  let stamp: Stamp

  /// A way to open a database.
  enum Access {
    /// Reading with SQLite's locks: no log is in use, or all files that the users of a log share
    /// exist.
    case locked
    /// Reading without locks and log: the file has no log now, and SQLite would otherwise leave one
    /// behind.
    case unchanging
    /// Reading with a log that a program left when it stopped, and without locks: SQLite would
    /// otherwise create the shared-memory file again.
    case abandonedLog
  }

  /// Reads the head of a file. Throws an error with an explanation if the file cannot be a
  /// database, or is locked.
  init(_ path: String, busyTimeout: Duration) throws {
    stamp = try Stamp(of: path)
    let head = try Self.read(path)
    try Self.check(head.bytes, path, size: stamp.file.size)
    usesLog = head.bytes[18] == 2 || head.bytes[19] == 2
    access = Self.access(usesLog: usesLog, stamp)
    // Where SQLite's own locks are not used, check the locks of other programs here.
    guard access != .locked, head.isLocked else { return }
    throw Self.isLocked(path)
  }

  /// Throws an error with an explanation if a file does not begin like a database.
  static func requireDatabase(_ path: String) throws {
    let stamp = try Stamp(of: path)
    try requireMagic(read(path).bytes, path, size: stamp.file.size)
  }

  private static func access(usesLog: Bool, _ stamp: Stamp) -> Access {
    if stamp.hasShared && stamp.log != nil { return .locked }
    if (stamp.log?.size ?? 0) > 0 { return .abandonedLog }
    return usesLog || stamp.log != nil ? .unchanging : .locked
  }

  private static func read(_ path: String) throws -> SQLiteDriver.Head {
    var configuration = SQLiteConfiguration(path: path)
    configuration.access = .readOnly
    do {
      return try SQLiteDriver(configuration).readHead()
    } catch let error as PersistenceError where error.code == .cannotOpen {
      throw PersistenceError(
        .cannotOpen, "\(path) cannot be read; check its owner and permissions", cause: error)
    }
  }
}

// MARK: - The first bytes

extension DatabaseHead {
  private static let magic = Array("SQLite format 3\0".utf8)

  private static func check(_ bytes: [UInt8], _ path: String, size: Int64) throws {
    try requireMagic(bytes, path, size: size)
    if bytes.count == SQLiteDriver.Head.count { return }
    throw corrupt("\(path) is damaged: it ends within the first 100 bytes")
  }

  private static func requireMagic(_ bytes: [UInt8], _ path: String, size: Int64) throws {
    if bytes.starts(with: magic) { return }
    if size == 0 { throw corrupt("\(path) is empty; it is not a database") }
    if bytes.starts(with: Array("** This file contains an SQLite 2".utf8)) {
      throw corrupt(
        "\(path) is a database of SQLite 2; convert it with `sqlite OLD .dump | sqlite3 NEW`")
    }
    throw corrupt(
      looksEncrypted(bytes)
        ? "\(path) does not begin like a database; it may be encrypted: decrypt it first with the"
          + " program that wrote it"
        : "\(path) is not an SQLite database")
  }

  /// Returns whether the file looks encrypted. Encrypted bytes are spread over all values; other
  /// files begin with texts and zeros.
  private static func looksEncrypted(_ bytes: [UInt8]) -> Bool {
    let odd = bytes.filter { $0 >= 0x80 || ($0 < 0x20 && $0 != 0) }
    return bytes.count == SQLiteDriver.Head.count && odd.count > 40 && Set(bytes).count > 64
  }

  private static func corrupt(_ message: String) -> PersistenceError {
    PersistenceError(.corrupt, message)
  }
}

// MARK: - Errors

extension DatabaseHead {
  static func isLocked(_ path: String, cause: (any Error)? = nil) -> PersistenceError {
    PersistenceError(
      .busy, "\(path) is locked by a program that is writing to it; try again when it has finished",
      cause: cause)
  }

  /// Returns whether a program that stopped has left a journal from which the file must be
  /// repaired.
  static func hasJournal(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: NewFile.destination(of: path) + "-journal")
  }

  static func isHalfWritten(_ path: String, cause: any Error) -> PersistenceError {
    PersistenceError(
      .cannotOpen,
      """
      A program stopped while writing to \(path), and \
      \(NewFile.destination(of: path))-journal has what is needed to repair it. \
      Copy both files elsewhere, run `sqlite3 COPY 'PRAGMA user_version'` there, and read the copy.
      """, cause: cause)
  }
}
