/// The promises that a driver breaks.
///
/// ```swift
/// do {
///   try await verifyDriver(ShopDriver(databaseName: "shop_test"))
/// } catch let error as DriverVerificationError {
///   for failure in error.failures { print(failure.duty, failure.sentence) }
/// }
/// ```
public struct DriverVerificationError: Error, Sendable, CustomStringConvertible {
  /// The driver's type.
  public let driver: String
  /// A failure for each broken promise, in the order in which they were checked.
  public let failures: [Failure]
  /// The checks that were made.
  public let result: DriverVerificationResult

  /// A broken promise.
  ///
  /// See ``DriverVerificationError``.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The duty that the promise belongs to.
    public let duty: DriverDuty
    /// A sentence that says which call broke which promise, with the SQL if there was any.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }
  }

  /// The sentences as a list.
  public var description: String {
    let count = failures.count == 1 ? "a promise" : "\(failures.count) promises"
    return "\(driver) breaks \(count) of Documentation/Reference/Drivers.md:"
      + failures.map { "\n• \($0.duty): \($0.sentence)" }.joined() + "\n\(result)"
  }
}
