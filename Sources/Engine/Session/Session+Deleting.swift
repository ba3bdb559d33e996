// Deleting objects and rows.

extension Session {
  /// Deletes an object's row at once, with its child rows. Optional references to it become nil,
  /// and it leaves the collections it was in, in the database and, when the transaction ends, in
  /// the objects of this session. While a required reference points at it the transaction fails
  /// with `constraintViolated`. A new object is only taken out of the session.
  ///
  /// SQL: `DELETE FROM … WHERE pk = ?1`, in a transaction of its own outside of one.
  public func delete(_ object: some PersistentObject) throws {
    try throwIfFailed()
    try refuseInHook("delete an object")
    switch object._object.phase {
    case .new: try withdrawNew(object)
    case .deleted: return
    case .detached: throw wrongSession(object, "its session has ended; find it again")
    case .stored:
      guard let context = object._object.context, context.owner === self else {
        throw wrongSession(object, "it belongs to another session; find it in this one by its key")
      }
      // Of what no foreign key watches over, some is released before some may refuse.
      let isWatched = context.plan.entity.isFinal && context.plan.entity.superclass == nil
      let hasHooks = context.plan.entity.hooks.contains(.willDelete, .didDelete)
      if levels.isEmpty || !isWatched || hasHooks {
        try transaction { try delete(object, context) }
      } else {
        try delete(object, context)
      }
    }
  }

  private func withdrawNew(_ object: some PersistentObject) throws {
    guard let context = object._object.context else { return }
    guard context.owner === self else {
      throw wrongSession(object, "it was given to another session")
    }
    if level != 0 { journal(.pending(object, context: context, wasPending: true)) }
    withdraw(object)
  }

  /// Makes a new object one that no session knows.
  func withdraw(_ object: some PersistentObject) {
    leavePending(object)
    object._object.context = nil
  }

  func leavePending(_ object: some PersistentObject) {
    if object._object.isPending { tracking.pointee.unsavedCount -= 1 }
    object._object.isPending = false
  }

  private func delete(_ object: some PersistentObject, _ context: EntityContext) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    try call(.willDelete, of: object)
    try releaseReferences(to: [object._object.pk], context.plan, writer)
    let statement = try writer.statement(context.plan.delete)
    statement.set(object._object.pk, at: 0)
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw error.adding(context.plan.place(pk: object._object.pk))
    }
    noteWritten()
    didDelete(object, context)
    try call(.didDelete, of: object)
  }

  /// Does for rows what foreign keys cannot: only where the class has a superclass or may have
  /// subclasses.
  func releaseReferences(
    to pks: [Int64], _ plan: EntityPlan, _ connection: Connection
  ) throws {
    if plan.entity.isFinal && plan.entity.superclass == nil { return }
    // Those that the program has not used yet may refer to the rows, too.
    for type in store.configuration.classes { _ = try self.plan(of: type._entity) }
    let known = provisionalPlans.values.flatMap(\.polymorphicReferences)
      .filter { $0.mayPoint(at: plan.entity) }
    let references = store.polymorphicReferences(to: plan.entity) + known
    // First those that may refuse, so that nothing has been changed when they do.
    for reference in references.filter(\.mayRefuse) + references.filter({ !$0.mayRefuse }) {
      for pk in pks { try reference.release(pk: pk, of: plan.entity, connection) }
    }
  }

  func didDelete(_ object: some PersistentObject, _ context: EntityContext) {
    touchStatus(of: object)
    journal(.deleted(object, context: context))
    context.unregister(object)
    forgetChanges(of: object)
    object._object.phase = .deleted
  }

  /// Takes references to deleted objects out of the objects in hand, as the database has done in
  /// their rows.
  func drop(_ deleted: DeletedRows) {
    if deleted.isEmpty { return }
    for context in allContexts {
      let properties = context.plan.referringProperties.filter { property in
        property.targets.isEmpty
          || property.targets.contains { target in
            deleted.entityIDs.contains {
              store.directory.entity(id: $0)?.inherits(from: target) == true
            }
          }
      }
      if properties.isEmpty { continue }
      for object in context.objects { properties.forEach { $0.drop(deleted, from: object) } }
    }
  }
}
