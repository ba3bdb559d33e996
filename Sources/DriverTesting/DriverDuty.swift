/// The duties of a driver, in the order in which ``verifyDriver(_:options:)`` checks them.
public enum DriverDuty: String, Sendable, CaseIterable {
  /// Statements are prepared, run in the order of calls, and keep values to the bit.
  case statements
  /// Batches of rows, and what the dialect's character claims about them.
  case batches
  /// Transactions, leases, snapshots, and several writers at once.
  case transactions
  /// The SQL of the dialect.
  case dialect
  /// Tables, columns and indices, which are made and read back, and constraints.
  case tables
  /// Error codes, interruption, closing and deletion.
  case errors
  /// The protocols that only some connections conform to.
  case abilities
  /// A store with objects that uses the driver.
  case engine
}
