// Deleting objects and rows.

extension Session {
  /// Deletes an object's row at once, with the rows of its collections. What happens to references to
  /// it is said by their ``DeleteRule``: they become nil or leave their collection, or the objects
  /// that refer are deleted, too. With that property's `deletesTargets` the objects that this one
  /// refers to are deleted. All of it happens in the database at once, also in classes that the
  /// program does not use; objects in hand whose rows are gone are `deleted` at once, and references
  /// in objects in hand become nil when the transaction ends. What counts is what was saved.
  ///
  /// While a reference that restricts points at a deleted row, the commit fails with
  /// `constraintViolated`, which names the class and property that still refers; nothing is deleted
  /// then. In one transaction the order of deletions does not matter. A new object is only taken out
  /// of the session; a deleted one stays what it is.
  ///
  /// An object whose class has a version is only deleted if its row is as it was read, or gone; else this
  /// throws `conflict`. The versions of what goes with it are not compared.
  ///
  /// SQL: `DELETE FROM … WHERE pk = ?1` if no rule says more, in a transaction of its own outside of
  /// one. Else one `SELECT` for each property that is followed, and one statement for each property and
  /// table from which something goes away, however many rows there are.
  public func delete(_ object: some PersistentObject) throws {
    try delete(object, cascade: false)
  }

  /// Deletes an object and, with `cascade`, all that it refers to, too, directly and through others, in
  /// references and collections; circles are fine. It is all or nothing: when something else restricts
  /// the deletion of one of them, nothing is deleted. Otherwise as ``delete(_:)``.
  public func delete(_ object: some PersistentObject, cascade: Bool) throws {
    try throwIfFailed()
    try refuseInInnerCode("delete an object")
    try delete(object, object._object, cascade)
  }

  private func delete(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ cascade: Bool
  ) throws {
    switch state.phase {
    case .new: try withdrawNew(object)
    case .deleted: return
    case .detached: throw wrongSession(object, "its session has ended; find it again")
    case .stored:
      guard let context = state.unretainedContext, context.borrow({ $0.owner === self }) else {
        throw wrongSession(object, "it belongs to another session; find it in this one by its key")
      }
      try context.borrow { try delete(object, state, $0, cascade) }
    }
  }

  private func delete(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ context: EntityContext,
    _ cascade: Bool
  ) throws {
    if context.isPlainlyDeleted && !cascade { return try deleteAlone(object, state, context) }
    try withHooks(of: object, context) {
      if let version = context.plan.version {
        try deleteVersion(object, version, context, cascade)
      } else {
        try deleteWithOthers(object, context, cascade)
      }
    }
  }

  private func deleteWithOthers(
    _ object: some PersistentObject, _ context: EntityContext, _ cascade: Bool
  ) throws {
    if try !cascade && isPlainlyDeleted(context) {
      try deleteAlone(object, object._object, context)
    } else {
      try deleteRows([object._object.pk], context, cascade: cascade)
    }
  }

  /// The same where the version that was read is compared: in the statement that deletes the row or,
  /// where others go with it, in one before all else.
  private func deleteVersion(
    _ object: some PersistentObject, _ version: EntityVersion, _ context: EntityContext,
    _ cascade: Bool
  ) throws {
    if levels.isEmpty {
      return try transaction { try deleteVersion(object, version, context, cascade) }
    }
    let isAlone = try !cascade && isPlainlyDeleted(context)
    try requireVersion(version, of: object, context.plan, deletes: isAlone)
    if isAlone {
      didDelete(object, context)
    } else {
      try deleteRows([object._object.pk], context, cascade: cascade)
    }
  }

