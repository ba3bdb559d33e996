/// A guard that decides which statements may still run after another program has changed the tables
/// of a database that this one has open.
package protocol LayoutGuard: AnyObject, Sendable {
  /// Throws if a statement reads tables that no longer fit the program's classes, as the connection
  /// sees them.
  /// - Returns: whether the statement need not be checked again until it is prepared again.
  func check(_ sql: String, on connection: Connection) throws -> Bool
}
