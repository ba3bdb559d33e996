import Foundation
import PersistentObjectsDriver

// What classes demand of a save besides writing: hooks, times and rules.

extension UnitOfWork {
  /// The maximum number of rounds of hooks. Hooks may add objects to the save, whose hooks then run
  /// in the next round.
  private static var maximumRounds: Int { 32 }

  /// The combined demands of the classes of all objects to be written.
  var demands: SaveDemands {
    if session.demands.isEmpty { return [] }
    var demands: SaveDemands = []
    for objects in inserts { demands.formUnion(objects.first?.entityContext?.plan.demands ?? []) }
    for entry in updates { demands.formUnion(entry.object.entityContext?.plan.demands ?? []) }
    return demands
  }

  /// Returns the objects whose classes have one of these demands, new ones first.
  private func objects(with demands: SaveDemands) -> [any PersistentObject] {
    (inserts.joined() + updates.map(\.object)).filter {
      $0.entityContext?.plan.demands.isDisjoint(with: demands) == false
    }
  }

  // MARK: Before writing

  /// The objects whose hooks were called in a save. It keeps them alive, so that no other object
  /// gets the same identifier.
  typealias CalledObjects = [ObjectIdentifier: any PersistentObject]

  /// Calls `willSave` and related hooks once for each object. Objects that the hooks change, and
  /// new objects that become reachable, join the save, and their hooks are called, too.
  mutating func callWillHooks(
    _ roots: some Sequence<any PersistentObject>
  ) throws -> CalledObjects {
    var called: CalledObjects = [:]
    let firstChange = session.tracker.enrolled.count
    for _ in 0..<Self.maximumRounds {
      let round = uncalled(called)
      if round.isEmpty { return called }
      for object in round {
        called[ObjectIdentifier(object)] = object
        try session.call(.willSave, of: object)
        try session.call(object.state == .new ? .willInsert : .willUpdate, of: object)
      }
      try session.throwIfFailed()
      try collectAgain(roots, changed: session.changes(byHooksFrom: firstChange))
    }
    if uncalled(called).isEmpty { return called }
    throw PersistenceError(
      .hookMisused,
      """
      willSave() and similar hooks made or changed other objects \(Self.maximumRounds) times in a row, and the \
      hooks of those would go on; nothing was saved
      """)
  }

  /// The objects to be written whose hooks are still to be called.
  private func uncalled(_ called: CalledObjects) -> [any PersistentObject] {
    objects(with: .hooks).filter {
      called[ObjectIdentifier($0)] == nil && session.isToBeWritten($0)
    }
  }

  /// Sets the properties that keep the time of the save.
  func setTimestamps(to transaction: OpenTransaction) {
    if session.broughtOver != nil { return }
    let time = transaction.time
    for object in objects(with: .timestamps) { session.setTimestamps(of: object, to: time) }
  }

  /// Checks the rules of all objects, then throws one error for all violations.
  func validate() throws {
    var validation = Validation()
    for object in objects(with: .rules) { try session.check(object, by: &validation) }
    // A rule may have used a property that could not be loaded.
    try session.throwIfFailed()
    try validation.finish()
  }

  // MARK: After writing

  /// Calls `didSave` and related hooks of objects whose other hooks were called before.
  func callDidHooks(of called: CalledObjects) throws {
    for object in inserts.joined() {
      try session.call(.didInsert, of: object)
      try session.call(.didSave, of: object)
    }
    for entry in updates where called[ObjectIdentifier(entry.object)] != nil {
      try session.call(.didUpdate, of: entry.object)
      try session.call(.didSave, of: entry.object)
    }
  }
}

extension Session {
  /// Returns the objects that have changed in the innermost transaction level, in which hooks run
  /// before anything is written: those enrolled from `position` on, and those that were changed
  /// before it began.
  fileprivate func changes(byHooksFrom position: Int) -> [any PersistentObject] {
    let changed = open.map { tracker.journal.changed(from: $0.innermost.journalStart) } ?? []
    return changed + tracker.enrolled[position...]
  }

  /// Whether anything of an object is written, apart from some properties. An inverse is not part
  /// of it.
  fileprivate func isToBeWritten(
    _ object: some PersistentObject, apartFrom others: Set<Int> = []
  ) -> Bool {
    let properties = type(of: object)._entity.properties
    return object._object.phase == .new
      || tracker.changes(of: object).contains {
        !others.contains($0) && properties[$0].derived == nil
      }
  }

  fileprivate func setTimestamps(of object: some PersistentObject, to time: Date) {
    let timestamps = type(of: object)._entity.timestamps
    let isNew = object._object.phase == .new
    if !isToBeWritten(object, apartFrom: Set(timestamps.map(\.index))) { return }
    for timestamp in timestamps
    where isNew ? timestamp.isWanted(inNew: object) : timestamp.role == .updatedAt {
      if !isNew { tracker.markChanged(object, state: object._object, at: timestamp.index) }
      tracker.journal(.value(timestamp.capture(object)))
      timestamp.set(time, in: object)
    }
  }
}
