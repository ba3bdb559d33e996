import PersistentObjectsEngine

/// Keeps objects in an SQLite database, in a file or in memory.
public struct SQLiteDriver: Driver {
  /// Where the database lies and how its connections behave.
  public let configuration: SQLiteConfiguration

  /// A driver for the database that `configuration` describes. Nothing is opened yet.
  public init(_ configuration: SQLiteConfiguration) { self.configuration = configuration }

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
    let database = try DatabaseHandle.open(configuration, role: role)
    return SQLiteConnection(database, cacheCapacity: configuration.statementCacheCapacity)
  }
}
