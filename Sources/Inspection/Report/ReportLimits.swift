/// The bounds of a report.
public struct ReportLimits: Hashable, Sendable {
  /// The least `maximumBytes`: what style, script and an overview need.
  public static let leastBytes = 131_072

  /// The number of bytes that the file never exceeds, `leastBytes` or more.
  public let maximumBytes: Int

  /// The number of sample objects of a class that are shown where there is room.
  public let rows: Int

  /// Creates the bounds of a report.
  ///
  /// - Parameters:
  ///   - maximumBytes: what the file may have; less than `leastBytes` is taken as that.
  ///   - rows: how many objects of each class to show; less than 0 is taken as none.
  public init(maximumBytes: Int = 5_000_000, rows: Int = 12) {
    self.maximumBytes = max(maximumBytes, Self.leastBytes)
    self.rows = max(rows, 0)
  }

  /// The number of samples worth gathering of each of so many classes: more of them could not be
  /// shown, as each takes some hundred bytes. So what is gathered is bounded, too.
  func samples(ofEachOf classes: Int) -> Int {
    min(rows, max(1, maximumBytes / 256 / max(classes, 1)))
  }
}
