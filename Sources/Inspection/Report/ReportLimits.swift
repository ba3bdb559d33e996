/// The limits of a report.
///
/// See ``FileReport``.
public struct ReportLimits: Hashable, Sendable {
  /// The minimum of `maximumBytes`: the size of the style sheet, the script and an overview.
  public static let leastBytes = 131_072

  /// The number of bytes that the file never exceeds; at least `leastBytes`.
  public let maximumBytes: Int

  /// The maximum number of sample objects of a class in the report.
  public let rows: Int

  /// Creates the limits of a report.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum size of the file, at least `leastBytes`.
  ///   - rows: the number of objects of each class to show; less than 0 means none.
  public init(maximumBytes: Int = 5_000_000, rows: Int = 12) {
    // The report multiplies the limit by small numbers, which must not overflow.
    self.maximumBytes = min(max(maximumBytes, Self.leastBytes), Int.max / 4)
    self.rows = max(rows, 0)
  }

  /// Returns the number of samples to gather for each class, given the number of classes. More
  /// could not be shown, because each takes some hundred bytes. This also limits the gathering.
  func samples(ofEachOf classes: Int) -> Int {
    min(rows, max(1, maximumBytes / 256 / max(classes, 1)))
  }
}
