// Saving objects, and giving out their keys.

import PersistentObjectsConnections
package import PersistentObjectsDriver

extension Session {
  /// Saves everything that is new or changed in this session, in one transaction.
  ///
  /// New objects are those given to ``insert(_:)`` and those that changed objects reach.
  /// Statements: none if there is nothing to save; otherwise one per object and one per changed row
  /// of a child table, besides those of the transaction and of the key counters. Eight or more new
  /// objects of one class share one statement for up to 512 rows, and so do the elements of their
  /// collections. Consecutive changed objects share one if the same columns have changed, none of
  /// them unique or a foreign key.
  public func save() throws { try saveUnsaved(endsTransaction: false) }

  /// - Parameter endsTransaction: whether the open transaction is committed next.
  func saveUnsaved(endsTransaction: Bool) throws {
    try throwIfRefused("save")
    if tracker.unsavedCount == 0 { return }
    try inAttempts {
      try save(
        tracker.enrolled.lazy.filter { self.tracker.isUnsaved($0._object) }, count: nil,
        endsTransaction: endsTransaction)
    }
  }

  /// Saves an object, and what it reaches through new and changed objects, in one transaction.
  ///
  /// A clean object is not written, and what has changed behind it is not either: ``save()`` saves
  /// everything.
  ///
  /// Throws `encodingFailed` if a value cannot be stored, `constraintViolated` if the database
  /// refuses it, `objectNotFound` if the row is gone, and `wrongSession` if an object belongs to
  /// another session. Nothing is saved then, and the objects are unchanged.
  public func save(_ object: some PersistentObject) throws {
    try throwIfRefused("save")
    if object._object.phase == .stored && object._object.changed == 0
      && object._object.context?.session === self
    {
      return
    }
    if object._object.phase == .deleted { throw object.deletionError }
    try inAttempts { try save([object], count: 1) }
  }

  /// Saves several objects in one transaction. Throws `objectDeleted` if one of them is deleted.
  public func save(contentsOf objects: some Sequence<any PersistentObject>) throws {
    try throwIfRefused("save")
    let roots = Array(objects) as [any PersistentObject]
    if let deleted = roots.first(where: { $0.state == .deleted }) { throw deleted.deletionError }
    try inAttempts { try save(roots, count: roots.count) }
  }

  /// Adds a new object to the session, to be inserted by the next ``save()``. Does nothing for an
  /// object that is already in the session. If the surrounding transaction fails, this is undone,
  /// too.
  ///
  /// Throws `wrongSession` for an object of another session, or of one that has ended, and
  /// `objectDeleted` for a deleted object.
  public func insert(_ object: some PersistentObject) throws {
    try throwIfFailed()
    try insert(object, state: object._object)
  }

  private func insert(_ object: some PersistentObject, state: borrowing _ObjectState) throws {
    if let owner = state.context?.session, owner !== self, !state.isOnlyNoted {
      throw wrongSession(object, reason: "it belongs to another session")
    }
    if state.phase == .deleted { throw object.deletionError }
    if state.phase == .detached { throw sessionEnded(of: object) }
    guard state.phase == .new, !state.isPending else { return }
    let context = try context(of: type(of: object))
    tracker.journal(.given(object))
    give(object, state: state, in: context)
  }

  /// Marks a new object to be inserted by the next save.
  func give(
    _ object: some PersistentObject, state: borrowing _ObjectState, in context: EntityContext
  ) {
    state.context = context
    state.pending = .waiting
    tracker.enrolled.append(object)
    tracker.pendingCount += 1
    tracker.updateReferrers { $0.add(object, in: self) }
  }

  /// - Parameters:
  ///   - count: the number of roots; nil if these are all unsaved objects.
  ///   - endsTransaction: whether the open transaction, if there is one, is committed next.
  private func save(
    _ roots: some Sequence<any PersistentObject>, count: Int?, endsTransaction: Bool = false
  ) throws {
    var work = UnitOfWork(self, of: count)
    defer { work.finish() }
    try work.collect(roots)
    if work.count == 0 { return tracker.tidyEnrolled() }
    let demands = work.demands
    if !demands.isDisjoint(with: [.hooks, .timestamps]) {
      try inTransaction { try write(&work, reachedFrom: roots, in: $0) }
      return tracker.tidyEnrolled()
    }
    if demands.contains(.rules) { try work.validate() }
    if endsTransaction, let open, open.levels.count == 1 {
      try writeLast(&work, in: open)
    } else {
      let isWhole = open == nil
      try undoably(isOneStatement: work.isOneStatement) {
        try write(&work, in: $0, endsTransaction: isWhole)
      }
    }
    tracker.tidyEnrolled()
  }

