public import PersistentObjectsEngine

/// Keeps objects in a schema of a PostgreSQL database.
public struct PostgresDriver: Driver {
  /// The place of the database and the behaviour of its connections.
  public let configuration: PostgresConfiguration

  /// A driver for the database that `configuration` describes. Nothing is opened yet.
  public init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

  /// PostgreSQL's SQL.
  public var dialect: any Dialect { PostgresDialect(configuration) }

  /// The number that is configured.
  public var maximumReaders: Int { configuration.maximumReaders }

  /// The number that is configured.
  public var statementCacheCapacity: Int { configuration.statementCacheCapacity }

  /// The database and the schema, without user and password.
  public var databaseName: String {
    "\(ConnectionString(configuration.connection).withoutSecrets), schema \(configuration.schema)"
  }

  /// Always false: what a user may not write, the server refuses.
  public var isReadOnly: Bool { false }

  /// Opens a connection; that for writing makes the schema if it is missing.
  ///
  /// Throws `cannotOpen`.
  public func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    let connection = try connect()
    if role == .writer { try connection.server.makeSchema() }
    return connection
  }

  private func connect() throws -> PostgresConnection {
    PostgresConnection(
      try ServerConnection(configuration, name: databaseName), PostgresDialect(configuration))
  }

  /// Opens a connection if there is a schema to read.
  public func openFirstReader() throws -> (any DriverConnection)? {
    let connection = try connect()
    if connection.server.hasSchema { return connection }
    connection.close()
    return nil
  }

  /// Removes the schema with all that it holds; where it is `public`, its tables.
  public func deleteDatabase() throws {
    let connection = try connect()
    defer { connection.close() }
    let (server, dialect) = (connection.server, connection.dialect)
    guard server.hasSchema else { return }
    let schema = dialect.quoted(configuration.schema)
    if configuration.schema != "public" {
      try server.run("DROP SCHEMA \(schema) CASCADE")
      return
    }
    for table in try connection.readSchema() {
      try server.run("DROP TABLE \(schema).\(dialect.quoted(table.name)) CASCADE")
    }
    try server.run("DROP TABLE IF EXISTS \(schema).\(ServerConnection.layoutTable)")
  }
}
