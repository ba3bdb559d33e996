/// The result of an import into a store.
public struct LegacyOutcome: Sendable {
  /// The number of objects of each class.
  public internal(set) var objects: [String: Int] = [:]
  /// Doubts about the values, and losses: values lost in the file itself, and those for which the
  /// classes have no place.
  public internal(set) var doubts: [LegacyDoubtCount] = []

  /// The number of all objects.
  public var count: Int { objects.values.reduce(0, +) }
  /// The objects and values that were not imported.
  public var losses: [LegacyDoubtCount] { doubts.filter { $0.first.kind.weight == .loss } }
}
