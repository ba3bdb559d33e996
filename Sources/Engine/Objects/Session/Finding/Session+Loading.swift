// Loading references and collections at their first use, and reverting and refreshing objects.

extension Session {
  /// Loads a fault of an object, and of all objects from the same fetch that still have it. A
  /// getter cannot throw, so a failure is kept.
  func load(_ index: Int, of object: some PersistentObject) {
    do {
      try loadWithSiblings(index, of: object)
    } catch {
      fail(error)
    }
  }

  /// Does the same, and throws if it fails.
  func loadThrowing(_ index: Int, of object: some PersistentObject) throws {
    try throwIfFailed()
    try loadWithSiblings(index, of: object)
  }

  private func loadWithSiblings<Object: PersistentObject>(_ index: Int, of object: Object) throws {
    guard let context = object._object.context, object._object.phase == .stored else { return }
    guard let batch = object._object.batch else {
      try load(index, ofAll: [object])
      return
    }
    let siblings: [any PersistentObject] =
      batch.allowsSearch(for: index)
      ? batch.pks.compactMap { context.object(for: $0, as: Object.self) } : [object]
    batch.didRead(index, of: try load(index, ofAll: siblings))
  }

  /// Loads a property of those objects in which it is a fault, in one statement or, if the
  /// reference's class has subclasses, in one for each class. Returns the number of these objects.
  @discardableResult
  func load(_ index: Int, ofAll objects: [any PersistentObject]) throws -> Int {
    guard let plan = objects.first?.entityContext?.plan else { return 0 }
    try plan.requireFit()
    let binding = plan.bindings[index]
    let areFaults = objects.allSatisfy { binding.isFault($0) }
    let faults = areFaults ? objects : objects.filter { binding.isFault($0) }
    if faults.isEmpty { return 0 }
    journalFaults(faults, at: index)
    try announcingLoaded {
      do {
        try loadFaults(faults, binding: binding)
      } catch {
        faults.forEach { binding.cancelPending($0) }
        throw error
      }
    }
    if binding.hasChildRows { for object in faults { noteReferences(of: object) } }
    return faults.count
  }

  /// Notes that an object has references that it did not have before, in a collection.
  private func noteReferences(of object: some PersistentObject) {
    object._object.context?.noteReferences(of: object._object.pk)
  }

  /// Loads every object along a path, for all objects and for those that they refer to along it.
  func load(_ path: ColumnPath, ofAll objects: [any PersistentObject]) throws {
    var objects = objects
    for step in path.steps {
      var next: [ObjectIdentifier: any PersistentObject] = [:]
      for siblings in Dictionary(grouping: objects, by: { type(of: $0)._entity.id }).values {
        // New objects have no context, and nothing to load.
        let stored = siblings.filter { $0.entityContext != nil }
        guard let plan = stored.first?.entityContext?.plan else { continue }
        let index = try plan.position(of: step)
        try load(index, ofAll: stored)
        for object in siblings {
          plan.entity.properties[index].referring?.visitReferences(of: object) {
            next[ObjectIdentifier($0)] = $0
          }
        }
      }
      objects = Array(next.values)
    }
  }

  /// Loads faults. A collection of objects takes two statements: for its rows, and for the objects
  /// that they refer to. The `didLoad` hooks of these run only once the property is set, because
  /// they may change it.
  private func loadFaults(
    _ faults: [any PersistentObject], binding: PropertyBinding
  ) throws {
    loadDepth += 1
    defer { loadDepth -= 1 }
    if binding.readsSeveralTables {
      try connections.readingTogether { try binding.loadFaults(faults, session: self) }
    } else {
      try binding.loadFaults(faults, session: self)
    }
  }

  /// Journals faults: the values read may have been written in the open transaction, and have to be
  /// read again if that fails.
  private func journalFaults(_ objects: [any PersistentObject], at index: Int) {
    guard let first = objects.first, level != 0 else { return }
    // A derived property also follows changes in memory, which are undone with the transaction.
    let isDerived = type(of: first)._entity.properties[index].derived != nil
    guard let open, isDerived || open.levels.contains(where: \.hasWritten) else { return }
    // An object that has left the session meanwhile needs no restoring, so it is not kept alive.
    for object in objects {
      tracker.journal(.value(type(of: object)._entity.properties[index].captureFault(object)))
    }
  }

  /// Reverts an object to its saved values, or to those in the database now if someone else has
  /// changed them since. A new object stays as it is.
  ///
  /// SQL: `SELECT … FROM person WHERE pk = ?1`. Collections are loaded again at their next use.
  public func revert(_ object: some PersistentObject) throws {
    try revert(object, properties: nil)
  }

  /// Reverts some properties to their saved values; other changes stay. One statement.
  public func revert<Object: PersistentObject>(
    _ object: Object, _ keyPath: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...
  ) throws {
    try revert(object, properties: [keyPath] + others)
  }

  package func revert<Object: PersistentObject>(
    _ object: Object, properties keyPaths: [PartialKeyPath<Object>]
  ) throws {
    let context = try context(of: type(of: object)._entity)
    try revert(object, properties: keyPaths.map { try context.plan.position(of: $0) })
  }

  private func revert(_ object: some PersistentObject, properties: [Int]?) throws {
    if object._object.phase == .new { return try throwIfRefused("revert an object") }
    try putBack(object, to: "revert an object") { plan in
      properties ?? Array(plan.bindings.indices)
    }
  }

