/// What became of a report: its size, and what it had no room for.
public struct ReportOutcome: Hashable, Sendable {
  /// The bytes written.
  public internal(set) var bytes = 0

  /// The sample objects shown.
  public internal(set) var samples = 0

  /// The sample objects that were gathered and left out, for want of room or beyond the rows asked for.
  public internal(set) var omittedSamples = 0

  /// The classes without statistics, for want of room.
  public internal(set) var briefClasses = 0

  /// The classes without a section, for want of room.
  public internal(set) var omittedClasses = 0

  /// The findings left out, for want of room or by whoever gathered them.
  public internal(set) var omittedFindings = 0
}
