import PersistentObjectsDriver

/// The work that a class requires of a save besides writing its rows. Most classes require none.
/// This is determined once per class, so they pay nothing.
struct SaveDemands: OptionSet, Sendable {
  let rawValue: UInt8

  /// The class has rules to be checked.
  static let rules = SaveDemands(rawValue: 1)
  /// The class has hooks to be called before or after writing.
  static let hooks = SaveDemands(rawValue: 2)
  /// The class has times to be set.
  static let timestamps = SaveDemands(rawValue: 4)
}

extension EntityDescription {
  var demands: SaveDemands {
    var demands: SaveDemands = []
    if !rules.isEmpty { demands.insert(.rules) }
    if hooks.contains(.willSave, .didSave, .willInsert, .didInsert, .willUpdate, .didUpdate) {
      demands.insert(.hooks)
    }
    if !timestamps.isEmpty { demands.insert(.timestamps) }
    return demands
  }

  /// Collects the rules, times and versions of properties that cannot have them.
  func checkDemands(_ problems: inout CollectedProblems) {
    for rule in rules where rule.isMisplaced { problems.note(misplacedRule(rule.message)) }
    for timestamp in timestamps where !timestamp.isDate {
      problems.note(
        invalid(
          "a time that the engine sets needs Foundation's type Date or Date?",
          at: properties[timestamp.index]))
    }
    let versions = versions.map { properties[$0] }
    for version in versions where !EntityVersion.isCounted(by: version) {
      problems.note(invalid("a version needs Swift's type Int, Int64 or Int32", at: version))
    }
    for second in versions.dropFirst() {
      problems.note(
        invalid(
          """
          a class has one version, which counts all changes; \(versions[0].name) already is that version, \
          perhaps in a superclass
          """, at: second))
    }
  }
}
