import PersistentObjects
import TestSupport

// The steps of a run.

extension World {
  /// Makes one random step.
  func step() throws {
    switch random.number(below: 100) {
    case ..<8: try makeSome()
    case ..<14: try giveOne()
    case ..<38: try changeOne()
    case ..<50: try save()
    case ..<56: try revertOne()
    case ..<63: try deleteOne()
    case ..<65: try deleteMany()
    case ..<68: try failToSave()
    case ..<78: try search()
    case ..<82: release()
    case ..<84: try walk()
    case ..<85: try executeSQL()
    case ..<93: if depth < 3 { try transact() }
    default: try stepOutside()
    }
    for identity in desk.held.keys.sorted() where random.once(in: 10) {
      try compareObject(identity, isWhole: false)
    }
  }

  /// Makes a step that needs the test's own session, without an open transaction.
  private func stepOutside() throws {
    guard depth == 0 && !isLent else { return try audit() }
    noteCommitted()
    switch random.number(below: 12) {
    case 0: try clear()
    case 1: try reopen()
    case 2: try borrow()
    case 3: try releaseNew()
    case 4...7: try letOthersWrite()
    default: try audit()
    }
  }

  private func search() throws {
    guard let kind = random.pick(Kind.allCases), let searches = searches[kind] else { return }
    try searches.search(self)
  }

  /// Reads the knights one after another, while some of them change.
  private func walk() throws {
    note("walk")
    var found: [Knight] = []
    try Knight.query.order(by: \.age).forEach(in: session) { knight in
      found.append(knight)
      let identity = try identity(of: knight)
      desk.hold(knight, as: identity)
      model.refresh(identity)
      if random.once(in: 8) {
        knight.income = 7
        set("income", of: identity, to: .value(Int32(7)))
      }
    }
    let rows = model.rows(of: .knight)
    try require(found.count == rows.count, "walked over \(found.count) of \(rows.count)")
  }

  /// Executes a whole run.
  func run(steps: Int) throws {
    noteCommitted()
    for number in 0..<steps {
      try step()
      noteCommitted()
      if number % 10 == 9 { try audit() }
      try keepSmall()
      noteCommitted()
    }
    try finish()
  }

  /// Keeps the number of objects so small that they meet often.
  private func keepSmall() throws {
    if model.entries.count > 60 { try releaseNew() }
    if model.rows.count > 40 { try deleteOne() }
  }

  private func finish() throws {
    try save(model.identities { $0.state == .pending || $0.state == .stored }) {
      try session.save()
    }
    noteCommitted()
    try reopen()
    try audit()
    try clear()
  }
}
