import Foundation
import PersistentObjectsEngine

/// Keeps objects in an SQLite database, in a file or in memory.
public struct SQLiteDriver: Driver {
  /// Where the database lies and how its connections behave.
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

  /// As configured; none in memory, where each connection would see a database of its own.
  public var maximumReaders: Int {
    configuration.location == .memory ? 0 : max(0, configuration.maximumReaders)
  }

  /// The path of the file, or `:memory:`.
  public var databaseName: String {
    switch configuration.location {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  /// Opens a connection; the writer creates the file, and so comes first.
  ///
  /// Throws `cannotOpen`, `readOnly`, `corrupt` or `busy`.
  public func openConnection(_ role: Connection.Role) throws -> Connection {
    let database = try DatabaseHandle.open(configuration, path: databaseName, role: role)
    return SQLiteConnection(database, cacheCapacity: configuration.statementCacheCapacity)
  }
}
