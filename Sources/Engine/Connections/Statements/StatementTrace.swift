public import PersistentObjectsDriver

/// One run of a statement, as reported to `store.trace`.
///
/// ```swift
/// store.trace { print($0.duration, $0.role, $0.sql) }
/// // 2.1e-05 seconds reader SELECT pk, last_name FROM person WHERE age > ?1 ORDER BY pk
/// ```
public struct StatementTrace: Sendable {
  /// The text, with placeholders.
  public let sql: String
  /// The time from the first step to the end.
  public let duration: Duration
  /// The role of the connection that ran it.
  public let role: ConnectionRole
  /// The database's warnings during the run, such as
  /// `WARNING: there is no transaction in progress`.
  public let notices: [String]

  /// Makes a trace of a run.
  public init(sql: String, duration: Duration, role: ConnectionRole, notices: [String] = []) {
    self.sql = sql
    self.duration = duration
    self.role = role
    self.notices = notices
  }
}
