import PersistentObjects
import TestSupport

/// Stops in lines of which some are joined, and what a save of one of them has to save.
final class Network {
  private let temporary: TemporaryStore
  private let session: Session
  private var random: RandomNumbers
  private var stops: [Stop] = []
  private var isInTransaction = false
  /// The number of saves of one stop after which the states of all were as expected.
  private(set) var comparisons = 0
  private(set) var log: [String] = []

  private struct Planned: Error {}

  init(_ temporary: TemporaryStore, seed: UInt64) throws {
    self.temporary = temporary
    session = Session(store: temporary.store)
    random = RandomNumbers(seed: seed)
    stops = (0..<120).map { _ in Stop() }
    for line in 0..<3 {
      for place in line * 40..<line * 40 + 39 { stops[place].exits = [stops[place + 1]] }
    }
    try session.save(contentsOf: stops)
  }

  /// Takes a number of steps, and goes on until the saves of a fifth were compared. Half of the
  /// steps are followed by one, unless its stop is deleted, as few are: ten times as many steps do
  /// not contain that many less than once in 10⁵⁰ runs.
  func run(steps: Int) throws {
    for step in 0..<steps * 10 {
      if step >= steps && comparisons >= steps / 5 { break }
      try self.step()
      if random.once(in: 2) { try saveOne() }
    }
  }

  func end() { session.clear() }

  // MARK: Steps

  private func step() throws {
    switch random.number(below: 24) {
    case 0: try fail()
    case 1: try transact { for _ in 0..<3 { try change() } }
    case 2: try save("all") { try session.save() }
    case 3: try deleteOne()
    default: try change()
    }
  }

  private func change() throws {
    guard let (stop, name) = pick(), let (other, otherName) = pick(near: stop) else { return }
    switch random.number(below: 16) {
    case 0: note("\(name).next = \(otherName)") { stop.next = other }
    case 1: note("\(name).next = nil") { stop.next = nil }
    case 2: note("\(name).exits += \(otherName)") { stop.exits.append(other) }
    case 3: note("\(name).exits = []") { stop.exits = [] }
    case 4: note("\(name).entries += \(otherName)") { stop.entries.append(other) }
    case 5: note("\(name).entries.last leaves") { _ = stop.entries.popLast() }
    case 6: try note("revert \(name)") { try session.revert(stop) }
    case 7 where stop.pk != nil: try note("refresh \(name)") { try session.refresh(stop) }
    case 8: try note("find") { _ = try Stop.query.limit(20).find(in: session) }
    case 9: try redirect(stop, name, to: other, otherName)
    case 10: try make(after: stop, name)
    default: note("\(name) is visited") { stop.visits += 1 }
    }
  }

  private func make(after stop: Stop, _ name: String) throws {
    let new = Stop()
    stops.append(new)
    note("new \(stops.count - 1) at \(name)") {}
    if random.once(in: 2) { new.next = stop } else { stop.exits.append(new) }
    if random.once(in: 3) { try session.insert(new) }
  }

  /// Another session changes a reference, and this one finds the stop again.
  private func redirect(_ stop: Stop, _ name: String, to other: Stop, _ otherName: String) throws {
    guard !isInTransaction, let pk = stop.pk, let otherPK = other.pk else { return }
    try note("elsewhere \(name).next = \(otherName)") {
      let another = Session(store: temporary.store)
      let copy = try another.find(Stop.self, pk: pk)
      copy?.next = try another.find(Stop.self, pk: otherPK)
      try another.save()
      _ = try session.find(Stop.self, pk: pk)
    }
  }

  private func deleteOne() throws {
    guard let (stop, name) = pick(), stop.pk != nil else { return }
    // A new one that refers to it could not be saved any more.
    let isNeeded = stops.contains { other in
      other.state == .new && (other.next === stop || other.exits.contains { $0 === stop })
    }
    if isNeeded { return }
    try note("delete \(name)") { try session.delete(stop) }
  }

  private func fail() throws {
    note("begin") {}
    let count = stops.count
    do {
      try transact {
        for _ in 0..<3 { try change() }
        if random.once(in: 2), let (stop, name) = pick() {
          try note("save \(name)") { try session.save(stop) }
        }
        throw Planned()
      }
    } catch is Planned {
      note("failed") {}
    }
    stops.removeSubrange(count...)
  }

  private func transact(_ body: () throws -> Void) throws {
    isInTransaction = true
    defer { isInTransaction = false }
    try session.transaction(body)
  }

  // MARK: Saving

  private func saveOne() throws {
    try readAll()
    guard let (stop, name) = pick() else { return }
    let unsaved = stops.indices.filter { [.changed, .new].contains(stops[$0].state) }
    let reached = reach(of: stop)
    try save(name) { try session.save(stop) }
    for place in unsaved {
      let isSaved = stops[place].state == .clean
      let isReached = reached.contains(ObjectIdentifier(stops[place]))
      if isSaved != isReached {
        throw Divergence("\(place) is \(stops[place].state), reached: \(isReached)")
      }
    }
    comparisons += 1
  }

  /// Reads all references. Reading entries reads their stops again unless they have changes, and
  /// their own entries are then unread. This takes several rounds, and would not end if stops were
  /// each other's next, and clean.
  private func readAll() throws {
    for round in 0..<stops.count {
      if round == 6 { openCircles() }
      temporary.statements.clear()
      for stop in stops where stop.state != .deleted { _ = stop.neighbours }
      if temporary.statements.all.isEmpty { return }
    }
    throw Divergence("reading all references does not end")
  }

  private func openCircles() {
    for (place, stop) in stops.enumerated() where stop.state != .deleted && leadsBack(stop) {
      note("\(place).next = nil, which was a circle") { stop.next = nil }
    }
  }

  private func leadsBack(_ stop: Stop) -> Bool {
    var next = stop.next
    for _ in stops {
      if next === stop { return true }
      next = next?.next
    }
    return false
  }

  private func reach(of stop: Stop) -> Set<ObjectIdentifier> {
    var found: Set = [ObjectIdentifier(stop)]
    var waiting = [stop]
    while let stop = waiting.popLast() {
      // Clean stops lead no further.
      if stop.state == .clean { continue }
      for other in stop.neighbours
      where other.state != .deleted && found.insert(ObjectIdentifier(other)).inserted {
        waiting.append(other)
      }
    }
    return found
  }

  private func save(_ name: String, body: () throws -> Void) throws {
    try note("save \(name)", body)
  }

  // MARK: Choosing

  private func pick() -> (Stop, String)? {
    let place = random.number(below: stops.count)
    return stops[place].state == .deleted ? nil : (stops[place], "\(place)")
  }

  /// Most stops are joined with stops of the same line.
  private func pick(near stop: Stop) -> (Stop, String)? {
    guard let place = stops.firstIndex(where: { $0 === stop }), !random.once(in: 12) else {
      return pick()
    }
    let other = min(place / 40 * 40 + random.number(below: 40), stops.count - 1)
    return stops[other].state == .deleted ? nil : (stops[other], "\(other)")
  }

  private func note(_ text: String, _ body: () throws -> Void = {}) rethrows {
    log.append(text)
    try body()
  }
}
