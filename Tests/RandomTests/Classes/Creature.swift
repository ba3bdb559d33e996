import PersistentObjects
import TestSupport

/// A class with a subclass, so that references to it have no foreign key.
@Persistent class Creature {
  var name: String
  var weight: Double = 0
  var lair: Place?
  var mate: Creature?
  var young: [Creature] = []
  @Transient var life = Lifetime()
}

/// A subclass, whose objects are used where creatures are expected.
@Persistent final class Dragon: Creature {
  var hoard: [String] = []
  var fire: Int?
  var victims: Set<Knight> = []

  override init(
    name: String, weight: Double = 0, lair: Place? = nil, mate: Creature? = nil,
    young: [Creature] = []
  ) {
    super.init(name: name, weight: weight, lair: lair, mate: mate, young: young)
  }
}

/// A required reference to a class with subclasses, and one to a subclass.
@Persistent final class Saddle {
  var beast: Creature
  var spare: Dragon?
  var leather: String
  @Transient var life = Lifetime()
}
