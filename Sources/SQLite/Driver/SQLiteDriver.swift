import Foundation
public import PersistentObjectsEngine

/// Keeps objects in an SQLite database, in a file or in memory.
public struct SQLiteDriver: Driver {
  /// The place of the database and the behaviour of its connections.
  public private(set) var configuration: SQLiteConfiguration

  /// A driver for the database that `configuration` describes. Nothing is opened yet.
  ///
  /// A relative path is taken from the current folder now: all connections open the same file,
  /// also when the process changes its folder. And an absolute one is never read as a URI, which
  /// Debian's SQLite otherwise does with `file:`.
  public init(_ configuration: SQLiteConfiguration) {
    self.configuration = configuration
    if case .file(let path) = configuration.location, !path.isEmpty, !path.hasPrefix("/") {
      self.configuration.location = .file(FileManager.default.currentDirectoryPath + "/" + path)
    }
  }

  /// SQLite's SQL.
  public var dialect: any Dialect { SQLiteDialect() }

  /// The number that is configured.
  public var statementCacheCapacity: Int { configuration.statementCacheCapacity }

  /// Whether the configuration lets nobody write.
  public var isReadOnly: Bool { configuration.access != .readWrite }

  /// The number that is configured; none in memory, where each connection would see a database of its
  /// own, and none with an exclusive lock.
  public var maximumReaders: Int {
    let isAlone = configuration.location == .memory || configuration.lockingMode == .exclusive
    return isAlone ? 0 : max(0, configuration.maximumReaders)
  }

  /// The path of the file, or `:memory:`.
  public var databaseName: String {
    switch configuration.location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// Removes the file, its log and the log's index. Files that are missing are none the worse.
  ///
  /// Throws `readOnly` where the configuration lets nobody write, and `cannotOpen` for a file that
  /// cannot be removed.
  public func deleteDatabase() throws {
    guard case .file(let path) = configuration.location else { return }
    if isReadOnly {
      throw PersistenceError(.readOnly, "\(path) was opened to be read only; it is not deleted.")
    }
    // The database goes last: a log without it is of no use, it without its log may be incomplete.
    for suffix in ["-wal", "-shm", "-journal", ""] { try remove(path + suffix) }
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

  /// Opens a reader if the file has tables of this package, and its log.
  public func openFirstReader() throws -> (any DriverConnection)? {
    guard !isReadOnly, FileManager.default.fileExists(atPath: databaseName) else { return nil }
    // What is wrong with the file, the writer says better.
    guard let handle = try? DatabaseHandle.open(configuration, path: databaseName, role: .reader)
    else { return nil }
    if (try? handle.isReadyForReaders) == true { return try SQLiteConnection(handle) }
    handle.close()
    return nil
  }

  /// Opens a connection; the writer creates the file.
  ///
  /// Throws `cannotOpen`, `readOnly`, `corrupt` or `busy`.
  public func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    try SQLiteConnection(DatabaseHandle.open(configuration, path: databaseName, role: role))
  }
}
