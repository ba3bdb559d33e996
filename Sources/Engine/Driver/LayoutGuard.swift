/// Decides which statements may still run once another program has changed the tables of a database that
/// this one has open. The engine gives one to each connection; a driver that can tell when the layout has
/// changed (``Connection/layoutVersion()``) asks it.
public protocol LayoutGuard: AnyObject, Sendable {
  /// Throws if a statement reads tables that the program's classes no longer fit, as the connection sees
  /// them.
  ///
  /// A driver calls it before the first row of a statement is used that was prepared for this run, be it
  /// anew since the layout has changed; and when a statement cannot be prepared, before it throws an error
  /// of its own.
  /// - Returns: whether the statement need not be checked again until it is prepared anew.
  func check(_ sql: String, on connection: Connection) throws -> Bool
}
