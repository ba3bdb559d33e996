/// A transaction or a savepoint that is open, with what takes objects back when it fails.
struct TransactionLevel {
  /// Never given out twice in a session.
  let id: UInt32
  /// Where in the session's journal this level begins.
  let journalStart: Int
  /// Plans whose tables were made in this level.
  var madePlans: [Int32] = []
  /// Whether a column was rewritten in this level, so that plans hold for nobody else yet.
  var hasRecoded = false
  /// Whether columns or tables were dropped in this level.
  var hasPruned = false
  /// Whether rows were deleted; their keys by table, but for those that the journal has.
  var hasDeleted = false
  var deleted: [String: Set<Int64>] = [:]
  /// Whether rows were written, and whether rows were read after that: such reads must be repeated
  /// after a rollback.
  var hasWritten = false
  var hasReadWritten = false

  /// What is to be called once the outermost level has been committed.
  var afterCommit: [() -> Void] = []

  /// The numbers that tables counted their keys by before.
  let sequences: [String: Int64]

  init(id: UInt32, journalStart: Int, sequences: [String: Int64]) {
    self.id = id
    self.journalStart = journalStart
    self.sequences = sequences
  }
}

/// One thing that happened to an object inside a transaction, and how to undo it.
enum JournalEntry {
  /// A property changed; the record lies in the journal's own memory.
  case change(any UndoRecord.Type, UnsafeMutableRawPointer)
  /// A property is about to be read or reverted.
  case value(() -> Void)
  /// A clean object became changed, or a changed one was saved: what it was before.
  case status(any PersistentObject, changed: UInt64, level: UInt32)
  /// What else a changed object had; stands before its status. An entry of its own, since it is rare
  /// and would make all others larger.
  case extras(any PersistentObject, ChangeExtras)
  /// A new object was inserted; whether it had been given to the session before.
  case inserted(any PersistentObject, wasPending: Bool)
  /// An object was deleted.
  case deleted(any PersistentObject, context: EntityContext)
  /// A new object was given to the session, or withdrawn from it.
  case pending(any PersistentObject, context: EntityContext, wasPending: Bool)
}

extension Session {
  /// Runs `body` in a transaction: all that it saves and deletes is in the database when this
  /// returns, even if the process dies right after. If it throws, nothing is, and the objects go
  /// back, too: their values, states and keys are what they were before.
  ///
  /// Inside another transaction this is a savepoint: if `body` throws, only what it did is undone.
  /// SQL: `BEGIN IMMEDIATE … COMMIT`, or `SAVEPOINT … RELEASE`.
  ///
  /// `body` cannot suspend: other code of the same actor could otherwise slip into the transaction.
  /// Where it has to, use `store.transaction`, whose session nobody else has.
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

  // MARK: -

  func begin() throws {
    try throwIfFailed()
    try refuseInHook("begin a transaction")
    if levels.isEmpty {
      try beginWriting()
    } else {
      try execute("SAVEPOINT \(savepoint(levels.count))")
    }
    lastLevel += 1
    levels.append(
      TransactionLevel(
        id: lastLevel, journalStart: tracking.pointee.journal.count, sequences: sequences))
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
    let deletedRows = deletedRows
    try requireUnreferenced(deletedRows)
    try executeCommit(deletedRows)
    let last = levels.removeLast()
    level = 0
    if last.hasRecoded || last.hasPruned { store.forgetCatalog() }
    publishPlans(last.madePlans)
    let entries = takeJournal(of: last)
    releaseDeleted(DeletedRows(deletedRows, store.directory), entries)
    endRecords(of: entries)
    endTransaction()
    last.afterCommit.forEach { $0() }
  }

  private func executeCommit(_ deletedRows: [String: Set<Int64>]) throws {
    do {
      try execute("COMMIT")
    } catch let error as PersistenceError where error.constraint?.kind == .foreignKey {
      throw restriction(of: error, deletedRows) ?? explainBrokenReference(error)
    }
  }

