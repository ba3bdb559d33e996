import PersistentObjects
import TestSupport

/// Players and their references, by name: in the session, and as plain values beside it.
final class League {
  /// The references of a player, by name.
  struct Links: Equatable {
    var team: String?
    var badge: String?
    var clubs: Set<String> = []
    var mentor: String?
    var idol: String?
  }

  let store: Store
  var session: Session
  var random: RandomNumbers
  private(set) var log: [String] = []

  var players: [String: Player] = [:]
  var teams: [String: Team] = [:]
  var badges: [String: Badge] = [:]
  var clubs: [String: Club] = [:]
  /// The references of players in memory, and in the file.
  var links: [String: Links] = [:]
  var rows: [String: Links] = [:]
  var madeCount = 0

  /// The error that makes a transaction fail.
  struct Planned: Error {}

  init(store: Store, seed: UInt64) throws {
    self.store = store
    session = Session(store: store)
    random = RandomNumbers(seed: seed)
    for number in 0..<4 {
      teams["t\(number)"] = Team(name: "t\(number)")
      badges["b\(number)"] = Badge(name: "b\(number)")
      clubs["c\(number)"] = Club(name: "c\(number)")
    }
    try session.save(contentsOf: Array(teams.values))
    try session.save(contentsOf: Array(badges.values))
    try session.save(contentsOf: Array(clubs.values))
    for _ in 0..<6 { try makePlayer() }
    try save()
  }

  func run(steps: Int) throws {
    for number in 0..<steps {
      try step()
      if number.isMultiple(of: 3) { try compare() }
    }
    try save()
    try reopen()
    try compare(isThorough: true)
  }

  func note(_ text: String) { log.append(text) }

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Divergence(message()) }
  }

  // MARK: Steps

  func step() throws {
    switch random.number(below: 20) {
    case 0: try makePlayer()
    case 1...2: try save()
    case 3: try revertOne()
    case 4...6: try transact()
    case 7: try deletePlayer()
    case 8: try deleteTarget()
    case 10: try dismissPlayer()
    case 9: try reopen()
    default: try link()
    }
  }

  func makePlayer() throws {
    madeCount += 1
    let name = "p\(madeCount)"
    let (team, mentor) = (random.pick(teams.keys.sorted()), random.pick(players.keys.sorted()))
    note("make \(name) in \(team ?? "-") with \(mentor ?? "-")")
    let player = Player(
      name: name, team: team.flatMap { teams[$0] }, mentor: mentor.flatMap { players[$0] })
    if random.once(in: 2) { try session.insert(player) }
    players[name] = player
    links[name] = Links(team: team, mentor: mentor)
  }

  func save() throws {
    note("save")
    for (_, player) in players.sorted(by: { $0.key < $1.key }) where player.state == .new {
      try session.insert(player)
    }
    try session.save()
    rows = links
  }

  private func revertOne() throws {
    guard let name = random.pick(players.keys.sorted()), let player = players[name],
      player.state != .new, let row = rows[name]
    else { return }
    note("revert \(name)")
    // The holder of a badge is known if the badge was asked for it.
    if let badge = row.badge.flatMap({ badges[$0] }), badge.holder != nil, badge.holder !== player {
      return
    }
    try player.revert()
    links[name] = row
  }

  private func transact() throws {
    let (players, links, rows) = (players, links, rows)
    note("transaction {")
    do {
      try session.transaction {
        for _ in 0..<random.number(below: 5) { try link() }
        if random.once(in: 4) { try dismissPlayer() }
        if random.once(in: 2) { try save() }
        if random.once(in: 2) {
          try session.cancelledTransaction {
            let inner = self.links
            try link()
            if random.once(in: 2) { try session.save() }
            self.links = inner
          }
        }
        if random.once(in: 2) {
          if random.once(in: 2) { try delete(random.pick(players.keys.sorted())) }
          throw Planned()
        }
      }
      note("}")
    } catch is Planned {
      note("} fails")
      (self.players, self.links, self.rows) = (players, links, rows)
    }
  }

  /// Forgets all objects, and finds them again.
  private func reopen() throws {
    try save()
    note("reopen")
    session = Session(store: store)
    players = try byName(Player.findAll(in: session), \.name)
    teams = try byName(Team.findAll(in: session), \.name)
    badges = try byName(Badge.findAll(in: session), \.name)
    clubs = try byName(Club.findAll(in: session), \.name)
  }

  private func byName<Object>(
    _ objects: [Object], _ name: (Object) -> String
  ) throws -> [String: Object] {
    Dictionary(objects.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
