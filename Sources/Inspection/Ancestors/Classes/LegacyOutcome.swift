/// The result of an import into a store.
///
/// ```swift
/// let outcome = try old.import(into: store, classes: [Person.self], timeZone: berlin)
/// print(outcome.objects)
/// for loss in outcome.losses { print(loss) }
/// ```
public struct LegacyOutcome: Sendable {
  /// The number of objects of each class.
  public internal(set) var objects: [String: Int] = [:]
  /// The doubts about values, and the losses: values that were lost in the file itself, and values
  /// for which the classes have no property.
  public internal(set) var doubts: [LegacyDoubtCount] = []

  /// The total number of objects.
  public var count: Int { objects.values.reduce(0, +) }
  /// The objects and values that were not imported.
  public var losses: [LegacyDoubtCount] { doubts.filter { $0.first.kind.weight == .loss } }
}