  /// The outer level takes over what would undo the inner one.
  private func releaseSavepoint() throws {
    try execute("RELEASE \(savepoint(levels.count - 1))")
    let last = levels.removeLast()
    let outer = levels.count - 1
    levels[outer].madePlans += last.madePlans
    levels[outer].hasRecoded = levels[outer].hasRecoded || last.hasRecoded
    levels[outer].hasPruned = levels[outer].hasPruned || last.hasPruned
    levels[outer].hasDeleted = levels[outer].hasDeleted || last.hasDeleted
    levels[outer].deleted.merge(last.deleted) { $0.union($1) }
    levels[outer].afterCommit += last.afterCommit
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
    forgetRules()
    // The tables that counted them may be gone, too.
    sequences = last.sequences
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
    transactionTime = nil
    forgetRules()
    endedTransactions += 1
    endRecoding()
    closeCursors()
    endWriting()
  }

  private func savepoint(_ depth: Int) -> String { "level_\(depth)" }

  private func execute(_ sql: String) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    try writer.run(sql)
  }

  // MARK: Objects

  /// Deleted objects can no longer come back, so they leave the session. They let go of each other:
  /// in a circle they would keep each other alive.
  private func releaseDeleted(_ deleted: DeletedRows, _ entries: [JournalEntry]) {
    drop(deleted)
    for case .deleted(let object, let context) in entries {
      context.plan.referringProperties.forEach { $0.drop(deleted, from: object) }
      release(object)
    }
  }

  private func release(_ object: some PersistentObject) { object._object.context = nil }

  /// Takes what happened in the innermost level out of the journal.
  private func takeJournal(of level: TransactionLevel) -> [JournalEntry] {
    let journal = tracking.pointee.journal
    tracking.pointee.journal = Array(journal[..<level.journalStart])
    return level.journalStart == 0 ? journal : Array(journal[level.journalStart...])
  }

  /// Ends the records of entries that are not needed any more. At the end of a transaction their
  /// memory leaves the journal first: an object that dies with its record may run code that adds
  /// others.
  private func endRecords(of entries: [JournalEntry]) {
    let memory = levels.isEmpty ? tracking.pointee.takeRecords() : nil
    for case .change(let type, let address) in entries { type.discard(at: address) }
    _ = consume memory
  }

  private func undo(_ level: TransactionLevel) {
    let entries = takeJournal(of: level)
    for entry in entries.reversed() { undo(entry) }
    endRecords(of: entries)
    dropContexts(level.madePlans)
    for id in level.madePlans { provisionalPlans[id] = nil }
    if !level.madePlans.isEmpty || level.hasRecoded || level.hasPruned { store.forgetCatalog() }
  }

  private func undo(_ entry: JournalEntry) {
    switch entry {
    case .change(let type, let address): type.undo(at: address)
    case .value(let restore): restore()
    case .status(let object, let changed, let level): restore(object, changed, level)
    case .extras(let object, let extras): setExtras(of: object, extras)
    case .inserted(let object, let wasPending): undoInsertion(of: object, wasPending)
    case .deleted(let object, let context): context.register(object)
    case .pending(let object, let context, let wasPending):
      if wasPending { give(object, context) } else { withdraw(object) }
    }
  }

  private func restore(
    _ object: some PersistentObject, _ changed: UInt64, _ level: UInt32
  ) {
    forgetChanges(of: object)
    object._object.level = level
    if changed != 0 { enrol(object) }
    object._object.changed = changed
  }

  private func undoInsertion(of object: some PersistentObject, _ wasPending: Bool) {
    object._object.context?.unregister(object)
    forgetChanges(of: object)
    object._object.level = 0
    // It names the key that the object no longer has.
    object._object.batch = nil
    object._object.phase = .new
    if wasPending, let context = object._object.context {
      give(object, context)
    } else {
      object._object.context = nil
    }
  }
}
