// Reading references and collections at their first use, and bringing objects up to date.

extension Session {
  /// Reads a fault of an object, and of all objects that came from the same fetch and still have
  /// it. A failure cannot be thrown from a getter, so it is kept.
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
    let siblings: [any PersistentObject]? = object._object.batch?.pks.compactMap {
      context.object(for: $0, as: Object.self)
    }
    try load(index, ofAll: siblings ?? [object])
  }

  /// Reads a property of those objects in which it is a fault, in one statement, or one for each
  /// class where the reference's class has subclasses.
  func load(_ index: Int, ofAll objects: [any PersistentObject]) throws {
    guard let plan = objects.first?.entityContext?.plan else { return }
    try plan.requireFit()
    let binding = plan.bindings[index]
    let areFaults = objects.allSatisfy { binding.isFault($0) }
    let faults = areFaults ? objects : objects.filter { binding.isFault($0) }
    if faults.isEmpty { return }
    journalFaults(faults, at: index)
    try announcingLoaded {
      do {
        try loadFaults(faults, binding: binding)
      } catch {
        faults.forEach { binding.cancelPending($0) }
        throw error
      }
    }
  }

  /// Reads what a way leads to, for all objects and for those that they refer to on the way.
  func load(_ path: ColumnPath, ofAll objects: [any PersistentObject]) throws {
    var objects = objects
    for step in path.steps {
      var next: [ObjectIdentifier: any PersistentObject] = [:]
      for siblings in Dictionary(grouping: objects, by: { type(of: $0)._entity.id }).values {
        guard let plan = siblings.first?.entityContext?.plan else { continue }
        let index = try plan.position(of: step)
        try load(index, ofAll: siblings)
        for object in siblings {
          plan.entity.properties[index].visitReferences(of: object) {
            next[ObjectIdentifier($0)] = $0
          }
        }
      }
      objects = Array(next.values)
    }
  }

  /// A collection of objects takes two statements: its rows, and the objects that they refer to. Those
  /// are told only when they have their place, which they may change.
  private func loadFaults(
    _ faults: [any PersistentObject], binding: PropertyBinding
  ) throws {
    loadDepth += 1
    defer { loadDepth -= 1 }
    if binding.readsSeveralTables {
      try connections.readingTogether { try binding.loadFaults(faults, owner: self) }
    } else {
      try binding.loadFaults(faults, owner: self)
    }
  }

  /// Journals faults: what is read may have been written in the open transaction, and has to be read
  /// again when that fails.
  private func journalFaults(_ objects: [any PersistentObject], at index: Int) {
    guard let first = objects.first, level != 0 else { return }
    // A derived property follows changes in memory, too, which go back with the transaction.
    let isDerived = type(of: first)._entity.properties[index].inverse != nil
    guard let open, isDerived || open.levels.contains(where: \.hasWritten) else { return }
    for object in objects {
      journal(.value(type(of: object)._entity.properties[index].capture(object)))
    }
  }

  /// Puts an object back as it was last saved, or as it is in the database now, if someone else has
  /// changed it since. A new object stays as it is.
  ///
  /// SQL: `SELECT … FROM person WHERE pk = ?1`. Collections are read again at their next use.
  public func revert(_ object: some PersistentObject) throws {
    try revert(object, properties: nil)
  }

  /// Puts some properties back as they were last saved; other changes stay. One statement.
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

  /// Puts properties of an object back as they are in its row.
  ///
  /// - Parameters:
  ///   - action: what is to be done, for errors.
  ///   - choose: gives the positions of the properties.
  func putBack(
    _ object: some PersistentObject, to action: String, choose: (EntityPlan) throws -> [Int]
  ) throws {
    try throwIfRefused(action)
    guard let context = object._object.context, object._object.phase == .stored else {
      throw wrongSession(object, reason: "it was deleted, or its session has ended")
    }
    guard context.owner === self else {
      throw wrongSession(object, reason: "it belongs to another session")
    }
    try object.refuseInChangeInPlace("reverted")
    try call(.willRevert, of: object)
    let wanted = try choose(context.plan)
    journalValues(of: object, wanted)
    try undoingFailure(of: object, wanted) {
      try loadingTogether(unless: context.plan.requiredReferences.isEmpty) {
        try relating(object, at: wanted) {
          try readAgain(object, in: context, at: wanted)
          forgetChanges(of: object, wanted)
          try complete([object], in: context)
        }
      }
    }
    if !context.plan.requiredReferences.isEmpty { try announceLoaded() }
    try call(.didRevert, of: object)
  }

  /// Leaves an object as it was if not all of its properties can be put back.
  private func undoingFailure(
    of object: some PersistentObject, _ indices: [Int], body: () throws -> Void
  ) throws {
    let properties = type(of: object)._entity.properties
    let restoring = indices.map { properties[$0].capture(object) }
    let (changed, extras) = (object._object.changed, extras(of: object))
    do {
      try body()
    } catch {
      restoring.forEach { $0() }
      restore(object, changed: changed, extras: extras)
      throw error
    }
  }

  /// Lets inverses follow what happens to the stored properties of an object.
  private func relating(
    _ object: some PersistentObject, at indices: [Int], body: () throws -> Void
  ) throws {
    let entity = type(of: object)._entity
    let related = indices.filter { entity.relates($0) && entity.properties[$0].inverse == nil }
    let old = related.map { RelatedList(entity.properties[$0].related(of: object, in: self)) }
    try body()
    for (index, old) in zip(related, old) {
      // A collection waits to be read again, and with it what is related to it.
      if entity.properties[index].isCollection { try load(index, ofAll: [object]) }
      Relations.after(object, at: index, from: old)
    }
  }

  /// Keeps what properties are now, for when the open transaction fails.
  func journalValues(of object: some PersistentObject, _ indices: [Int]) {
    guard level != 0 else { return }
    touch(object, state: object._object)
    for index in indices {
      journal(.value(type(of: object)._entity.properties[index].capture(object)))
    }
  }

  private func readAgain(
    _ object: some PersistentObject, in context: EntityContext, at indices: [Int]
  ) throws {
    let pk = object._object.pk
    object._object.forgetBaselines()
    let found: Void? = try connections.find(pk, by: context.plan.findByKey) { row in
      for index in indices {
        let binding = context.plan.bindings[index]
        do {
          try binding.refresh(object, from: row)
        } catch {
          throw binding.decodingFailed(error, pk: pk)
        }
      }
    }
    if found == nil { throw context.plan.rowIsGone(pk: pk) }
  }

  /// Brings clean objects up to date after a rollback undid rows that had been read; nil for all that
  /// are in hand. Objects whose rows are gone become detached.
  func refresh(_ rows: [(context: EntityContext, pks: Set<Int64>)]?) {
    for context in allContexts {
      let pks = rows.map { rows in rows.first { $0.context === context }?.pks ?? [] }
      do {
        try refresh(context.plan.entity.type, in: context, pks: pks)
      } catch {
        fail(error)
      }
    }
  }

  private func refresh<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, pks: Set<Int64>?
  ) throws {
    let objects = pks?.compactMap { context.object(for: $0, as: type) } ?? context.objects(as: type)
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
