/// The duties of a driver, in the order in which ``verifyDriver(_:options:)`` checks them.
public enum DriverDuty: String, Sendable, CaseIterable {
  /// Preparing statements, running them in the order of calls, and values to the bit.
  case statements
  /// Batches of rows, and what the dialect's character claims of them.
  case batches
  /// Transactions, leases, snapshots, and several writers at once.
  case transactions
  /// The SQL of the dialect.
  case dialect
  /// Making tables, columns and indices, reading them back, and constraints.
  case tables
  /// Codes of errors, interruption, closing and deletion.
  case errors
  /// The protocols that only some connections conform to.
  case abilities
  /// A store with objects on the driver.
  case engine
}