  /// Sets properties of an object to the values in its row.
  ///
  /// - Parameters:
  ///   - action: the name of the action, for error messages.
  ///   - choose: returns the positions of the properties.
  func putBack(
    _ object: some PersistentObject, to action: String, choose: (EntityPlan) throws -> [Int]
  ) throws {
    try throwIfRefused(action)
    if object._object.phase == .deleted { throw object.deletionError }
    guard let context = object._object.context, object._object.phase == .stored else {
      throw sessionEnded(of: object)
    }
    guard context.session === self else {
      throw wrongSession(object, reason: "it belongs to another session")
    }
    try object.refuseInChangeInPlace("reverted")
    try call(.willRevert, of: object)
    let wanted = try choose(context.plan)
    // A changed inverse has new objects, which refer to this one as before. They are saved with it.
    let inverses = tracker.changes(of: object).filter {
      wanted.contains($0) && context.plan.entity.properties[$0].derived != nil
    }
    journalValues(of: object, wanted)
    let restore = restoration(of: object)
    do {
      try loadingTogether(unless: context.plan.requiredReferences.isEmpty) {
        try relating(object, at: wanted) {
          try readAgain(object, in: context, at: wanted)
          tracker.forgetChanges(of: object, wanted)
          try complete([object], in: context)
          for index in inverses { try load(index, ofAll: [object]) }
        }
      }
    } catch {
      restore()
      throw error
    }
    do {
      if !context.plan.requiredReferences.isEmpty { try announceLoaded() }
      try call(.didRevert, of: object)
    } catch {
      // The inverses follow back: they were updated before, since the hook may read them.
      try? relating(object, at: wanted, body: restore)
      throw error
    }
    if !tracker.hasInner { tracker.tidyEnrolled() }
  }

  /// Returns a closure that gives an object back the values and changes that it has now: all of
  /// them, since a hook may have changed any before it failed.
  private func restoration(of object: some PersistentObject) -> () -> Void {
    let restoring = type(of: object)._entity.properties.map { $0.capture(object) }
    let (changed, extras) = (object._object.changed, tracker.extras(of: object))
    return { [self] in
      restoring.forEach { $0() }
      tracker.restore(object, changed: changed, extras: extras)
    }
  }

  /// Runs `body`, which reverts properties of an object, and updates the inverses afterwards.
  /// Collections that were not read stay unread: the inverses know of no change of theirs.
  private func relating(
    _ object: some PersistentObject, at indices: [Int], body: () throws -> Void
  ) throws {
    let entity = type(of: object)._entity
    let related = entity.storedReferences.filter { index, property in
      indices.contains(index) && entity.relates(index)
        && (!property.isCollection || property.isLoaded(object))
    }
    let old = related.map { RelatedList($0.property.related(of: object, in: self)) }
    try body()
    // A reverted collection is a fault. Load it, since the inverses depend on its elements.
    for (index, property) in related where property.isCollection {
      try load(index, ofAll: [object])
    }
    // Only now: if something cannot be read, the inverses stay as they are.
    for ((index, _), old) in zip(related, old) {
      // An inverse that was read later than the property may contain the object already.
      Relations.after(object, at: index, from: old, cause: .revert)
    }
  }

  /// Journals the current values of properties, in case the open transaction fails.
  func journalValues(of object: some PersistentObject, _ indices: [Int]) {
    guard level != 0 else { return }
    tracker.touch(object, state: object._object)
    for index in indices {
      tracker.journal(.value(type(of: object)._entity.properties[index].capture(object)))
    }
  }

  /// Sets properties of an object to the values in its row, which the open transaction has written.
  func readWritten(
    _ object: some PersistentObject, in context: EntityContext, at indices: [Int]
  ) throws {
    journalValues(of: object, indices)
    try readAgain(object, in: context, at: indices)
    try complete([object], in: context)
  }

  private func readAgain(
    _ object: some PersistentObject, in context: EntityContext, at indices: [Int]
  ) throws {
    let pk = object._object.pk
    object._object.forgetBaselines()
    context.noteReferences(of: pk)
    let found: Void? = try connections.find(pk, by: context.plan.findByKey) { row in
      for index in indices {
        let binding = context.plan.bindings[index]
        do {
          try binding.refresh(object, from: row)
        } catch {
          throw binding.decodingFailed(error, of: row, pk: pk)
        }
      }
    }
    if found == nil { throw context.plan.rowIsGone(pk: pk) }
    // What is a fault again is read for this object alone: the others of its fetch need not be
    // searched for more each time.
    let bindings = context.plan.bindings
    if bindings.indices.allSatisfy({ indices.contains($0) || !bindings[$0].isFault(object) }) {
      object._object.annex = nil
    }
  }

  /// Refreshes clean objects after a rollback has undone rows that had been read. Objects whose
  /// rows are gone become detached.
  func refresh(_ rows: [(context: EntityContext, pks: Set<Int64>)]) {
    for (context, pks) in rows where existingContext(context.plan.entity.id) === context {
      do {
        try refresh(context.plan.entity.type, in: context, pks: pks)
      } catch {
        fail(error)
      }
    }
  }

  private func refresh<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, pks: Set<Int64>
  ) throws {
    let objects = pks.compactMap { context.object(for: $0, as: type) }
    let clean = objects.filter { $0._object.changed == 0 }
    if clean.isEmpty { return }
    let saved = connections.seesOneSnapshot
    connections.seesOneSnapshot = false
    defer { connections.seesOneSnapshot = saved }
    let pks = clean.map { $0._object.pk }
    let found = try fetch(type, in: context, pks: pks)
    let alive = Set(found.map { $0._object.pk })
    for object in clean where !alive.contains(object._object.pk) {
      context.detach(object)
    }
  }
}
