/// The size of a report, and the parts that were left out.
public struct ReportOutcome: Hashable, Sendable {
  /// The bytes written.
  public internal(set) var bytes = 0

  /// The sample objects shown.
  public internal(set) var samples = 0

  /// The gathered sample objects that were left out for lack of room, or beyond the requested rows.
  public internal(set) var omittedSamples = 0

  /// The classes without statistics, for want of room.
  public internal(set) var briefClasses = 0

  /// The classes without a section, for want of room.
  public internal(set) var omittedClasses = 0

  /// The findings left out, for want of room or by whoever gathered them.
  public internal(set) var omittedFindings = 0
}
