/// One run of a statement, as told to `store.trace`.
public struct StatementTrace: Sendable {
  /// The text, with placeholders.
  public let sql: String
  /// The time from the first step to the end.
  public let duration: Duration
  /// The role of the connection that ran it.
  public let role: ConnectionRole

  /// Makes an event; drivers call this.
  public init(sql: String, duration: Duration, role: ConnectionRole) {
    self.sql = sql
    self.duration = duration
    self.role = role
  }
}
