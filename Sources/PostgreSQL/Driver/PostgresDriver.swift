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
    let server = try ServerConnection(configuration, name: databaseName)
    if role == .writer { try server.makeSchema() }
    return PostgresConnection(server, PostgresDialect(configuration))
  }

  /// Opens a connection if there is a schema to read.
  public func openFirstReader() throws -> (any DriverConnection)? {
    let server = try ServerConnection(configuration, name: databaseName)
    if try server.hasSchema() { return PostgresConnection(server, PostgresDialect(configuration)) }
    server.close()
    return nil
  }

  /// Removes the schema with all that it holds; where it is `public`, its tables.
  public func deleteDatabase() throws {
    let server = try ServerConnection(configuration, name: databaseName)
    defer { server.close() }
    guard try server.hasSchema() else { return }
    let schema = PostgresDialect(configuration).quoted(configuration.schema)
    if configuration.schema != "public" {
      try server.run("DROP SCHEMA \(schema) CASCADE")
      return
    }
    for table in try PostgresConnection(server, PostgresDialect(configuration)).readSchema() {
      try server.run(
        "DROP TABLE \(schema).\(PostgresDialect(configuration).quoted(table.name)) CASCADE")
    }
  }
}
