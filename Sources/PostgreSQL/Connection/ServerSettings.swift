import PersistentObjectsEngine

/// The server's settings for the statements of a connection.
struct ServerSettings {
  let schema: String
  /// The maximum wait for a lock; nil for no limit.
  let lockTimeout: Duration?
  /// Whether statements may not change anything.
  let isReadOnly: Bool
  /// The maximum time of a statement; nil for no limit.
  var statementTimeout: Duration?

  init(schema: String, lockTimeout: Duration?, isReadOnly: Bool) {
    self.schema = schema
    self.lockTimeout = lockTimeout
    self.isReadOnly = isReadOnly
  }

  /// Returns one statement that sets all of them.
  /// - Parameter isLocal: whether the settings are only for the transaction.
  func sql(isLocal: Bool) -> String {
    let readOnly = isLocal ? "transaction_read_only" : "default_transaction_read_only"
    let values = values + (isReadOnly ? [(readOnly, "on")] : [])
    let calls = values.map { name, value in
      "set_config('\(name)', \(PostgresDialect.literal(value)), \(isLocal))"
    }
    return "SELECT \(calls.joined(separator: ", "))"
  }

  private var values: [(String, String)] {
    [
      ("search_path", PostgresDialect.enclosed(schema, in: "\"")),
      ("client_min_messages", "warning"), ("timezone", "UTC"),
      ("standard_conforming_strings", "on"), ("lock_timeout", Self.milliseconds(lockTimeout)),
      ("statement_timeout", Self.milliseconds(statementTimeout)), ("cursor_tuple_fraction", "1"),
      // Translating a long condition to machine code takes seconds.
      ("jit", "off"),
    ]
  }

  private static func milliseconds(_ limit: Duration?) -> String {
    String(limit.map { max(1, $0.milliseconds) } ?? 0)
  }
}
