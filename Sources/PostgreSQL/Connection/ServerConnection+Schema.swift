import PersistentObjectsDriver

extension ServerConnection {
  /// Makes the schema and the table of the layout version, if they are missing.
  /// - Parameter isDistributed: whether Citus distributes the schema.
  func makeSchema(isDistributed: Bool) throws {
    if hasSchema && layout.hasTable { return }
    if !hasSchema {
      let creation =
        "CREATE SCHEMA IF NOT EXISTS \(PostgresDialect.enclosed(settings.schema, in: "\""))"
      try makeOnce(isDistributed ? distributing() + creation : creation)
      hasSchema = true
    }
    do {
      try makeOnce(LayoutTable.creation)
      layout.hasTable = true
    } catch let error as PersistenceError where error.code == .readOnly {
      // A user who may not create tables does not change any.
    }
  }

  /// Returns a statement after which Citus distributes the schema that is created.
  private func distributing() throws -> String {
    // PostgreSQL alone would accept the setting and ignore it.
    guard try run("SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus'").rowCount > 0 else {
      throw PersistenceError(
        .unsupported,
        """
        \(name) does not have Citus, which a distributed schema needs; run CREATE EXTENSION citus there, or leave \
        isDistributed out
        """)
    }
    return "SELECT set_config('citus.enable_schema_based_sharding', 'on', true); "
  }

  /// Makes something that others may be making at the same time, in which case the first attempt is
  /// refused.
  private func makeOnce(_ sql: String) throws {
    // It may have to wait for a lock.
    guard let lockTimeout = settings.lockTimeout else { return try makeOnceNow(sql) }
    try limited(to: lockTimeout + Self.patience) { try makeOnceNow(sql) }
  }

  private func makeOnceNow(_ sql: String) throws {
    do {
      try run(sql)
    } catch let error as PersistenceError
      where ["23505", "42710", "42P06", "42P07"].contains(error.databaseCode)
    {
      try run(sql)
    }
  }
}
