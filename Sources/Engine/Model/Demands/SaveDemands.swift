/// What a class asks of a save beside writing its rows. Most ask nothing, which is known once per
/// class, so that they pay nothing.
struct SaveDemands: OptionSet, Sendable {
  let rawValue: UInt8

  /// Rules to be checked.
  static let rules = SaveDemands(rawValue: 1)
  /// Hooks to be called before or after writing.
  static let hooks = SaveDemands(rawValue: 2)
  /// Times to be set.
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

  /// Throws when a rule or a time is declared for a property that cannot have it.
  func requireSoundDemands() throws {
    if let rule = rules.first(where: \.isMisplaced) { throw misplacedRule(rule.message) }
    guard let timestamp = timestamps.first(where: { !$0.isDate }) else { return }
    throw PersistenceError(
      .invalidModel, "a time that the engine sets needs Foundation's type Date or Date?",
      context: .init(
        className: className, property: properties[timestamp.index].name, table: table,
        column: properties[timestamp.index].column))
  }
}
