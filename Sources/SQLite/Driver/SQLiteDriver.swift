import CSQLite
import Foundation
public import PersistentObjectsDriver

/// A driver that keeps objects in an SQLite database, in a file or in memory.
///
/// ```swift
/// let store = try Store(
///   driver: SQLiteDriver(SQLiteConfiguration(path: "people.sqlite3")),
///   configuration: StoreConfiguration(codecs: .standard))
/// ```
public struct SQLiteDriver: Driver {
  /// The location of the database and the behavior of its connections.
  public private(set) var configuration: SQLiteConfiguration
  /// The file that its connections have open.
  private let openFile = OpenFile.Holder()

  /// Makes a driver for the database that `configuration` describes. Nothing is opened yet.
  ///
  /// A relative path is resolved against the current folder now, so that all connections open the
  /// same file even if the process changes its folder. An absolute path is never read as a URI, as
  /// Debian's SQLite otherwise does with `file:`.
  public init(_ configuration: SQLiteConfiguration) {
    self.configuration = configuration
    if case .file(let path) = configuration.location {
      self.configuration.location = .file(NewFile.absolutePath(of: path))
    }
  }

  /// The SQL of SQLite.
  public var dialect: any Dialect { SQLiteDialect() }

  /// The configured number.
  public var statementCacheCapacity: Int { configuration.statementCacheCapacity }

  /// Whether the configuration forbids writing.
  public var isReadOnly: Bool { configuration.access != .readWrite }

  /// The configured number, at least 1: only readers notice what others change. 0 in memory, where
  /// each connection would see its own database, and with an exclusive lock, which admits no
  /// others.
  public var maximumReaders: Int {
    let isAlone = configuration.location == .memory || configuration.lockingMode == .exclusive
    return isAlone ? 0 : max(1, configuration.maximumReaders)
  }

  /// The path of the file, or `:memory:`.
  public var databaseName: String {
    switch configuration.location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// Whether the file does not exist.
  public var isMissing: Bool {
    guard case .file(let path) = configuration.location else { return false }
    return !FileManager.default.fileExists(atPath: path)
  }

  /// Removes the file, its log, the log's index, and a journal. Missing files are ignored. A
  /// symbolic link stays; it is its file that is removed.
  ///
  /// Throws `readOnly` if the configuration or the file's permissions forbid writing, `busy` if a
  /// connection of this or another process has the file open, which would go on writing to a file
  /// without a name, `cannotOpen` for a file that cannot be removed, a folder, and a path that is
  /// empty or contains a NUL character, and the errors of finding out whether it is in use. SQLite
  /// cannot tell whether a connection is open that uses no write-ahead log and does nothing.
  public func deleteDatabase() throws {
    guard case .file(let path) = configuration.location else { return }
    if isReadOnly {
      throw PersistenceError(.readOnly, "\(path) was opened read-only, so it was not deleted.")
    }
    // Foundation stops at a NUL, and an empty path would delete `-wal`, `-shm` and `-journal` in
    // the current folder.
    try DatabaseHandle.refuseUnusable(path, as: configuration)
    let database = try lockedDatabase(at: path)
    defer { database?.close() }
    // The database is removed last: a log without it is useless, but a database without its log may
    // be incomplete.
    let file = NewFile.destination(of: path)
    for suffix in ["-wal", "-shm", "-journal", ""] { try remove(file + suffix) }
  }

  /// Returns the database, locked exclusively; nil if there is none, or if it is damaged.
  private func lockedDatabase(at path: String) throws -> DatabaseHandle? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let database = try DatabaseHandle.openAlone(path, or: "delete it later")
      // Closing it must not remove the log of a new database with the same name.
      try database.check(po_sqlite3_disable_checkpoint_on_close(database.pointer))
      return database
    } catch let error as PersistenceError where error.code == .corrupt {
      return nil
    }
  }

  private func remove(_ path: String) throws {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch let error as CocoaError where error.code == .fileNoSuchFile {
      return
    } catch {
      throw PersistenceError(
        .cannotOpen, "The file \(path) cannot be removed; check the permissions of its folder.",
        cause: error)
    }
  }

  /// Opens a reader if the file has tables of this package, and uses the write-ahead log.
  public func openFirstReader() throws -> (any DriverConnection)? {
    guard !isReadOnly, FileManager.default.fileExists(atPath: databaseName) else { return nil }
    // The writer reports better what is wrong with the file.
    guard let handle = try? open(.reader) else { return nil }
    if (try? handle.isReadyForReaders) == true { return try SQLiteConnection(handle) }
    handle.close()
    return nil
  }

  /// Opens a connection; the writer creates the file.
  ///
  /// Throws `cannotOpen`, also if another file is at the path than the one that other connections
  /// have open, `readOnly`, `corrupt` or `busy`, and `schemaMismatch` for a file whose text is
  /// UTF-16.
  public func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    try SQLiteConnection(open(role))
  }

  private func open(_ role: ConnectionRole) throws -> DatabaseHandle {
    let handle = try DatabaseHandle.open(configuration, path: databaseName, role: role)
    guard configuration.location != .memory, let file = openFile.file(at: databaseName) else {
      return handle
    }
    handle.watch = FileWatch(file, isUnlocked: handle.isUnlocked)
    if handle.usesSharedLog { handle.watch?.beginWithLog() }
    do {
      // Another file may have been put there since the other connections were opened.
      try handle.watch?.look(for: nil)
      return handle
    } catch {
      handle.close()
      throw error
    }
  }
}
