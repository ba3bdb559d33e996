/// A transaction or a savepoint that is open, with what takes objects back when it fails.
struct TransactionLevel {
  /// Never given out twice in a session.
  let id: UInt32
  /// Whether the database has a savepoint for this level. Without one, nothing was written in the
  /// transaction before.
  let hasSavepoint: Bool
  /// The number of statements that had written when the level began.
  var writes: Int
  /// The beginning of this level in the session's journal.
  let journalStart: Int
  /// Plans whose tables were made in this level.
  var madePlans: [Int32] = []
  /// Whether a column was rewritten in this level, so that plans hold for nobody else yet.
  var hasRecoded = false
  /// Whether something else was recorded of columns in this level.
  var hasRecorded = false
  /// Whether columns or tables were dropped in this level.
  var hasPruned = false
  /// Whether rows were deleted; their keys by table, but for those that the journal has.
  var hasDeleted = false
  var deleted: [String: Set<Int64>] = [:]
  /// Whether rows were written, and whether rows were read after that: such reads must be repeated
  /// after a rollback.
  var hasWritten = false
  var hasReadWritten = false

  /// The functions to be called once the outermost level has been committed.
  var afterCommit: [() -> Void] = []

  /// The numbers that tables counted their keys by before.
  let sequences: [String: Int64]

  init(
    id: UInt32, hasSavepoint: Bool, writes: Int, journalStart: Int, sequences: [String: Int64]
  ) {
    self.id = id
    self.hasSavepoint = hasSavepoint
    self.writes = writes
    self.journalStart = journalStart
    self.sequences = sequences
  }

  /// A level inside this one has ended well.
  mutating func takeOver(_ inner: TransactionLevel) {
    madePlans += inner.madePlans
    hasRecoded = hasRecoded || inner.hasRecoded
    hasRecorded = hasRecorded || inner.hasRecorded
    hasPruned = hasPruned || inner.hasPruned
    hasDeleted = hasDeleted || inner.hasDeleted
    deleted.merge(inner.deleted) { $0.union($1) }
    afterCommit += inner.afterCommit
    hasWritten = hasWritten || inner.hasWritten
    hasReadWritten = hasReadWritten || inner.hasReadWritten
  }
}

