/// The checks that ``verifyDriver(_:options:)`` has made.
public struct DriverVerificationResult: Sendable, CustomStringConvertible {
  /// The number of checks, including those that were skipped.
  public internal(set) var checks = 0
  /// The promises that were not checked, each with the reason why it does not apply.
  public internal(set) var skipped: [String] = []

  /// The number of checks and of those that were skipped.
  public var description: String { "\(checks) checks, \(skipped.count) of them skipped" }
}
