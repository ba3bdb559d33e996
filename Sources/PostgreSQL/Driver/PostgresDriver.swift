public import PersistentObjectsDriver

/// A driver that keeps objects in a schema of a PostgreSQL database.
///
/// ```swift
/// let driver = PostgresDriver(PostgresConfiguration("postgresql://db.example.com/people"))
/// let file = try InspectedFile(driver)  // of the product PersistentObjectsInspection
/// ```
public struct PostgresDriver: Driver {
  /// The location of the database and the behavior of its connections.
  public let configuration: PostgresConfiguration
  /// The connections to the server that stores share; nil if each connection has its own.
  private let links: SharedLinks?
  /// The connections to the replicas that stores share.
  private let replicaLinks: SharedLinks?
  private let history: ServerHistory
  /// The servers to choose from; nil for a driver whose connections go to the configured one.
  private let choice: ReplicaChoice?

  /// Makes a driver for the database that `configuration` describes. Nothing is opened yet.
  public init(_ configuration: PostgresConfiguration) { self.init(configuration, links: nil) }

  init(
    _ configuration: PostgresConfiguration, links: SharedLinks?, replicaLinks: SharedLinks? = nil,
    choice: ReplicaChoice? = nil, history: ServerHistory = ServerHistory()
  ) {
    self.configuration = configuration
    self.history = history
    self.links = links
    self.replicaLinks = replicaLinks
    self.choice = choice
  }

  /// The SQL of PostgreSQL.
  public var dialect: any Dialect { PostgresDialect(configuration) }

  /// The configured number.
  public var maximumReaders: Int { configuration.maximumReaders }

  /// The configured number.
  public var statementCacheCapacity: Int { configuration.statementCacheCapacity }

  /// The database and the schema, without user and password.
  public var databaseName: String {
    "\(ConnectionString(configuration.connection).withoutSecrets), schema \(configuration.schema)"
  }

  /// Always false: the server refuses what a user may not write.
  public var isReadOnly: Bool { false }

  /// Opens a connection. The writer creates the schema if it is missing.
  ///
  /// Throws `cannotOpen`, and `busy` if the server grants no connection now.
  public func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    let connection = try connect(role)
    if role == .writer {
      try connection.server.makeSchema(
        isDistributed: configuration.isDistributed && !configuration.spreadsTenants)
    }
    return connection
  }

  private func connect(_ role: ConnectionRole) throws -> PostgresConnection {
    try refuseUnusableSchema()
    try refuseOtherSchema()
    return PostgresConnection(
      try ServerConnection(
        configuration, role: role, name: databaseName, history: history, links: links,
        choice: choice),
      dialect: PostgresDialect(configuration))
  }

  /// Throws for a name that no schema can have, for the schemas that belong to the server, and for
  /// the name that it replaces in a search path by the user's, even in quotes.
  private func refuseUnusableSchema() throws {
    let schema = configuration.schema
    if schema.isEmpty {
      throw PersistenceError(
        .cannotOpen,
        "The name of the schema is empty; write one, as in schema=shop, or leave it out for 'public'."
      )
    }
    if schema.contains("\0") {
      throw PersistenceError(
        .cannotOpen, "The name of the schema contains a NUL character; choose another name.")
    }
    guard schema.utf8.starts(with: "pg_".utf8) || ["information_schema", "$user"].contains(schema)
    else { return }
    throw PersistenceError(
      .cannotOpen,
      "The schema '\(schema)' is reserved by PostgreSQL and cannot hold a store; choose another name."
    )
  }

  /// Throws if the URI of a replica names another schema: the tables have the same one on all
  /// servers.
  private func refuseOtherSchema() throws {
    let schemas = configuration.replicas.compactMap { SchemaAddress($0).schema }
    guard let other = schemas.first(where: { $0 != configuration.schema }) else { return }
    throw PersistenceError(
      .cannotOpen,
      """
      The URI of a replica names the schema '\(other)', but the store is in '\(configuration.schema)'; leave the \
      schema out of it.
      """)
  }

  /// Opens a connection if there is a schema to read, or if it reads from replicas, where the
  /// schema may arrive later.
  public func openFirstReader() throws -> (any DriverConnection)? {
    let connection = try connect(.reader)
    if connection.server.hasSchema || connection.server.lease.choice != nil { return connection }
    connection.close()
    return nil
  }

  /// Removes the schema with everything in it. Of `public`, which other programs may use, it
  /// removes the tables that are recorded there as the store's; if a view or a foreign key of
  /// theirs needs one of these, it throws `schemaMismatch` and removes nothing.
  public func deleteDatabase() throws {
    let connection = try connect(.writer)
    defer { connection.close() }
    if !connection.server.hasSchema { return }
    if configuration.schema == "public" { return try connection.dropRecordedTables() }
    try connection.server.run(
      "DROP SCHEMA \(connection.dialect.quoted(configuration.schema)) CASCADE")
  }
}

extension PostgresDriver {
  /// A driver whose connections go to the configured replicas.
  public var replicas: (any Driver)? {
    if configuration.replicas.isEmpty { return nil }
    if let replicaLinks { return PostgresDriver(configuration, links: replicaLinks) }
    return PostgresDriver(
      configuration, links: nil,
      choice: ReplicaChoice(configuration, name: databaseName, history: history), history: history)
  }
}
