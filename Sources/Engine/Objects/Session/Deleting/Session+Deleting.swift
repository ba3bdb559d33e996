// Deleting objects and rows.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Deletes an object's row, with the rows of its collections. The ``DeleteRule`` of each
  /// reference to it decides whether the reference becomes nil, leaves its collection, or has the
  /// referring object deleted, too. With `deletesTargets`, the objects that this one refers to are
  /// deleted. All of it happens in the database immediately, even in classes that the program does
  /// not use. Objects in memory whose rows are gone become `deleted` immediately, and references in
  /// others become nil when the transaction ends. Only saved references count.
  ///
  /// If a reference that restricts still points at a deleted row, the commit fails with
  /// `constraintViolated`, which names the class and property; nothing is deleted then. Within a
  /// transaction the order of deletions does not matter. A new object is only taken out of the
  /// session, and out of the inverses of the objects it refers to; a deleted one stays as it is.
  ///
  /// An object whose class has a version is only deleted if its row is as it was read, or gone;
  /// otherwise this throws `conflict`. The versions of rows that are deleted with it are not
  /// compared.
  ///
  /// SQL: `DELETE FROM … WHERE pk = ?1` if no rule affects other rows; outside a transaction, it
  /// runs in one of its own. In a transaction, consecutive deletions of a class are one statement
  /// for up to 512 rows, which runs before any other statement, at the latest before the `COMMIT`;
  /// an error of the statement is thrown there. With rules, there is one `SELECT` for each property
  /// that is followed, and one statement for each property and table from which rows are deleted,
  /// however many there are.
  public func delete(_ object: some PersistentObject) throws {
    try delete(object, cascade: false)
  }

  /// Deletes an object and, with `cascade`, everything that it refers to in references and
  /// collections, directly or indirectly; cycles are fine. It is all or nothing: if something else
  /// restricts the deletion of one of them, nothing is deleted. Otherwise like ``delete(_:)``.
  public func delete(_ object: some PersistentObject, cascade: Bool) throws {
    try throwIfRefused("delete an object")
    try inAttempts { try delete(object, state: object._object, cascade: cascade) }
  }

  @inline(__always)
  private func delete(
    _ object: some PersistentObject, state: borrowing _ObjectState, cascade: Bool
  ) throws {
    switch state.phase {
    case .new: try withdrawNew(object)
    case .deleted: return
    case .detached: throw sessionEnded(of: object)
    case .stored:
      guard let context = state.unretainedContext, context.borrow({ $0.session === self }) else {
        throw foreign(object)
      }
      try context.borrow { try delete(object, state: state, in: $0, cascade: cascade) }
    }
  }

  @inline(__always)
  private func delete(
    _ object: some PersistentObject, state: borrowing _ObjectState, in context: EntityContext,
    cascade: Bool
  ) throws {
    if let unretainedOpen, context.isPlainlyDeleted && !cascade {
      return try unretainedOpen.borrow {
        try deleteAlone(object, state: state, in: context, in: $0)
      }
    }
    try deleteJoining(object, in: context, cascade: cascade)
  }

  /// Deletes an object, and what goes with it, in the open transaction or in one of its own.
  private func deleteJoining(
    _ object: some PersistentObject, in context: EntityContext, cascade: Bool
  ) throws {
    try withHooks(of: object, context) {
      try joining { transaction in
        let isAlone = try !cascade && isPlainlyDeleted(context, in: transaction)
        if let version = context.plan.version {
          try requireVersion(
            version, of: object, plan: context.plan, deletes: isAlone, on: transaction.connection)
          if isAlone {
            return didDelete(object, state: object._object, in: context, in: transaction)
          }
        } else if isAlone {
          return try deleteAlone(object, state: object._object, in: context, in: transaction)
        }
        try deleteRows([object._object.pk], in: context, cascade: cascade, in: transaction)
      }
    }
  }

  /// Finds an object's row or, if `deletes` is true, deletes it. Throws if the row has another
  /// version than the one that was read.
  private func requireVersion(
    _ version: EntityVersion, of object: some PersistentObject, plan: EntityPlan, deletes: Bool,
    on writer: Connection
  ) throws {
    try plan.requireFit()
    let statement = try writer.statement(deletes ? plan.deleteVersion : plan.findVersion)
    defer { statement.reset() }
    do {
      statement.set(object._object.pk, at: 0)
      try version.encode(version.value(of: object), into: statement.parameters, at: 1)
      if try statement.next() != nil || deletes && statement.changes == 1 { return }
    } catch let error as PersistenceError {
      throw error.adding(plan.place(pk: object._object.pk))
    }
    let error = try ConflictingRow(plan: plan, version: version, connection: writer).error(
      of: object, changed: tracker.changes(of: object), sql: statement.sql)
    // A row that is already gone is no conflict.
    if error.conflict?.isDeleted != true { throw error }
  }

  /// Runs `body` with the hooks of the object itself; hooks of objects that go with it are not
  /// called.
  private func withHooks(
    of object: some PersistentObject, _ context: EntityContext, body: () throws -> Void
  ) throws {
    guard context.plan.entity.hooks.contains(.willDelete, .didDelete) else { return try body() }
    try inTransaction { _ in
      try call(.willDelete, of: object)
      try body()
      try call(.didDelete, of: object)
    }
  }

  /// Whether deleting a row of a class deletes nothing else. Determined once in each transaction.
  private func isPlainlyDeleted(
    _ context: EntityContext, in transaction: OpenTransaction
  ) throws -> Bool {
    let entity = context.plan.entity
    if transaction.plainlyDeleted.contains(where: { $0 === context }) { return true }
    guard try deletionRules(in: transaction).isPlain(entity.table) else { return false }
    transaction.plainlyDeleted.append(context)
    // With hooks or a version it takes more than deleting the row.
    context.isPlainlyDeleted =
      context.plan.version == nil && !entity.hooks.contains(.willDelete, .didDelete)
    return true
  }

  private func deleteAlone(
    _ object: some PersistentObject, state: borrowing _ObjectState, in context: EntityContext,
    in transaction: OpenTransaction
  ) throws {
    try context.plan.requireFit()
    try transaction.unretainedConnection.borrow {
      try $0.deletions.add(state.pk, by: context.plan.deletion)
    }
    didDelete(object, state: state, in: context, in: transaction)
  }

  /// Deletes the rows with these primary keys without loading objects, and returns the number of
  /// those that existed. Otherwise like ``delete(_:cascade:)``.
  @discardableResult
  public func delete<Object: PersistentObject>(
    _ type: Object.Type, pks: some Sequence<Int64>, cascade: Bool = false
  ) throws -> Int {
    try throwIfRefused("delete objects")
    let wanted = RowBatch(column: Array(pks))
    return try inAttempts { try deleteRows(of: type, wanted, cascade: cascade) }
  }

  private func deleteRows(
    of type: any PersistentObject.Type, _ wanted: RowBatch, cascade: Bool
  ) throws -> Int {
    try joining { transaction in
      let context = try context(of: type)
      let text: SQLText = """
        SELECT \(ColumnName.pk) FROM \(context.plan.quotedTable) \
        WHERE \(ColumnName.pk, isIn: wanted, of: .integer)
        """
      let present = try rows(text) { $0.integer(at: 0) }
      if !present.isEmpty {
        try deleteRows(present, in: context, cascade: cascade, in: transaction)
      }
      return present.count
    }
  }

  /// Deletes rows of a class and all rows that go with them.
  func deleteRows(
    _ pks: [Int64], in context: EntityContext, cascade: Bool = false,
    in transaction: OpenTransaction
  ) throws {
    try context.plan.requireFit()
    var deletion = Deletion(
      session: self, transaction: transaction, rules: try deletionRules(in: transaction),
      isCascade: cascade)
    try deletion.add(pks, of: context.plan.entity.table)
    try undoably(isOneStatement: deletion.isOneStatement) { _ in try deletion.run() }
  }

  func withdrawNew(_ object: some PersistentObject) throws {
    let (context, isNoted) = (object._object.context, object._object.isOnlyNoted)
    guard context == nil || context?.session === self else {
      if isNoted { return }
      throw wrongSession(object, reason: "it was given to another session")
    }
    // A save would find it in the inverses of the objects it refers to.
    dismiss([object])
    if let context, !isNoted {
      tracker.journal(.withdrawn(object, context))
      withdraw(object)
      if !tracker.hasInner { tracker.tidyEnrolled() }
    }
  }

  /// Removes a new object from its session.
  func withdraw(_ object: some PersistentObject) {
    leavePending(object._object, pending: .none)
    object._object.context = nil
  }

  func leavePending(_ state: borrowing _ObjectState, pending: _ObjectState.Pending) {
    guard state.isPending else { return }
    tracker.pendingCount -= 1
    state.pending = pending
  }

  // MARK: After deleting

  /// Marks the objects in memory of rows that were deleted as `deleted`.
  func didDelete(_ pks: Set<Int64>, of table: String, in transaction: OpenTransaction) {
    noteWritten(.deleted, in: transaction)
    transaction.innermost.deleted[table, default: []].formUnion(pks)
    guard let entity = store.directory.entity(table: table),
      let context = existingContext(entity.id)
    else { return }
    for pk in pks {
      guard let object = context.object(for: pk) as? any PersistentObject else { continue }
      didDelete(object, state: object._object, in: context, in: transaction)
    }
  }

  private func didDelete(
    _ object: some PersistentObject, state: borrowing _ObjectState, in context: EntityContext,
    in transaction: OpenTransaction
  ) {
    noteWritten(.deleted, in: transaction)
    tracker.touchStatus(of: object, state)
    tracker.journal.append(.deleted(object))
    context.unregister(state)
    tracker.forgetChanges(of: object, state)
    state.phase = .deleted
    tracker.hasDeleted = true
  }

  /// Removes references to deleted objects from the objects in memory, as the database has done in
  /// their rows.
  ///
  /// - Parameter unread: the collections of deleted objects in whose inverses these may still be.
  func drop(_ deleted: DeletedRows, fromInversesOf unread: UnreadCollections) {
    let entities = deleted.entityIDs.compactMap { store.directory.entity(id: $0) }
    for context in allContexts {
      let properties = context.plan.referringProperties.filter { property in
        if let inverse = property.inverse { return unread.haveInverse(inverse) }
        return property.targets.isEmpty
          || property.targets.contains { target in entities.contains { $0.inherits(from: target) } }
      }
      let stored = properties.filter { $0.derived == nil }
      if !stored.isEmpty { context.drop(deleted, from: stored) }
      // No index has the contents of inverses.
      let inverses = properties.filter { $0.derived != nil }
      if inverses.isEmpty { continue }
      for object in context.objects { inverses.forEach { $0.drop(deleted, from: object) } }
    }
  }
}
