import PersistentObjects

@Persistent final class Sailor {
  @Column(unique: true) var name: String
  var age: Int = 0
  var wage: Double = 0
  var skills: [String] = []
  var marks: [String: Int] = [:]
  var voyages: [[Int]] = []
  var mate: Sailor?
  var ship: Ship?
  @Column(.version) var version: Int
  static let indices: [Index<Sailor>] = [[\.age]]
}

@Persistent final class Ship {
  var name: String
  var captain: Sailor?
  @Inverse(\Sailor.ship) var crew: Set<Sailor> = []
}
