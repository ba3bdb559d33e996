/// A type that opens connections to one database and provides its SQL dialect. Each database
/// product has one driver.
///
/// ```swift
/// struct ShopDriver: Driver {
///   let databaseName: String
///   let dialect: any Dialect = ShopDialect()
///   let (maximumReaders, statementCacheCapacity, isReadOnly) = (16, 100, false)
///   func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
///     try ShopConnection(databaseName, role)
///   }
///   func openFirstReader() throws -> (any DriverConnection)? { try openConnection(.reader) }
///   func deleteDatabase() throws { try ShopConnection.delete(databaseName) }
/// }
/// ```
///
/// `Documentation/Reference/Drivers.md` states what each call may assume, and
/// `PersistentObjectsDriverTesting` checks a driver.
public protocol Driver: Sendable {
  /// The SQL dialect of this database.
  var dialect: any Dialect { get }
  /// The number of connections that may read at once, beside the writer. If it is 0, the writer
  /// also reads.
  var maximumReaders: Int { get }
  /// The number of statements made at run time that each connection keeps prepared.
  var statementCacheCapacity: Int { get }
  /// The name of the database for messages, such as its path.
  var databaseName: String { get }
  /// Whether the database is read-only. The connection in the writer role then reads, too.
  var isReadOnly: Bool { get }
  /// Whether there is no such database yet, so that opening a connection would create it; false,
  /// the default, if the driver cannot tell.
  var isMissing: Bool { get }
  /// Opens a connection. Throws a ``PersistenceError`` that names the database.
  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection
  /// Opens a reading connection before there is any other. Returns nil if the connection in the
  /// writer role has to come first, because it creates or changes the database, or reports why it
  /// cannot be opened.
  func openFirstReader() throws -> (any DriverConnection)?
  /// The driver whose connections read from copies that follow this database; nil, the default, if
  /// there are none. Its databases have the same names as this driver's, and lag slightly behind.
  var replicas: (any Driver)? { get }
  /// Deletes the database, which has no open connection and may not exist. Throws `unsupported` if
  /// the driver cannot do that.
  func deleteDatabase() throws
}

extension Driver {
  /// Always false.
  public var isMissing: Bool { false }

  /// Always nil.
  public var replicas: (any Driver)? { nil }
}

/// The role of a connection.
///
/// ```swift
/// store.trace { if $0.role == .writer { print($0.sql) } }
/// ```
public enum ConnectionRole: Sendable {
  /// Writing, and reading what the open transaction has written.
  case writer
  /// Reading only.
  case reader
}
