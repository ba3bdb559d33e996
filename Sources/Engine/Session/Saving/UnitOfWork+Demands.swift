import Foundation

// What classes ask of a save beside writing: hooks, times, rules.

extension UnitOfWork {
  /// The number of times that hooks may make more objects be saved, whose hooks then run.
  private static var maximumRounds: Int { 32 }

  /// The demands of the classes of the objects to be written, all together.
  var demands: SaveDemands {
    if session.demands.isEmpty { return [] }
    var demands: SaveDemands = []
    for objects in inserts { demands.formUnion(objects.first?.entityContext?.plan.demands ?? []) }
    for entry in updates { demands.formUnion(entry.object.entityContext?.plan.demands ?? []) }
    return demands
  }

  /// The objects whose classes have one of these demands, new ones first.
  private func objects(with demands: SaveDemands) -> [any PersistentObject] {
    (inserts.joined() + updates.map(\.object)).filter {
      $0.entityContext?.plan.demands.isDisjoint(with: demands) == false
    }
  }

  // MARK: Before writing

  /// Calls `willSave` and the like of each object once. What they change, and new objects that can
  /// be reached then, is taken up, and its hooks are called, too.
  mutating func callWillHooks(_ roots: some Sequence<any PersistentObject>) throws {
    // Keeps the objects alive, so that none gets the identity of another.
    var called: [ObjectIdentifier: any PersistentObject] = [:]
    let firstChange = session.tracking.enrolled.count
    for _ in 0..<Self.maximumRounds {
      let round = objects(with: .hooks).filter { called[ObjectIdentifier($0)] == nil }
      if round.isEmpty { return }
      for object in round {
        called[ObjectIdentifier(object)] = object
        try session.call(.willSave, of: object)
        try session.call(object.state == .new ? .willInsert : .willUpdate, of: object)
      }
      try session.throwIfFailed()
      try collectAgain(roots, changed: session.changes(byHooksFrom: firstChange))
    }
    throw PersistenceError(
      .hookMisused,
      """
      willSave() and the like made new objects \(Self.maximumRounds) times over, whose hooks made \
      new ones again; nothing was saved
      """)
  }

  /// Sets what keeps the time of the save.
  func setTimestamps(to transaction: OpenTransaction) {
    if session.broughtOver != nil { return }
    let time = transaction.time
    for object in objects(with: .timestamps) { session.setTimestamps(of: object, to: time) }
  }

  /// Checks the rules of all objects, then throws one error for all that is broken.
  func validate() throws {
    var validation = Validation()
    for object in objects(with: .rules) { try session.check(object, by: &validation) }
    // A rule may have read what could not be read.
    try session.throwIfFailed()
    try validation.finish()
  }

  // MARK: After writing

  /// Calls `didSave` and the like.
  func callDidHooks() throws {
    for object in inserts.joined() {
      try session.call(.didInsert, of: object)
      try session.call(.didSave, of: object)
    }
    for entry in updates {
      try session.call(.didUpdate, of: entry.object)
      try session.call(.didSave, of: entry.object)
    }
  }
}

extension Session {
  /// Takes up what has changed in the innermost transaction level, which hooks run in before anything
  /// is written: objects that were changed before it began are enrolled before the position.
  fileprivate func changes(byHooksFrom position: Int) -> [any PersistentObject] {
    let enrolled = tracking.enrolled
    return enrolled[..<position].filter { isOfInnermostLevel($0) } + enrolled[position...]
  }

  private func isOfInnermostLevel(_ object: some PersistentObject) -> Bool {
    object._object.level == level
  }

  fileprivate func setTimestamps(of object: some PersistentObject, to time: Date) {
    let timestamps = type(of: object)._entity.timestamps
    let isNew = object._object.phase == .new
    let own = Set(timestamps.map(\.index))
    if !isNew && own.isSuperset(of: changes(of: object)) { return }
    for timestamp in timestamps
    where isNew ? timestamp.isWanted(inNew: object) : timestamp.role == .updatedAt {
      if !isNew { markChanged(object, state: object._object, at: timestamp.index) }
      journal(.value(timestamp.capture(object)))
      timestamp.set(time, in: object)
    }
  }
}
