import PersistentObjects
import TestSupport

// Changes of relations, from either side.

extension League {
  func link() throws {
    guard let name = random.pick(players.keys.sorted()), let player = players[name] else { return }
    switch random.number(below: 9) {
    case 0...1: linkTeam(name, player)
    case 2: assignMembers()
    case 3: linkBadge(name, player)
    case 4: giveBadge(name, player)
    case 5: linkClub(name, player)
    case 6: joinClub(name, player)
    case 7: linkMentor(name, player)
    default: linkIdol(name, player)
    }
  }

  private func linkTeam(_ name: String, _ player: Player) {
    let team = random.once(in: 4) ? nil : random.pick(teams.keys.sorted())
    note("\(name).team = \(team ?? "nil")")
    if let team, random.once(in: 2) {
      if links[name]?.team != team { teams[team]?.members.append(player) }
    } else {
      player.team = team.flatMap { teams[$0] }
    }
    links[name]?.team = team
  }

  private func assignMembers() {
    guard let team = random.pick(teams.keys.sorted()) else { return }
    let names = players.keys.sorted().filter { _ in random.once(in: 3) }
    note("\(team).members = \(names)")
    teams[team]?.members = names.compactMap { players[$0] }
    for name in players.keys {
      if names.contains(name) {
        links[name]?.team = team
      } else if links[name]?.team == team {
        links[name]?.team = nil
      }
    }
  }

  private func linkBadge(_ name: String, _ player: Player) {
    let badge = random.once(in: 3) ? nil : random.pick(badges.keys.sorted())
    note("\(name).badge = \(badge ?? "nil")")
    // The present holder is known only if the badge was asked for it.
    _ = badge.flatMap { badges[$0] }?.holder
    player.badge = badge.flatMap { badges[$0] }
    setBadge(badge, of: name)
  }

  private func giveBadge(_ name: String, _ player: Player) {
    guard let badge = random.pick(badges.keys.sorted()) else { return }
    let isTaken = random.once(in: 3)
    note("\(badge).holder = \(isTaken ? "nil" : name)")
    badges[badge]?.holder = isTaken ? nil : player
    for other in links.keys where links[other]?.badge == badge { links[other]?.badge = nil }
    if !isTaken { setBadge(badge, of: name) }
  }

  private func setBadge(_ badge: String?, of name: String) {
    if badge != nil {
      for other in links.keys where links[other]?.badge == badge { links[other]?.badge = nil }
    }
    links[name]?.badge = badge
  }

  private func linkClub(_ name: String, _ player: Player) {
    guard let club = random.pick(clubs.keys.sorted()), let object = clubs[club] else { return }
    note("\(name).clubs ± \(club)")
    if links[name]?.clubs.remove(club) != nil {
      player.clubs.removeAll { $0 === object }
    } else {
      player.clubs.append(object)
      links[name]?.clubs.insert(club)
    }
  }

  private func joinClub(_ name: String, _ player: Player) {
    guard let club = random.pick(clubs.keys.sorted()) else { return }
    note("\(club).players ± \(name)")
    if links[name]?.clubs.remove(club) != nil {
      clubs[club]?.players.remove(player)
    } else {
      clubs[club]?.players.insert(player)
      links[name]?.clubs.insert(club)
    }
  }

  private func linkMentor(_ name: String, _ player: Player) {
    let mentor = random.once(in: 2) ? nil : random.pick(players.keys.sorted())
    note("\(name).mentor = \(mentor ?? "nil")")
    player.mentor = mentor.flatMap { players[$0] }
    links[name]?.mentor = mentor
  }

  private func linkIdol(_ name: String, _ player: Player) {
    let team = random.pick(teams.keys.sorted())
    let idol = random.once(in: 3) ? nil : team
    note("\(name).idol = \(idol ?? "nil")")
    player.idol = idol.flatMap { teams[$0] }
    links[name]?.idol = idol
  }

  // MARK: Deleting

  func deletePlayer() throws {
    guard players.count > 3, let name = random.pick(players.keys.sorted()) else { return }
    try saveIfUnsaved(among: mentored(by: [name]))
    let gone = mentored(by: [name])
    note("delete \(name): \(gone.sorted())")
    try delete(name)
    forget(gone)
  }

  /// Takes a new player out of the session, and out of all inverses.
  func dismissPlayer() throws {
    let names = players.filter { $0.value.state == .new }.keys.sorted()
    guard let name = random.pick(names), let player = players[name],
      !links.values.contains(where: { $0.mentor == name })
    else { return }
    note("dismiss \(name)")
    try session.delete(player)
    players[name] = nil
    links[name] = nil
  }

  func delete(_ name: String?) throws {
    guard let player = name.flatMap({ players[$0] }), player.state != .new else { return }
    try session.delete(player)
  }

  /// Deletes a team that is the idol of some players, who are deleted along with it.
  func deleteTarget() throws {
    guard teams.count > 2, let team = random.pick(teams.keys.sorted()), let object = teams[team]
    else { return }
    try saveIfUnsaved(among: mentored(by: fans(of: team))) { $0.team == team || $0.idol == team }
    let gone = mentored(by: fans(of: team))
    note("delete \(team): \(gone.sorted())")
    try session.delete(object)
    teams[team] = nil
    forget(gone)
    for name in links.keys where links[name]?.team == team { links[name]?.team = nil }
    for name in rows.keys where rows[name]?.team == team { rows[name]?.team = nil }
  }

  /// Saves if an unsaved player is to be deleted, or refers or referred to what is: those changes
  /// would be lost, or could not be saved any more. Other unsaved changes stay as they are.
  private func saveIfUnsaved(
    among gone: Set<String>, or isTouched: (Links) -> Bool = { _ in false }
  ) throws {
    let unsaved = players.filter { $0.value.state != .clean }.keys
    let isAffected = unsaved.contains { name in
      gone.contains(name)
        || [links[name], rows[name]].compactMap { $0 }.contains {
          isTouched($0) || $0.mentor.map(gone.contains) == true
        }
    }
    if isAffected { try save() }
  }

  private func fans(of team: String) -> Set<String> {
    Set(rows.filter { $0.value.idol == team }.keys)
  }

  private func mentored(by names: Set<String>) -> Set<String> {
    var gone = names
    while true {
      let more = rows.filter { $0.value.mentor.map(gone.contains) == true }.keys
      if gone.isSuperset(of: more) { return gone }
      gone.formUnion(more)
    }
  }

  private func forget(_ gone: Set<String>) {
    for name in gone {
      players[name] = nil
      links[name] = nil
      rows[name] = nil
    }
  }
}
