/// Opens connections to one database and speaks its SQL. A database product is one driver.
public protocol Driver: Sendable {
  /// How SQL is written for this database.
  var dialect: any Dialect { get }
  /// How many connections may read at once, beside the writer. 0: the writer reads, too.
  var maximumReaders: Int { get }
  /// What to call the database in messages, such as its path.
  var databaseName: String { get }
  /// Whether nothing may be written. Then the connection for the role of the writer reads, too.
  var isReadOnly: Bool { get }
  /// Opens a connection. Throws a ``PersistenceError`` that names the database.
  func openConnection(_ role: Connection.Role) throws -> Connection
  /// Removes the database, of which no connection is open. It may be missing.
  func deleteDatabase() throws
}

extension Driver {
  /// The database may be written.
  public var isReadOnly: Bool { false }

  /// Throws `unsupported`.
  public func deleteDatabase() throws {
    throw PersistenceError(.unsupported, "the driver has no way to delete \(databaseName)")
  }
}
