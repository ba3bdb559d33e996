import Foundation
public import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsPostgreSQL
import StrictDriver
public import Testing

/// The database on which the engine, end-to-end and random tests run: SQLite, SQLite made to behave
/// as other databases do, or PostgreSQL.
public enum TestedDatabase: String, Sendable {
  case sqlite
  case strict
  /// SQLite with tables that tenants share. The tests run for one of them.
  case tenants
  /// The server that libpq's environment variables name; each path is a schema there.
  case postgres

  private static let name =
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_DRIVER"] ?? "sqlite"
  /// The forms of PostgreSQL by name: the time at which it checks foreign keys, and whether it
  /// keeps no state of a connection between transactions. On a coordinator of Citus, each schema is
  /// distributed.
  private static let servers:
    [String: (foreignKeys: PostgresConfiguration.ForeignKeyChecks, isPooled: Bool)] = [
      "postgres": (.atCommit, false), "postgres-without-deferrable": (.withEachStatement, true),
      "postgres-without-foreign-keys": (.never, false), "citus": (.atCommit, false),
    ]

  /// Whether Citus distributes the schemas.
  public static let isDistributed = name == "citus"

  /// The database that `PERSISTENT_OBJECTS_DRIVER` names.
  public static let current: TestedDatabase = {
    if servers[name] != nil { return .postgres }
    guard let database = TestedDatabase(rawValue: name) else {
      fatalError(
        """
        PERSISTENT_OBJECTS_DRIVER=\(name) is none of sqlite, strict, tenants, \
        \(servers.keys.sorted().joined(separator: ", "))
        """)
    }
    return database
  }()

  /// Makes a store on this database.
  public func store(
    at path: String, codecs: CodecRegistry = .standard, keys: any KeyStrategy = CountedKeys(),
    classes: [any PersistentObject.Type] = []
  ) throws -> Store {
    var configuration = StoreConfiguration(codecs: codecs)
    configuration.keys = keys
    configuration.classes = classes
    return try store(SQLiteConfiguration(path: path), configuration: configuration)
  }

  /// Makes a store on this database.
  ///
  /// - Parameter hasSoleWriter: whether one transaction writes at a time, as always on SQLite.
  public func store(
    _ sqlite: SQLiteConfiguration,
    configuration: StoreConfiguration = StoreConfiguration(codecs: .standard),
    hasSoleWriter: Bool = false
  ) throws -> Store {
    switch self {
    case .sqlite: return try Store(sqlite, configuration: configuration)
    case .strict:
      return try Store(
        driver: StrictDriver(sqlite, hasSoleWriter: hasSoleWriter), configuration: configuration)
    case .tenants:
      var configuration = configuration
      configuration.tenants = TenantLayout(by: Int.self)
      return try Store(sqlite, configuration: configuration).soleTenant(7)
    case .postgres:
      var postgres = Self.postgresConfiguration(for: sqlite)
      if hasSoleWriter { postgres.maximumWriters = 1 }
      let driver = PostgresDriver(postgres)
      try Self.makeCatalogView(driver)
      return try Store(driver: driver, configuration: configuration)
    }
  }

  /// The schema is named after the path, so that a second store on the path finds it.
  private static func postgresConfiguration(
    for sqlite: SQLiteConfiguration
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration("")
    if case .file(let path) = sqlite.location {
      configuration.schema =
        "test" + path.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }
    configuration.maximumReaders = sqlite.maximumReaders
    configuration.statementCacheCapacity = sqlite.statementCacheCapacity
    configuration.lockTimeout = sqlite.busyTimeout
    if let server = servers[name] {
      (configuration.foreignKeys, configuration.isPooled) = (server.foreignKeys, server.isPooled)
    }
    configuration.isDistributed = isDistributed
    return configuration
  }

