// Collections of types that are declared after them.

import PersistentObjects

@Persistent final class Owner {
  var set: Set<Owned>
  var optional: Set<Owned>?
  var keys: [Owned: Int] = [:]
  var values: [String: Owned] = [:]
  var both: [Owned: Owned]?
  var nested: [Set<Owned>] = []
  var sets: Set<Set<Owned>>
  var lists: [Set<Owned>: [Owned]] = [:]
  var any: (any PersistentObject)?
  var anyByColor: [Color: any PersistentObject] = [:]
  var color: Color
  var colors: Set<Color> = []
  var shades: [Place: Color] = [:]
  @Inverse(\Owned.owner) var owned: Owned?
}

@Persistent class Owned {
  var owner: Owner?
}

enum Color: String { case red, green }

// Stored values are not isolated, whatever is the default of the module.
nonisolated struct Place: Hashable, Codable {
  var row: Int
  var seat: Int
}