extension Session {
  /// Runs `body` in a transaction: all that it saves and deletes is in the database when this
  /// returns, even if the process dies right after. If it throws, nothing is, and the objects go
  /// back, too: their values, states and keys are what they were before.
  ///
  /// Inside another transaction this is a savepoint: if `body` throws, only what it did is undone.
  /// SQL: `BEGIN IMMEDIATE … COMMIT`; inside another `SAVEPOINT … RELEASE` or, as long as nothing was
  /// written there, nothing at all: where there is nothing to go back to but the beginning, the
  /// database need not keep a copy of each page that changes.
  ///
  /// `body` cannot suspend: other code of the same actor could otherwise slip into the transaction.
  /// Where it has to, use `store.transaction`, whose session nobody else has.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try refuseInInnerCode("begin a transaction")
    return try inTransaction(body)
  }

  /// The same for what the engine has to do, also while something is read.
  func inTransaction<R>(_ body: () throws -> R) throws -> R {
    try begin()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw explained(error)
    }
  }

  /// The error with what could not be asked before the rollback.
  func explained(_ error: any Error) -> any Error {
    guard let deferred = error as? DeferredExplanation else { return error }
    return (try? reading(deferred.explain)) ?? deferred.error
  }

  // MARK: -

  func begin() throws {
    try throwIfFailed()
    // The first use of a class begins one, too.
    if let inner, case .rollingBack = inner.kind { throw inner.refusal(of: "begin a transaction") }
    if levels.isEmpty { try beginTransaction() }
    let writes = writer?.writes ?? 0
    let hasSavepoint = levels.first.map { $0.writes != writes || !mayBeginAgain } ?? false
    if hasSavepoint { try execute("SAVEPOINT \(savepoint(levels.count))") }
    lastLevel += 1
    tracking.levels.append(
      TransactionLevel(
        id: lastLevel, hasSavepoint: hasSavepoint, writes: writes,
        journalStart: tracking.journal.count, sequences: sequences))
    level = lastLevel
  }

  /// Whether a level without a savepoint can be undone by beginning the transaction again.
  private var mayBeginAgain: Bool { writer?.noticesChanges ?? false }

  private func beginTransaction() throws {
    try beginWriting()
    // They would go on with rows older than what it writes.
    endCursors()
  }

  /// Ends the innermost level, keeping what it did. If that fails, it is still to be rolled back.
  func commit() throws {
    try throwIfFailed()
    if levels.count == 1 { try commitTransaction() } else { try releaseSavepoint() }
  }

  private func commitTransaction() throws {
    try writeSequences()
    let deletedRows = deletedRows
    try requireUnreferenced(deletedRows)
    let layout = try announceLayout()
    try executeCommit(deletedRows)
    let last = tracking.levels.removeLast()
    level = 0
    if last.hasRecoded || last.hasPruned { store.forgetCatalog() }
    publishPlans(last.madePlans, at: layout)
    var entries = tracking.journal.take(from: last.journalStart)
    endTransaction()
    // Only now: an object that dies with an entry may run code that uses the session.
    releaseDeleted(DeletedRows(deletedRows, store.directory), entries)
    entries.end()
    last.afterCommit.forEach { $0() }
  }

  /// Has other programs notice what is recorded of columns now, where they would not by a change of
  /// tables.
  /// - Returns: the version of the layout that is about to be committed, if classes were compared with it.
  private func announceLayout() throws -> Int64? {
    guard innermostLevel.hasRecorded || !innermostLevel.madePlans.isEmpty, let writer else {
      return nil
    }
    if try innermostLevel.hasRecorded && writer.layoutVersion() == openLayout {
      for sql in store.dialect.announceLayout { try writer.execute(sql) }
    }
    return try writer.layoutVersion()
  }

  private func executeCommit(_ deletedRows: [String: Set<Int64>]) throws {
    do {
      try unstoppably { try execute("COMMIT") }
    } catch let error as PersistenceError where error.constraint?.kind == .foreignKey {
      guard let writer else { throw error }
      throw DeferredExplanation.of(error, on: writer) { [self] connection in
        restriction(of: error, deletedRows, connection)
          ?? explainBrokenReference(error, connection)
      }
    }
  }

  /// The outer level takes over what would undo the inner one.
  private func releaseSavepoint() throws {
    if innermostLevel.hasSavepoint {
      try execute("RELEASE \(savepoint(levels.count - 1))")
    }
    let last = tracking.levels.removeLast()
    innermostLevel.takeOver(last)
    level = innermostLevel.id
  }

  /// Undoes the innermost level, in the database and in the objects. It cannot throw: it runs while
  /// another error is on its way. Should the database refuse, the session is marked as failed.
  func rollBack() {
    let last = tracking.levels.removeLast()
    if let failure, failure.level == last.id { self.failure = nil }
    level = levels.last?.id ?? 0
    do {
      try unstoppably { try rollBackDatabase(last) }
    } catch {
      fail(error)
    }
    // Out of the session first: what is undone may run code that adds others.
    var entries = tracking.journal.take(from: last.journalStart)
    let outer = inner
    inner = InnerCode(kind: .rollingBack)
    undo(last, entries)
    inner = outer
    forgetRules()
    // The tables that counted them may be gone, too.
    sequences = last.sequences
    if levels.isEmpty { endTransaction() }
    // Only now: an object that dies with an entry may run code that uses the session.
    entries.end()
    if last.hasReadWritten { refreshAll() }
  }

  private func rollBackDatabase(_ last: TransactionLevel) throws {
    // Some failures, such as a full disk, make the database roll everything back by itself.
    guard let writer, writer.isInTransaction else { return }
    if levels.isEmpty { return try writer.rollBack() }
    if last.hasSavepoint {
      let name = savepoint(levels.count)
      try writer.run("ROLLBACK TO \(name)")
      try writer.run("RELEASE \(name)")
    } else if writer.writes != last.writes {
      try beginAgain(writer)
    }
  }

  /// Goes back to the beginning of the transaction. Another process may write just then: what was
  /// read before would no longer hold, so the transaction cannot go on.
  private func beginAgain(_ writer: Connection) throws {
    let version = try writer.dataVersion()
    try writer.rollBack()
    try writer.run(store.dialect.beginWrite)
    guard try writer.dataVersion() == version else {
      throw PersistenceError(
        .busy,
        """
        another process wrote to \(store.name) while a part of the transaction was rolled back; run \
        the transaction again
        """)
    }
    for index in tracking.levels.indices {
      tracking.levels[index].writes = writer.writes
    }
  }

  private func endTransaction() {
    sequences = [:]
    transactionTime = nil
    forgetRules()
    endCursors()
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
  private func releaseDeleted(_ deleted: DeletedRows, _ entries: borrowing Journal) {
    drop(deleted)
    if deleted.isEmpty { return }
    for position in 0..<entries.count {
      if case .deleted(let object) = entries[position] { release(object, deleted) }
    }
  }

  private func release(_ object: some PersistentObject, _ deleted: DeletedRows) {
    let properties = object.entityContext?.plan.referringProperties ?? []
    properties.forEach { $0.drop(deleted, from: object) }
    object._object.context = nil
  }

  private func undo(_ level: TransactionLevel, _ entries: borrowing Journal) {
    for position in (0..<entries.count).reversed() { undo(entries[position]) }
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
    case .given(let object): withdraw(object)
    case .withdrawn(let object, let context): give(object, context)
    case .inserted(let objects):
      for object in objects.reversed() { undoInsertion(of: object) }
    case .updated(let objects):
      for entry in objects.reversed() { restore(entry.object, entry.changed, entry.level) }
    case .deleted(let object): object.entityContext?.register(object)
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

  private func undoInsertion(of object: some PersistentObject) {
    // Those that come after the one that was refused are still new.
    guard object._object.phase == .stored else { return }
    object._object.context?.unregister(object._object)
    forgetChanges(of: object)
    object._object.level = 0
    // It names the key that the object no longer has.
    object._object.batch = nil
    object._object.phase = .new
    if object._object.pending == .ended, let context = object._object.context {
      give(object, context)
    } else {
      object._object.context = nil
    }
  }
}
