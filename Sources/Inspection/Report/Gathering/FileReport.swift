/// What a report shows of a file, gathered. It does not need the file any more.
public struct FileReport: Sendable {
  /// The check that is part of it, a deep one.
  public let check: FileCheck
  let content: ReportContent
  let limits: ReportLimits

  /// Writes the report: one HTML file that opens in any browser and needs nothing else.
  ///
  /// - Parameter sink: takes the bytes, piece by piece.
  /// - Returns: the size of the report, and what had no room in it.
  @discardableResult
  public func write(to sink: ([UInt8]) throws -> Void) throws -> ReportOutcome {
    try ReportPage(content, limits: limits).write(to: sink)
  }
}

extension InspectedFile {
  /// Gathers a report: figures, a deep check, and for each class its properties, statistics and sample
  /// objects. What is damaged is said in the report, and does not end it.
  ///
  /// Reads the file three times, each row on its own: for figures, for the check, and once more for statistics. Memory
  /// does not grow with the file, but holds its largest row.
  ///
  /// - Parameters:
  ///   - limits: how large the report may become, and how many objects it shows.
  ///   - progress: told how many rows were read, of how many; what it throws ends the gathering.
  public func report(
    limits: ReportLimits = ReportLimits(),
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> FileReport {
    try ReportGathering(self, limits, ReportProgress(progress)).report()
  }
}
