import Foundation
public import PersistentObjectsEngine
public import PersistentObjectsSQLite

/// SQLite made to behave as other databases do, so that what the engine owes to SQLite alone shows.
///
/// Several transactions write at once, and one of them may be told at `COMMIT` that it was in another's
/// way. A statement that fails spoils its transaction. NULL sorts last. Foreign keys are checked at once.
/// LIKE minds case. Parameters are `$1`, names have at most 63 bytes, and SQL that only SQLite
/// understands is refused.
public struct StrictDriver: Driver {
  private let base: SQLiteDriver
  private let database: StrictDatabase
  private let hasSoleWriter: Bool

  /// A driver for SQLite's database.
  ///
  /// - Parameter hasSoleWriter: whether one transaction writes at a time.
  public init(_ configuration: SQLiteConfiguration, hasSoleWriter: Bool = false) {
    base = SQLiteDriver(configuration)
    database = .shared(at: base.databaseName, configuration: configuration)
    self.hasSoleWriter = hasSoleWriter
  }

  public var dialect: any Dialect {
    StrictDialect(maximumWriters: hasSoleWriter ? 1 : database.maximumWriters)
  }
  public var maximumReaders: Int { base.maximumReaders }
  public var statementCacheCapacity: Int { base.statementCacheCapacity }
  public var databaseName: String { base.databaseName }
  public var isReadOnly: Bool { base.isReadOnly }

  public func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    try wrap(base.openConnection(role), role)
  }

  public func openFirstReader() throws -> (any DriverConnection)? {
    try base.openFirstReader().map { try wrap($0, .reader) }
  }

  private func wrap(
    _ connection: any DriverConnection, _ role: ConnectionRole
  ) throws -> StrictConnection {
    registerIlike
    try StrictConnection.prepareForUse(connection)
    return StrictConnection(connection, role, database)
  }

  public func deleteDatabase() throws { try base.deleteDatabase() }
}
