import PersistentObjectsEngine

extension ServerConnection {
  /// Makes the schema if it is missing, and the table of the layout's version.
  func makeSchema() throws {
    if hasSchema && hasLayoutTable { return }
    if !hasSchema {
      let creation = "CREATE SCHEMA IF NOT EXISTS \(PostgresDialect.enclosed(schema, in: "\""))"
      try makeOnce(isDistributed ? distributing() + creation : creation)
      hasSchema = true
    }
    do {
      try makeOnce(Self.layoutCreation)
      hasLayoutTable = true
    } catch let error as PersistenceError where error.code == .readOnly {
      // Whoever may not make tables does not change any.
    }
  }

  /// A statement after which Citus distributes the schema that is made.
  private func distributing() throws -> String {
    // PostgreSQL alone would take the setting, and ignore it.
    guard try run("SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus'").rowCount > 0 else {
      throw PersistenceError(
        .unsupported,
        """
        \(name) has no Citus, which a distributed schema needs; run CREATE EXTENSION citus there, or leave \
        isDistributed out
        """)
    }
    return "SELECT set_config('citus.enable_schema_based_sharding', 'on', true); "
  }

  /// Makes something that somebody else may be about to make, too, so that this is refused in the midst of it.
  private func makeOnce(_ sql: String) throws {
    do {
      try run(sql)
    } catch let error as PersistenceError
      where ["23505", "42710", "42P06", "42P07"].contains(error.databaseCode)
    {
      try run(sql)
    }
  }
}
