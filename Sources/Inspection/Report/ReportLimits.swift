/// The bounds of a report.
public struct ReportLimits: Hashable, Sendable {
  /// The least `maximumBytes`: the size of style, script and an overview.
  public static let leastBytes = 131_072

  /// The number of bytes that the file never exceeds, `leastBytes` or more.
  public let maximumBytes: Int

  /// The maximum number of a class's sample objects in the report.
  public let rows: Int

  /// Creates the bounds of a report.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum size of the file, at least `leastBytes`.
  ///   - rows: the number of objects of each class to show; less than 0 means none.
  public init(maximumBytes: Int = 5_000_000, rows: Int = 12) {
    self.maximumBytes = max(maximumBytes, Self.leastBytes)
    self.rows = max(rows, 0)
  }

  /// The number of samples to gather for each of so many classes: more could not be shown, since
  /// each takes some hundred bytes. This also bounds the gathering.
  func samples(ofEachOf classes: Int) -> Int {
    min(rows, max(1, maximumBytes / 256 / max(classes, 1)))
  }
}
