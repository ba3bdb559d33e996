import PersistentObjects

/// The classes of the test.
enum Kind: CaseIterable, Hashable {
  case place, creature, dragon, knight, saddle

  var type: any PersistentObject.Type {
    switch self {
    case .place: Place.self
    case .creature: Creature.self
    case .dragon: Dragon.self
    case .knight: Knight.self
    case .saddle: Saddle.self
    }
  }

  init?(_ object: any PersistentObject) {
    guard let kind = Kind.allCases.first(where: { $0.type == Swift.type(of: object) }) else {
      return nil
    }
    self = kind
  }
}
