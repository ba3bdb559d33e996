/// Decides which statements may still run once another program has changed the tables of a database that
/// this one has open.
protocol LayoutGuard: AnyObject, Sendable {
  /// Throws if a statement reads tables that the program's classes no longer fit, as the connection sees
  /// them.
  /// - Returns: whether the statement need not be checked again until it is prepared anew.
  func check(_ sql: String, on connection: Connection) throws -> Bool
}
