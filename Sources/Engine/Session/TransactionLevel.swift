/// A transaction or a savepoint that is open, with what takes objects back when it fails.
struct TransactionLevel {
  /// Never given out twice in a session.
  let id: UInt32
  /// What happened to objects, oldest first.
  var entries: [JournalEntry] = []
  /// Plans whose tables were made in this level.
  var madePlans: [Int32] = []
  /// Classes of which objects were deleted.
  var deletedEntities: Set<Int32> = []
  /// Whether rows were written, and whether rows were read after that: such reads must be repeated
  /// after a rollback.
  var hasWritten = false
  var hasReadWritten = false

  init(id: UInt32) { self.id = id }
}

/// One thing that happened to an object inside a transaction, and how to undo it.
enum JournalEntry {
  /// A property changed.
  case value(() -> Void)
  /// A clean object became changed, or a changed one was saved: what it was before.
  case status(any PersistentObject, changed: UInt64, extras: ChangeExtras?)
  /// A new object was inserted.
  case inserted(any PersistentObject)
  /// An object was deleted; its changed bits before that.
  case deleted(any PersistentObject, context: EntityContext, changed: UInt64)
}

extension Session {
  /// Runs `body` in a transaction: all that it saves and deletes is in the database when this
  /// returns, even if the process dies right after. If it throws, nothing is, and the objects go
  /// back, too: their values, states and keys are what they were before.
  ///
  /// Inside another transaction this is a savepoint: if `body` throws, only what it did is undone.
  /// SQL: `BEGIN IMMEDIATE … COMMIT`, or `SAVEPOINT … RELEASE`.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try begin()
    let result: R
    do {
      result = try body()
      try throwIfFailed()
    } catch {
      rollBack()
      throw error
    }
    try commit()
    return result
  }

  /// Runs an asynchronous `body` in a transaction, as the synchronous form does.
  public func transaction<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async throws -> R {
    try begin()
    let result: R
    do {
      result = try await body()
      try throwIfFailed()
    } catch {
      rollBack()
      throw error
    }
    try commit()
    return result
  }

  // MARK: -

  func begin() throws {
    try throwIfFailed()
    if levels.isEmpty {
      try beginWriting()
    } else {
      try execute("SAVEPOINT \(savepoint(levels.count))")
    }
    lastLevel += 1
    levels.append(TransactionLevel(id: lastLevel))
    level = lastLevel
  }

  /// Ends the innermost level, keeping what it did. If that fails, it is rolled back.
  func commit() throws {
    do {
      if levels.count == 1 { try commitTransaction() } else { try releaseSavepoint() }
    } catch {
      rollBack()
      throw error
    }
  }

  private func commitTransaction() throws {
    try writeSequences()
    try execute("COMMIT")
    let last = levels.removeLast()
    level = 0
    publishPlans(last.madePlans)
    dropDeleted(last.deletedEntities)
    endTransaction()
  }

  /// The outer level takes over what would undo the inner one.
  private func releaseSavepoint() throws {
    try execute("RELEASE \(savepoint(levels.count - 1))")
    let last = levels.removeLast()
    let outer = levels.count - 1
    levels[outer].entries += last.entries
    levels[outer].madePlans += last.madePlans
    levels[outer].deletedEntities.formUnion(last.deletedEntities)
    levels[outer].hasWritten = levels[outer].hasWritten || last.hasWritten
    levels[outer].hasReadWritten = levels[outer].hasReadWritten || last.hasReadWritten
    level = levels[outer].id
  }

  /// Undoes the innermost level, in the database and in the objects. It cannot throw: it runs while
  /// another error is on its way. Should the database refuse, the session is marked as failed.
  func rollBack() {
    let last = levels.removeLast()
    if let failure, failure.level == last.id { self.failure = nil }
    level = levels.last?.id ?? 0
    do {
      try rollBackDatabase()
    } catch {
      fail(error)
    }
    undo(last)
    if levels.isEmpty { endTransaction() }
    if last.hasReadWritten { refreshAll() }
  }

  private func rollBackDatabase() throws {
    // Some failures, such as a full disk, make the database roll everything back by itself.
    guard writer?.isInTransaction == true else { return }
    if levels.isEmpty {
      try execute("ROLLBACK")
    } else {
      let name = savepoint(levels.count)
      try execute("ROLLBACK TO \(name)")
      try execute("RELEASE \(name)")
    }
  }

  private func endTransaction() {
    sequences = [:]
    cursors.closeAll()
    endWriting()
  }

  private func savepoint(_ depth: Int) -> String { "level_\(depth)" }

  private func execute(_ sql: String) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    try writer.execute(sql)
  }

  // MARK: Objects

  private func undo(_ level: TransactionLevel) {
    for entry in level.entries.reversed() { undo(entry) }
    dropContexts(level.madePlans)
    for id in level.madePlans { provisionalPlans[id] = nil }
    if !level.madePlans.isEmpty { store.forgetCatalog() }
  }

  private func undo(_ entry: JournalEntry) {
    switch entry {
    case .value(let restore): restore()
    case .status(let object, let changed, let extras): restore(object, changed, extras)
    case .inserted(let object): undoInsertion(of: object)
    case .deleted(let object, let context, let changed):
      undoDeletion(of: object, context, changed)
    }
  }

  private func restore(
    _ object: some PersistentObject, _ changed: UInt64, _ extras: ChangeExtras?
  ) {
    let wasEnrolled = object._object.changed != 0
    object._object.changed = changed
    self.extras[ObjectIdentifier(object)] = extras
    if changed != 0 && !wasEnrolled { enrolled.append(object) }
  }

  private func undoDeletion(
    of object: some PersistentObject, _ context: EntityContext, _ changed: UInt64
  ) {
    let pk = object._object.pk
    context.register(object, pk: pk)
    object._object.changed = changed
    if changed != 0 { enrolled.append(object) }
  }

  private func undoInsertion(of object: some PersistentObject) {
    object._object.context?.unregister(object)
    object._object.phase = .new
    if object._object.isPending {
      enrolled.append(object)
    } else {
      object._object.context = nil
    }
  }
}
