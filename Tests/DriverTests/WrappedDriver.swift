import PersistentObjectsDriver

/// A driver around another one, with some part replaced.
struct WrappedDriver: Driver {
  let base: any Driver
  var replacedDialect: WrappedDialect?
  var replacedMaximumReaders: Int?
  var wrap: @Sendable (any DriverConnection) -> any DriverConnection = { $0 }

  var dialect: any Dialect { replacedDialect ?? base.dialect }
  var maximumReaders: Int { replacedMaximumReaders ?? base.maximumReaders }
  var statementCacheCapacity: Int { base.statementCacheCapacity }
  var databaseName: String { base.databaseName }
  var isReadOnly: Bool { base.isReadOnly }

  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    wrap(try base.openConnection(role))
  }

  func openFirstReader() throws -> (any DriverConnection)? { try base.openFirstReader().map(wrap) }

  var isMissing: Bool { base.isMissing }
  func deleteDatabase() throws { try base.deleteDatabase() }
}

/// A connection around another one.
class WrappedConnection: DriverConnection {
  let base: any DriverConnection

  init(_ base: any DriverConnection) { self.base = base }

  func prepare(_ sql: String) throws -> any DriverStatement { try base.prepare(sql) }
  var isInTransaction: Bool { base.isInTransaction }
  func rollBack() throws { try base.rollBack() }
  var endingFailure: (any Error)? { base.endingFailure }
  var isHeldUpByReaders: Bool { base.isHeldUpByReaders }
  func endLease() -> Bool { base.endLease() }
  func close() { base.close() }
  func interrupt() { base.interrupt() }
  func readSchema() throws -> [ExistingTable] { try base.readSchema() }
  func readIndices() throws -> [ExistingIndex] { try base.readIndices() }
}

/// A statement around another one.
class WrappedStatement: DriverStatement {
  let base: any DriverStatement

  required init(_ base: any DriverStatement) { self.base = base }

  var parameterCount: Int { base.parameterCount }
  var columnCount: Int { base.columnCount }
  func columnName(at index: Int) -> String { base.columnName(at: index) }
  func origin(at index: Int) -> (table: String, column: String)? { base.origin(at: index) }
  var isReadOnly: Bool { base.isReadOnly }
  func bind(_ parameters: Row) throws { try base.bind(parameters) }
  func bind(_ rows: RowBatch, at index: Int) throws { try base.bind(rows, at: index) }
  func next() throws -> Row? { try base.next() }
  func reset() { base.reset() }
  var changes: Int { base.changes }
}

/// A connection whose statements are wrapped.
final class ConnectionOfWrapped<Wrapper: WrappedStatement>: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    Wrapper(try base.prepare(sql))
  }
}
