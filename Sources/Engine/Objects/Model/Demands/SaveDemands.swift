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

  /// Throws if a rule, a time or a version is declared for a property that cannot have it.
  func requireSoundDemands() throws {
    if let rule = rules.first(where: \.isMisplaced) { throw misplacedRule(rule.message) }
    if let timestamp = timestamps.first(where: { !$0.isDate }) {
      throw invalid(
        "a time that the engine sets needs Foundation's type Date or Date?",
        at: properties[timestamp.index])
    }
    let versions = versions.map { properties[$0] }
    if let version = versions.first(where: { !EntityVersion.isCounted(by: $0) }) {
      throw invalid("a version needs Swift's type Int, Int64 or Int32", at: version)
    }
    guard versions.count > 1 else { return }
    throw invalid(
      """
      a class has one version, which counts all changes; \(versions[0].name) already is that version, \
      perhaps in a superclass
      """, at: versions[1])
  }
}
