import PersistentObjects
import TestSupport

// Compares memory and file with the expectation.

extension League {
  /// - Parameter isThorough: whether everything is read; otherwise some inverses stay unread.
  func compare(isThorough: Bool = false) throws {
    note("compare")
    for (name, player) in players.sorted(by: { $0.key < $1.key }) {
      let expected = links[name]
      try require(player.team?.name == expected?.team, "\(name).team is \(player.team as Any)")
      try require(player.badge?.name == expected?.badge, "\(name).badge is \(player.badge as Any)")
      try require(
        Set(player.clubs.map(\.name)) == expected?.clubs, "\(name).clubs is \(player.clubs)")
      try require(
        player.mentor?.name == expected?.mentor, "\(name).mentor is \(player.mentor as Any)")
      try require(
        (player.idol as? Team)?.name == expected?.idol, "\(name).idol is \(player.idol as Any)")
    }
    for (name, team) in teams where isThorough || random.once(in: 2) {
      let names = team.members.map(\.name)
      let expected = links.filter { $0.value.team == name }.keys.sorted()
      try require(names.sorted() == expected, "\(name).members is \(names), not \(expected)")
    }
    for (name, badge) in badges where isThorough || random.once(in: 2) {
      let expected = links.first { $0.value.badge == name }?.key
      try require(
        badge.holder?.name == expected,
        "\(name).holder is \(badge.holder?.name ?? "nil"), not \(expected ?? "nil")")
    }
    for (name, club) in clubs where isThorough || random.once(in: 2) {
      let names = club.players.map(\.name).sorted()
      let expected = links.filter { $0.value.clubs.contains(name) }.keys.sorted()
      try require(names == expected, "\(name).players is \(names), not \(expected)")
    }
    try compareFile()
  }

  private func compareFile() throws {
    let stored = try Session(store: store).rows(
      """
      SELECT p.name, t.name, b.name, m.name FROM player p LEFT JOIN team t ON t.pk = p.team \
      LEFT JOIN badge b ON b.pk = p.badge LEFT JOIN player m ON m.pk = p.mentor ORDER BY p.name
      """)
    let expected = rows.sorted { $0.key < $1.key }.map { name, row in
      [name, row.team, row.badge, row.mentor].map { $0.map(StoredValue.text) ?? .null }
    }
    try require(stored == expected, "the file has \(stored), not \(expected)")
  }
}
