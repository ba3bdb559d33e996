public import PersistentObjectsInspection

/// The gathered contents of a report on a file, which no longer need the file.
///
/// ```swift
/// let report = try InspectedFile("people.sqlite3").report(limits: ReportLimits(rows: 20))
/// var html: [UInt8] = []
/// let outcome = try report.write { html += $0 }
/// print(outcome.bytes, outcome.omittedSamples, report.check.isSound)
/// ```
public struct FileReport: Sendable {
  /// The deep check that is part of the report.
  public let check: FileCheck
  let content: ReportContent
  let limits: ReportLimits

  /// Writes the report as one self-contained HTML file that opens in any browser.
  ///
  /// - Parameter sink: receives the bytes, piece by piece.
  /// - Returns: the size of the report, and the parts that were left out.
  @discardableResult
  public func write(to sink: ([UInt8]) throws -> Void) throws -> ReportOutcome {
    try ReportPage(content, limits: limits).write(to: sink)
  }
}

extension InspectedFile {
  /// Gathers a report: figures, a deep check, and for each class its properties, statistics and
  /// sample objects. Damage is reported, but does not end the report.
  ///
  /// This reads the file three times, row by row: for the figures, for the check, and for the
  /// statistics. Memory use does not grow with the file, but holds its largest row.
  ///
  /// - Parameters:
  ///   - limits: the maximum size of the report, and the number of objects in it.
  ///   - progress: called with the number of rows read so far, and the number of all rows; its
  ///     errors end the gathering.
  public func report(
    limits: ReportLimits = ReportLimits(),
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> FileReport {
    try ReportGathering(self, limits, ReportProgress(progress)).report()
  }
}
