/// What was brought over into a store.
public struct LegacyOutcome: Sendable {
  /// The number of objects of each class.
  public internal(set) var objects: [String: Int] = [:]
  /// Doubts about the values, and losses: what the file itself has lost, and what the classes have no place
  /// for.
  public internal(set) var doubts: [LegacyDoubtCount] = []

  /// How many objects in all.
  public var count: Int { objects.values.reduce(0, +) }
  /// What did not come along.
  public var losses: [LegacyDoubtCount] { doubts.filter { $0.first.kind.weight == .loss } }
}
