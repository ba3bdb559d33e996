import PersistentObjects
import TestSupport

/// A class with a reference of each kind.
@Persistent final class Player {
  var name: String
  var team: Team?
  var badge: Badge?
  var clubs: [Club] = []
  @Column(onDelete: .cascade) var mentor: Player?
  @Column(onDelete: .cascade) var idol: (any PersistentObject)?
  @Transient var life = Lifetime()
}

/// One to many.
@Persistent final class Team {
  var name: String
  @Inverse(\Player.team) var members: [Player] = []
  @Transient var life = Lifetime()
}

/// One to one.
@Persistent final class Badge {
  var name: String
  @Inverse(\Player.badge) var holder: Player?
  @Transient var life = Lifetime()
}

/// Many to many.
@Persistent final class Club {
  var name: String
  @Inverse(\Player.clubs) var players: Set<Player> = []
  @Transient var life = Lifetime()
}
