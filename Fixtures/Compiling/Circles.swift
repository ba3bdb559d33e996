// Classes that refer to each other in a circle, and to themselves.

public import PersistentObjects

@Persistent final class Person {
  var name: String
  var friends: Set<Person>
  var best: Person?
  @Inverse(\Person.friends) var admirers: Set<Person>
  @Inverse(\Person.best) var closest: Set<Person>
}

@Persistent open class Team {
  public var name: String
  @Inverse(\League.teams) public var leagues: Set<League>
  var captain: Player?
}

@Persistent public final class League {
  public var name: String
  public var teams: Set<Team>
  @Inverse(\Player.league) var stars: Set<Player>
}

@Persistent open class Player: Team {
  var league: League?
  @Inverse(\Team.captain) var captainOf: Set<Team>

  init(league: League) {
    self.league = league
    captainOf = []
    super.init(name: "")
  }
}