  /// Finds an object's row, or deletes it; throws if it is there in another version than was read.
  private func requireVersion(
    _ version: EntityVersion, of object: some PersistentObject, _ plan: EntityPlan, deletes: Bool
  ) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
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
    let error = try ConflictingRow(plan, version, writer).error(
      of: object, changed: changes(of: object), sql: statement.sql)
    // What is gone is as it shall be.
    if error.conflict?.isDeleted != true { throw error }
  }

  /// The hooks are the object's own; what goes with it is told nothing.
  private func withHooks(
    of object: some PersistentObject, _ context: EntityContext, _ body: () throws -> Void
  ) throws {
    guard context.plan.entity.hooks.contains(.willDelete, .didDelete) else { return try body() }
    try transaction {
      try call(.willDelete, of: object)
      try body()
      try call(.didDelete, of: object)
    }
  }

  /// Whether nothing but a row itself is to be deleted with it. Found out once in each transaction.
  private func isPlainlyDeleted(_ context: EntityContext) throws -> Bool {
    let entity = context.plan.entity
    if levels.isEmpty { return false }
    if plainlyDeleted.contains(where: { $0 === context }) { return true }
    guard try deletionRules().isPlain(entity.table) else { return false }
    plainlyDeleted.append(context)
    // With hooks or a version it takes more than deleting the row.
    context.isPlainlyDeleted =
      context.plan.version == nil && !entity.hooks.contains(.willDelete, .didDelete)
    return true
  }

  private func deleteAlone(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ context: EntityContext
  ) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    try context.plan.requireFit()
    do {
      try writer.attempting { try run(context.plan.delete, for: state.pk) }
    } catch let error as PersistenceError {
      throw error.adding(context.plan.place(pk: state.pk))
    }
    didDelete(object, state, context)
  }

  /// Deletes the rows with these primary keys, without reading objects, and gives the number of those
  /// that were there. Otherwise as ``delete(_:cascade:)``.
  @discardableResult
  public func delete<Object: PersistentObject>(
    _ type: Object.Type, pks: some Sequence<Int64>, cascade: Bool = false
  ) throws -> Int {
    try throwIfFailed()
    try refuseInInnerCode("delete objects")
    if levels.isEmpty {
      return try transaction { try delete(type, pks: pks, cascade: cascade) }
    }
    let context = try context(of: type)
    let present = try presentKeys(Array(pks), context.plan)
    if !present.isEmpty { try deleteRows(present, context, cascade: cascade) }
    return present.count
  }

  private func presentKeys(_ pks: [Int64], _ plan: EntityPlan) throws -> [Int64] {
    try reading { connection in
      let statement = try connection.statement(
        sql: """
          SELECT \(ColumnName.pk) FROM \(plan.quotedTable) \
          WHERE \(store.dialect.isMember(ColumnName.pk, store.dialect.placeholder(1), .integer))
          """)
      defer { statement.reset() }
      statement.set(RowBatch(column: pks), at: 0)
      var present: [Int64] = []
      while let row = try statement.next() { present.append(row.integer(at: 0)) }
      return present
    }
  }

  /// Deletes rows of a class and all that goes with them.
  func deleteRows(_ pks: [Int64], _ context: EntityContext, cascade: Bool = false) throws {
    if levels.isEmpty {
      return try transaction { try makeDeletion(pks, context, cascade).run() }
    }
    let deletion = try makeDeletion(pks, context, cascade)
    let isSafe = deletion.isOneStatement && !store.character.failureSpoilsTransaction
    if isSafe { try deletion.run() } else { try transaction(deletion.run) }
  }

  private func makeDeletion(
    _ pks: [Int64], _ context: EntityContext, _ cascade: Bool
  ) throws -> Deletion {
    try context.plan.requireFit()
    var deletion = Deletion(self, try deletionRules(), isCascade: cascade)
    try deletion.add(pks, of: context.plan.entity.table)
    return deletion
  }

  private func withdrawNew(_ object: some PersistentObject) throws {
    guard let context = object._object.context else { return }
    guard context.owner === self else {
      throw wrongSession(object, "it was given to another session")
    }
    if level != 0 { journal(.withdrawn(object, context)) }
    withdraw(object)
  }

  /// Makes a new object one that no session knows.
  func withdraw(_ object: some PersistentObject) {
    leavePending(object._object, .none)
    object._object.context = nil
  }

  func leavePending(_ state: borrowing _ObjectState, _ pending: _ObjectState.Pending) {
    guard state.isPending else { return }
    tracking.unsavedCount -= 1
    state.pending = pending
  }

  // MARK: After deleting

  /// Makes objects in hand of rows that were deleted `deleted`.
  func didDelete(_ pks: Set<Int64>, of table: String) {
    noteDeleted()
    innermostLevel.deleted[table, default: []].formUnion(pks)
    guard let entity = store.directory.entity(table: table),
      let context = existingContext(entity.id)
    else { return }
    for pk in pks {
      guard let object = context.object(for: pk) as? any PersistentObject else { continue }
      didDelete(object, context)
    }
  }

  private func didDelete(_ object: some PersistentObject, _ context: EntityContext) {
    didDelete(object, object._object, context)
  }

  private func didDelete(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ context: EntityContext
  ) {
    noteDeleted()
    touchStatus(of: object, state)
    journal(.deleted(object))
    context.unregister(state)
    forgetChanges(of: object, state)
    state.phase = .deleted
  }

  /// Remembers that the open transaction has deleted rows.
  private func noteDeleted() {
    // To look costs less than to write, which would have to find the array its own each time.
    if innermostLevel.hasDeleted { return }
    innermostLevel.hasDeleted = true
    innermostLevel.hasWritten = true
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
