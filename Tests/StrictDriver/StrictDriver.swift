import Foundation
public import PersistentObjectsDriver
public import PersistentObjectsSQLite

/// SQLite made to behave as other databases do, which reveals where the engine relies on SQLite.
///
/// Several transactions write at once, and one of them may fail at `COMMIT` because of a conflict
/// with another one. A statement that fails spoils its transaction. NULL sorts last. Foreign keys
/// are checked immediately. LIKE is case-sensitive. Parameters are `$1`, names have at most 63
/// bytes, and SQL that only SQLite understands is refused. If asked for, each change of tables is
/// committed at once.
public struct StrictDriver: Driver {
  private let base: SQLiteDriver
  private let database: StrictDatabase
  private let hasSoleWriter: Bool
  private let layout: LayoutChanges

  /// A driver for SQLite's database.
  ///
  /// - Parameters:
  ///   - hasSoleWriter: whether one transaction writes at a time.
  ///   - commitsLayout: whether statements that create or change tables are committed at once, and
  ///     what was written before them, too.
  ///   - lastLayout: the number of such statements after which nothing runs any more, as if the
  ///     program had been killed.
  public init(
    _ configuration: SQLiteConfiguration, hasSoleWriter: Bool = false,
    commitsLayout: Bool = false, stoppingAfter lastLayout: Int? = nil
  ) {
    layout = LayoutChanges(areCommitted: commitsLayout, last: lastLayout)
    base = SQLiteDriver(configuration)
    database = .shared(at: base.databaseName, configuration: configuration)
    self.hasSoleWriter = hasSoleWriter
  }

  public var dialect: any Dialect {
    StrictDialect(
      maximumWriters: hasSoleWriter ? 1 : database.maximumWriters,
      commitsLayout: layout.areCommitted)
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
    return StrictConnection(connection, role, database, layout)
  }

  public var isMissing: Bool { base.isMissing }
  public func deleteDatabase() throws { try base.deleteDatabase() }
}