  /// Writes objects whose classes have hooks or timestamps. Everything from the first hook on is in
  /// a transaction, so that all changes by hooks are undone if one of them throws.
  private func write(
    _ work: inout UnitOfWork, reachedFrom roots: some Sequence<any PersistentObject>,
    in transaction: OpenTransaction
  ) throws {
    let called = try work.callWillHooks(roots)
    work.setTimestamps(to: transaction)
    try work.validate()
    try write(&work, in: transaction, endsTransaction: false)
    try work.callDidHooks(of: called)
  }

  /// Writes the last save of a transaction. If that fails, the transaction is undone.
  private func writeLast(_ work: inout UnitOfWork, in transaction: OpenTransaction) throws {
    do {
      try write(&work, in: transaction, endsTransaction: true)
    } catch {
      // Some failures are explained by trying again row by row.
      needsSavepoints = !transaction.connection.usesSavepoints
      throw error
    }
  }

  private func write(
    _ work: inout UnitOfWork, in transaction: OpenTransaction, endsTransaction: Bool
  ) throws {
    noteWritten(in: transaction)
    // A row that a codec finds meanwhile may be older than its object, because rows wait to be
    // written together.
    let seesOneSnapshot = connections.seesOneSnapshot
    connections.seesOneSnapshot = true
    defer { connections.seesOneSnapshot = seesOneSnapshot }
    try running(.writing) {
      try work.write(in: transaction, endsTransaction: endsTransaction)
    }
    // A new object can take another's place in an inverse, which changes the other.
    if work.isOfAll && !work.inserts.isEmpty && tracker.unsavedCount > 0 {
      try transaction.runWaiting()
      work.finish()
      try saveUnsaved(endsTransaction: endsTransaction)
    }
  }

  // MARK: After writing

  func didInsert(
    _ object: some PersistentObject, state: borrowing _ObjectState, in context: EntityContext
  ) {
    state.isVisited = false
    state.level = level
    leavePending(state, pending: .ended)
    context.register(object, state)
    if let version = context.plan.version { version.set(EntityVersion.first, in: object, self) }
    if context.plan.mayRelate { Relations.relate(object) }
  }

  func didUpdate(_ object: some PersistentObject, state: borrowing _ObjectState) {
    state.isVisited = false
    state.level = level
    tracker.forgetChanges(of: object, state)
  }

  /// Calls `body` with a function that returns the next primary key of a class.
  func countingKeys(
    of plan: EntityPlan, count: Int, in transaction: OpenTransaction,
    _ body: (() throws -> Int64) throws -> Void
  ) throws {
    if case .underKey(let key) = broughtOver { return try body { key } }
    try transaction.keys.counting(plan.entity.table, count: count, body: body)
  }

  // MARK: Errors

  /// The error for a detached object.
  func sessionEnded(of object: some PersistentObject) -> PersistenceError {
    wrongSession(
      object, reason: "its session has ended; find it again", cause: object._object.detachedFailure)
  }

  func wrongSession(
    _ object: some PersistentObject, reason: String, cause: (any Error)? = nil
  ) -> PersistenceError {
    PersistenceError(
      .wrongSession, "\(object.shortDescription) cannot be used in this session: \(reason)",
      context: .init(className: type(of: object)._entity.className, pk: object.pk), cause: cause)
  }

  func foreign(_ object: some PersistentObject) -> PersistenceError {
    wrongSession(object, reason: "it belongs to another session; find it in this one by its key")
  }
}

extension PersistentObject {
  /// The error for the use of a deleted object.
  package var deletionError: PersistenceError {
    PersistenceError(
      .objectDeleted, "the object has been deleted; save a new one instead",
      context: .init(className: Self._entity.className))
  }
}
