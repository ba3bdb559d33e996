/// One run of a statement, as told to `store.trace`.
public struct StatementTrace: Sendable {
  /// The text, with placeholders.
  public let sql: String
  /// The time from the first step to the end.
  public let duration: Duration
  /// The role of the connection that ran it.
  public let role: ConnectionRole
  /// The warnings of the database that came with it, such as `WARNING: there is no transaction in progress`.
  public let notices: [String]

  /// Makes an event; drivers call this.
  public init(sql: String, duration: Duration, role: ConnectionRole, notices: [String] = []) {
    self.sql = sql
    self.duration = duration
    self.role = role
    self.notices = notices
  }
}