  /// Lets tests query tables and indices as on SQLite.
  private static func makeCatalogView(_ driver: PostgresDriver) throws {
    let connection = try driver.openConnection(.writer)
    defer { connection.close() }
    let statement = try connection.prepare(
      """
      CREATE OR REPLACE VIEW sqlite_schema AS SELECT 'table' AS type, t.relname::text AS name, \
      t.relname::text AS tbl_name, string_agg(c.attname || ' ' || format_type(c.atttypid, c.atttypmod), ', ' \
      ORDER BY c.attnum) AS sql \
      FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid \
      WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relkind = 'r' AND c.attnum > 0 \
      AND NOT c.attisdropped AND t.relname <> '_persistent_layout' GROUP BY t.oid UNION ALL \
      SELECT 'index', indexname::text, tablename::text, \
      replace(indexdef, quote_ident(schemaname) || '.', '') FROM pg_indexes \
      WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey'
      """)
    defer { statement.reset() }
    while try statement.next() != nil {}
  }

  /// Whether a text may hold a NUL character.
  public var keepsNUL: Bool { self != .postgres }

  /// A query that would run for hours. On a server it leaves the processor to the other tests.
  public var endlessQuery: Criteria {
    self == .postgres
      ? "SELECT 1 FROM pg_sleep(36000)"
      : "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
  }

  /// A query with a row for each dangling foreign key. PostgreSQL never commits one.
  public var danglingRows: Criteria {
    self == .postgres ? "SELECT 1 WHERE FALSE" : "PRAGMA foreign_key_check"
  }

  /// The form that a statement has on SQLite; nil for a statement that SQLite does not need.
  func comparable(_ sql: String) -> String? {
    if self == .sqlite { return sql }
    if self == .tenants { return withoutTenant(sql) }
    if sql.hasSuffix(" attempt") || sql.contains("SET next_pk = next_pk") { return nil }
    var sql = sql
    for (word, usual) in Self.words { sql = sql.replacing(word, with: usual) }
    if sql.contains(" SELECT c0") {
      sql = sql.replacing("INSERT INTO", with: "INSERT OR FAIL INTO")
    }
    sql.replace(#/\ = ANY \((\?[0-9]+)(?:\.0::[a-z ]+\[\])?\)/#) {
      " IN (SELECT c0 FROM _persistent_rows(\($0.1)))"
    }
    sql.replace(#/unnest\((\?[0-9]+)\.0::[^)]*\) AS ([a-z]+) \([c0-9, ]+\)/#) {
      "_persistent_rows(\($0.1))" + ($0.2 == "batch" ? "" : " AS \($0.2)")
    }
    return sql
  }

  /// Returns a statement as it was before it was restricted to a tenant.
  private func withoutTenant(_ sql: String) -> String {
    var sql = sql
    sql.replace(#/\(SELECT \* FROM (\S+) WHERE _persistent_tenant = \?\d+\) AS (\S+?)(?=[ )]|$)/#) {
      $0.1 == $0.2 ? String($0.1) : "\($0.1) AS \($0.2)"
    }
    sql.replace(#/ WHERE \S+\._persistent_tenant = \?\d+ AND \((.*)\)( RETURNING .*)?$/#) {
      " WHERE \($0.1)\($0.2 ?? "")"
    }
    sql.replace(#/ WHERE \S+\._persistent_tenant = \?\d+/#, with: "")
    if sql.hasPrefix("INSERT"), sql.contains("(_persistent_tenant, ") {
      sql.replace("_persistent_tenant, ", with: "")
      sql.replace(#/VALUES \(\?\d+, /#, with: "VALUES (")
      sql.replace(#/SELECT \?\d+, /#, with: "SELECT ")
    }
    return sql
  }

  private static let words = [
    ("$", "?"), (" NULLS FIRST", ""), (" DESC NULLS LAST", " DESC"), (" AS derived", ""),
    (")::bigint", ")"),
    ("LIMIT ALL", "LIMIT -1"), ("greatest(", "max("), ("IS NOT DISTINCT FROM", "IS"),
    ("BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN IMMEDIATE"),
    ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN DEFERRED"), ("(FALSE", "(0"),
  ]
}

extension Trait where Self == ConditionTrait {
  /// Restricts a test to SQLite, because it is about something that only SQLite does, or about SQL
  /// that only SQLite has.
  public static var onSQLite: Self {
    .enabled(if: TestedDatabase.current == .sqlite, "This is about SQLite alone.")
  }

  /// Excludes PostgreSQL from a test.
  public static func notOnPostgreSQL(_ reason: Comment) -> Self {
    .enabled(if: TestedDatabase.current != .postgres, reason)
  }
}
