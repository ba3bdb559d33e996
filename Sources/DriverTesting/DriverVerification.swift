public import PersistentObjectsEngine

/// The scope of ``verifyDriver(_:options:)``.
public struct DriverVerification: Sendable {
  /// The duties that are checked. The default is all of them.
  public var duties = Set(DriverDuty.allCases)
  /// The place that `BackingUp` is checked with. Without one it is not checked.
  public var copy: Copy?

  /// A place for copies of the database. What is there is replaced, and what is there at the end is the
  /// caller's to remove.
  public struct Copy: Sendable {
    /// The destination, as `backUp(to:isReplacing:progress:)` takes it.
    public let destination: String
    /// A driver that opens the copy.
    public let driver: any Driver

    /// Describes a place for copies.
    public init(destination: String, driver: any Driver) {
      self.destination = destination
      self.driver = driver
    }
  }

  /// All duties, but no place for copies.
  public init() {}

  /// Some duties alone.
  public init(duties: Set<DriverDuty>) { self.duties = duties }
}
