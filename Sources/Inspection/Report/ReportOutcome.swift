/// The size of a report, and the parts that were left out.
///
/// See ``FileReport``.
public struct ReportOutcome: Hashable, Sendable {
  /// The number of bytes written.
  public internal(set) var bytes = 0

  /// The number of sample objects shown.
  public internal(set) var samples = 0

  /// The number of gathered sample objects that were left out, because there was no room or they
  /// exceeded the requested rows.
  public internal(set) var omittedSamples = 0

  /// The number of classes shown without statistics, because there was no room.
  public internal(set) var briefClasses = 0

  /// The number of classes shown without a section, because there was no room.
  public internal(set) var omittedClasses = 0

  /// The number of findings left out, because there was no room or they were not gathered.
  public internal(set) var omittedFindings = 0
}
