import PersistentObjectsDriver

/// The server's settings for the statements of a connection.
struct ServerSettings {
  let schema: String
  /// The maximum wait for a lock; nil for no limit.
  let lockTimeout: Duration?
  /// Whether a limit that the role, the database or the connection string sets takes precedence.
  let yieldsLockTimeout: Bool
  /// Whether statements may not change anything.
  let isReadOnly: Bool
  /// Whether Citus spreads tables over its nodes.
  private let spreadsTenants: Bool
  /// The maximum time of a statement; nil for that of the role, the database or the connection
  /// string.
  var statementTimeout: Duration?
  /// Whether the role, the database or the connection string limits the time of statements.
  var serverLimitsStatements = false

  init(_ configuration: PostgresConfiguration, isReadOnly: Bool) {
    schema = PostgresDialect(configuration).character.shortened(configuration.schema)
    lockTimeout = configuration.lockTimeout
    yieldsLockTimeout = !configuration.hasOwnLockTimeout
    self.isReadOnly = isReadOnly
    spreadsTenants = configuration.spreadsTenants
  }

  /// The limit of the time of statements, if they have one.
  var statementLimit: StatementLimit? {
    statementTimeout != nil ? .ofStore : serverLimitsStatements ? .ofServer : nil
  }

  /// The comment at the end of statements, by which views of the server, such as
  /// `pg_stat_activity`, tell one store from another.
  var mark: String {
    " /* \(String(String.UnicodeScalarView(schema.unicodeScalars.filter { $0 != "*" }))) */"
  }

  /// Returns one statement that sets all of them.
  /// - Parameter isLocal: whether the settings are only for the transaction.
  func sql(isLocal: Bool) -> String {
    let readOnly = isLocal ? "transaction_read_only" : "default_transaction_read_only"
    var settings = values + (isReadOnly ? [(readOnly, "on")] : [])
    if let statementTimeout {
      settings.append((Self.statementTimeout, Self.milliseconds(statementTimeout)))
    }
    let calls = settings.map { name, value in
      Self.setting(name, to: PostgresDialect.literal(value), isLocal: isLocal)
    }
    let lock = Self.setting("lock_timeout", to: lockTimeoutValue, isLocal: isLocal)
    return "SELECT \((calls + [lock]).joined(separator: ", "))"
  }

  /// Returns a statement that sets the maximum time of statements alone. Without one, it sets that
  /// of the role, the database or the connection string.
  var statementTimeoutSQL: String {
    let value = statementTimeout.map { PostgresDialect.literal(Self.milliseconds($0)) }
    return "SELECT \(Self.setting(Self.statementTimeout, to: value ?? "NULL", isLocal: false))"
  }

  private static let statementTimeout = "statement_timeout"

  private static func setting(_ name: String, to value: String, isLocal: Bool) -> String {
    "set_config('\(name)', \(value), \(isLocal))"
  }

  private var lockTimeoutValue: String {
    let value = PostgresDialect.literal(Self.milliseconds(lockTimeout))
    return yieldsLockTimeout
      ? "coalesce(nullif(current_setting('lock_timeout'), '0'), \(value))" : value
  }

  private var values: [(String, String)] {
    [
      ("search_path", PostgresDialect.enclosed(schema, in: "\"")),
      ("client_min_messages", "warning"), ("timezone", "UTC"),
      ("standard_conforming_strings", "on"), ("cursor_tuple_fraction", "1"),
      // Translating a long condition to machine code takes seconds.
      ("jit", "off"),
    ] + (spreadsTenants ? Self.spreading : [])
  }

  /// A transaction that makes tables on all nodes cannot run statements on one of them by another
  /// way, nor on several at once.
  private static let spreading = [
    ("citus.enable_local_execution", "off"), ("citus.multi_shard_modify_mode", "sequential"),
  ]

  private static func milliseconds(_ limit: Duration?) -> String {
    String(limit.map { max(1, $0.milliseconds) } ?? 0)
  }
}
