/// Opens connections to one database and speaks its SQL. A database product is one driver.
///
/// `Documentation/Drivers.md` says what each call may assume, and `PersistentObjectsDriverTesting` checks
/// a driver.
public protocol Driver: Sendable {
  /// The SQL of this database.
  var dialect: any Dialect { get }
  /// The number of connections that may read at once, beside the writer. 0: the writer reads, too.
  var maximumReaders: Int { get }
  /// The number of statements made at run time that each connection keeps prepared.
  var statementCacheCapacity: Int { get }
  /// The name of the database in messages, such as its path.
  var databaseName: String { get }
  /// Whether nothing may be written. Then the connection for the role of the writer reads, too.
  var isReadOnly: Bool { get }
  /// Opens a connection. Throws a ``PersistenceError`` that names the database.
  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection
  /// Opens a connection for reading before there is any other. Returns nil where the connection for the role
  /// of the writer has to come first, since it makes or changes the database, or explains why it cannot be
  /// opened.
  func openFirstReader() throws -> (any DriverConnection)?
  /// The driver whose connections read from copies that follow this database; nil, the default, where there are
  /// none. Its databases are those of the same name, as they were a moment ago.
  var replicas: (any Driver)? { get }
  /// Removes the database, of which no connection is open. It may be missing. Throws `unsupported` where
  /// the driver cannot do that.
  func deleteDatabase() throws
}

extension Driver {
  /// Always nil.
  public var replicas: (any Driver)? { nil }
}

/// The use of a connection.
public enum ConnectionRole: Sendable {
  /// Writing, and reading what the open transaction has written.
  case writer
  /// Reading alone.
  case reader
}
