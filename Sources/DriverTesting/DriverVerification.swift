public import PersistentObjectsDriver

/// The scope of ``verifyDriver(_:options:)``.
public struct DriverVerification: Sendable {
  /// The duties that are checked. The default is all of them.
  public var duties = Set(DriverDuty.allCases)
  /// The place that `BackingUp` is checked with. Without a place, it is not checked.
  public var copy: Copy?

  /// A place for copies of the database. A copy that is already there is replaced; the caller must
  /// remove what is there at the end.
  ///
  /// ```swift
  /// let path = NSTemporaryDirectory() + "copy.sqlite3"
  /// var options = DriverVerification()
  /// options.copy = .init(destination: path, driver: SQLiteDriver(SQLiteConfiguration(path: path)))
  /// ```
  public struct Copy: Sendable {
    /// The destination, as `backUp(to:isReplacing:progress:)` takes it.
    public let destination: String
    /// A driver that opens the copy.
    public let driver: any Driver

    /// Makes a place for copies.
    public init(destination: String, driver: any Driver) {
      self.destination = destination
      self.driver = driver
    }
  }

  /// Makes options with all duties, but without a place for copies.
  public init() {}

  /// Makes options with only some duties.
  public init(duties: Set<DriverDuty>) { self.duties = duties }
}
