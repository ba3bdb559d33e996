// Transactions and savepoints of a session, and what they do to its objects.

import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver

extension Session {
  /// Runs `body` in a transaction. When this returns, everything that `body` has saved and deleted
  /// is in the database, even if the process dies right after. If `body` throws, nothing is, and
  /// the objects are restored, too: their values, states and keys are what they were before.
  ///
  /// Inside another transaction, this is a savepoint: if `body` throws, only its own work is
  /// undone. SQL: `BEGIN IMMEDIATE … COMMIT`; inside another transaction `SAVEPOINT … RELEASE` or,
  /// as long as nothing was written there, nothing at all: if the beginning is the only state to
  /// return to, the database need not keep a copy of each page that changes.
  ///
  /// `body` cannot suspend: other code of the same actor could otherwise become part of the
  /// transaction. If it has to, use `store.transaction`, whose session is used by nothing else.
  @discardableResult
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try refuseInInnerCode("begin a transaction")
    return try inTransaction(isOfOneCall: false) { _ in try body() }
  }

  /// Does the same for work of the engine, even while something is being read.
  ///
  /// - Parameter isOfOneCall: whether `body` is part of a single call of the program.
  func inTransaction<R>(
    isOfOneCall: Bool = true, _ body: (OpenTransaction) throws -> R
  ) throws -> R {
    let transaction = try begin(isOfOneCall: isOfOneCall)
    do {
      let result = try body(transaction)
      try commit(transaction)
      return result
    } catch {
      rollBack(transaction)
      throw connections.failure(explained(error))
    }
  }

  /// Runs `body` in the transaction that is open, or in one of its own.
  func joining<R>(_ body: (OpenTransaction) throws -> R) throws -> R {
    if let open { return try body(open) }
    return try inTransaction(body)
  }

  /// Runs `body` so that everything it does is undone if it fails.
  func undoably<R>(
    isOneStatement: Bool, _ body: (OpenTransaction) throws -> R
  ) throws -> R {
    if let open, open.undoes(isOneStatement: isOneStatement) { return try body(open) }
    return try inTransaction(body)
  }

  /// Runs a call that is a transaction of its own, and runs it again while it is busy, as
  /// `store.transaction` does. What a failed attempt has done to objects is undone by then.
  @inline(__always)
  func inAttempts<R>(_ call: () throws -> R) throws -> R {
    if unretainedOpen != nil || store.character.attempts <= 1 { return try call() }
    return try inSeveralAttempts(call)
  }

  func inSeveralAttempts<R>(_ call: () throws -> R) throws -> R {
    var attempts = Attempts(store.character.attempts, limit: nil, usesSavepoints: true)
    while true {
      do {
        return try call()
      } catch let error as PersistenceError where mayPass(error) {
        Thread.sleep(forTimeInterval: try attempts.pause(after: error).seconds)
      }
    }
  }

  /// Returns whether a call that was busy may pass if it is run again. A getter that was busy, such
  /// as in a hook, has made the session fail; the rollback has ended that.
  private func mayPass(_ error: PersistenceError) -> Bool {
    let reason = error.code == .sessionFailed ? error.cause as? PersistenceError : error
    return reason?.code == .busy && failure == nil
  }

  /// Returns the error with the details that could not be queried before the rollback.
  func explained(_ error: any Error) -> any Error {
    guard let deferred = error as? DeferredExplanation else { return error }
    return (try? reading(deferred.explain)) ?? deferred.error
  }

  // MARK: -

  func begin(isOfOneCall: Bool) throws -> OpenTransaction {
    try throwIfFailed()
    // The first use of a class begins one, too.
    if let inner = tracker.inner, inner.isRollingBack {
      throw inner.refusal(of: "begin a transaction")
    }
    if lastLevel >= Self.lastLevelNumber && open == nil { forgetLevels() }
    lastLevel += 1
    let transaction = try open ?? connections.beginWriting(tracker)
    try transaction.beginLevel(
      id: lastLevel, isOfOneCall: isOfOneCall, keepsCursors: cursors.count > 0)
    if open == nil {
      open = transaction
      // They would continue with rows that are older than what the transaction writes.
      endCursors()
    }
    return transaction
  }

  /// The number of the last transaction before levels are counted from 1 again. Those after it are
  /// left for the transaction's own levels.
  private static let lastLevelNumber = UInt32.max / 2

  /// Forgets the levels of objects, so that the numbers can be given out again.
  private func forgetLevels() {
    lastLevel = 0
    tracker.referrers = nil
    for context in allContexts { forgetLevels(context.plan.entity.type, in: context) }
    for object in tracker.newReferrers.objects + tracker.enrolled { forgetLevel(of: object) }
  }

  private func forgetLevels<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext
  ) { for object in context.objects(as: type) { forgetLevel(of: object) } }

  private func forgetLevel(of object: some PersistentObject) {
    object._object.forgetBaselines()
    if object._object.level != .expectingChange { object._object.level = 0 }
  }

  /// Ends the innermost level and keeps what it did. If this fails, the level still has to be
  /// rolled back.
  func commit(_ transaction: OpenTransaction) throws {
    try throwIfFailed()
    if transaction.levels.count == 1 { return try commitWhole(transaction) }
    try transaction.releaseLevel()
  }

  private func commitWhole(_ transaction: OpenTransaction) throws {
    try transaction.keys.write()
    let deletedRows = transaction.deletedRows
    try requireUnreferenced(deletedRows, in: transaction)
    let layout = try transaction.announceLayout()
    try executeCommit(transaction, having: deletedRows)
    let last = removeLevel(of: transaction)
    if last.changesTables { store.forgetKnown() }
    // That has emptied the stock of keys, but another transaction that has just been committed may
    // still add those of a dropped table.
    if last.effects.contains(.pruned) { store.keyStock.discard() }
    publishPlans(last.madePlans, of: transaction, at: layout)
    transaction.keys.didCommit()
    var entries = tracker.journal.take(from: last.journalStart)
    end(transaction)
    // Only now: an object that is released with an entry may run code that uses the session.
    if !deletedRows.isEmpty {
      releaseDeleted(DeletedRows(deletedRows, store.directory), with: entries)
    }
    forgetDeletions()
    entries.end()
    last.afterCommit.forEach { $0() }
  }

  private func executeCommit(
    _ transaction: OpenTransaction, having deletedRows: [String: Set<Int64>]
  ) throws {
    do {
      let deletions = transaction.connection.deletions
      if let waiting = try transaction.waiting ?? deletions.takeQueue() {
        // Its first statements may have to wait for other transactions. If it is stopped, nothing
        // is committed.
        try waiting.commit(store.texts.commit)
      } else {
        try deletions.run()
        try connections.unstoppably { try transaction.connection.run(store.texts.commit) }
      }
    } catch let failure as BatchFailure {
      needsSavepoints = true
      throw failure.error
    } catch let error as PersistenceError where error.constraint?.kind == .foreignKey {
      // Without a rollback before, all references are as the transaction leaves them.
      let doubtful = store.character.failureSpoilsTransaction ? transaction.updatedRows : [:]
      throw DeferredExplanation.of(error, on: transaction.connection) { [self] connection in
        restriction(of: error, deletedRows, doubtful: doubtful, on: connection)
          ?? explainBrokenReference(error, on: connection)
      }
    }
  }

  /// Undoes the innermost level, in the database and in the objects. It does not throw, because it
  /// runs while another error is being thrown. If the database refuses, the session is marked as
  /// failed.
  func rollBack(_ transaction: OpenTransaction) {
    let last = removeLevel(of: transaction)
    if let failure, failure.level == last.id { self.failure = nil }
    do {
      try connections.unstoppably { try transaction.rollBack(to: last) }
    } catch let needed as SavepointsNeeded {
      needsSavepoints = true
      fail(needed.error)
    } catch {
      fail(error)
    }
    // Take the entries out first: undoing them may run code that adds others.
    var entries = tracker.journal.take(from: last.journalStart)
    let outer = tracker.inner
    tracker.inner = InnerCode(kind: .rollingBack)
    undo(last, with: entries, in: transaction)
    tracker.inner = outer
    transaction.forgetRules()
    transaction.keys.rollBack(to: last.nextKeys)
    if transaction.levels.isEmpty { end(transaction) } else { endCursors(ofLevel: last.id) }
    // Only now: an object that is released with an entry may run code that uses the session.
    entries.end()
    let rows = transaction.rowsRead.take(from: last.readStart)
    tracker.remembersReads = transaction.levels.contains(where: \.hasWritten)
    refresh(rows)
    if !tracker.hasInner { tracker.tidyEnrolled() }
    if transaction.levels.isEmpty { forgetDeletions() }
  }

  /// Lets saves no longer look for deleted objects in the baselines of collections, if there are
  /// none.
  private func forgetDeletions() { if tracker.extras.isEmpty { tracker.hasDeleted = false } }

  /// Removes the innermost level. With the last level, the transaction is no longer open.
  private func removeLevel(of transaction: OpenTransaction) -> TransactionLevel {
    let last = transaction.removeLevel()
    if level == 0 { open = nil }
    return last
  }

  private func end(_ transaction: OpenTransaction) {
    tracker.remembersReads = false
    if !tracker.journaled.isEmpty { tracker.journaled = [:] }
    transaction.forgetRules()
    transaction.waiting?.removeAll()
    endCursors(beforeReleasing: connections.endWriting)
  }

  /// Records that rows were written, and what else was done.
  func noteWritten(
    _ effects: TransactionLevel.Effects = [], in transaction: OpenTransaction
  ) {
    transaction.note(effects.union(.written))
    tracker.remembersReads = true
  }

  // MARK: Objects

  /// Releases deleted objects from the session, since they can no longer be restored. They also
  /// drop their references to each other: in a cycle they would keep each other alive.
  private func releaseDeleted(_ deleted: DeletedRows, with entries: borrowing Journal) {
    if deleted.isEmpty { return }
    var unread = UnreadCollections()
    for position in 0..<entries.count {
      guard case .deleted(let object) = entries[position] else { continue }
      deleted.add(object)
      Relations.leave(object, unread: &unread)
    }
    drop(deleted, fromInversesOf: unread)
    for position in 0..<entries.count {
      if case .deleted(let object) = entries[position] { release(object, pointingAt: deleted) }
    }
    tracker.tidyEnrolled()
  }

  private func release(_ object: some PersistentObject, pointingAt deleted: DeletedRows) {
    let properties = object.entityContext?.plan.referringProperties ?? []
    properties.forEach { $0.drop(deleted, from: object) }
    object._object.annex = nil
    object._object.context = nil
  }

  private func undo(
    _ level: TransactionLevel, with entries: borrowing Journal, in transaction: OpenTransaction
  ) {
    for position in (0..<entries.count).reversed() { undo(entries[position]) }
    if let index = tracker.referrers, index.level != 0,
      !transaction.levels.contains(where: { $0.id == index.level })
    {
      tracker.referrers = nil
    }
    dropContexts(level.madePlans)
    for id in level.madePlans { transaction.plans[id] = nil }
    if !level.madePlans.isEmpty || level.changesTables { store.forgetKnown() }
  }

  private func undo(_ entry: JournalEntry) {
    switch entry {
    case .change(let type, let address): type.undo(at: address)
    case .value(let restore): restore()
    case .status(let object, let changed, let level):
      tracker.restore(object, changed: changed, level: level)
    case .extras(let object, let extras):
      if object.state != .detached { tracker.setExtras(of: object, extras) }
    case .given(let object):
      withdraw(object)
      noteAgain(object)
    case .withdrawn(let object, let context): give(object, state: object._object, in: context)
    case .inserted(let objects):
      for object in objects.reversed() { undoInsertion(of: object) }
    case .updated(let objects):
      for entry in objects.reversed() {
        tracker.restore(entry.object, changed: entry.changed, level: entry.level)
      }
    case .deleted(let object): object.entityContext?.register(object)
    }
  }

  private func undoInsertion(of object: some PersistentObject) {
    // Objects after the one that was refused are still new.
    guard object._object.phase == .stored else { return }
    // An object that this one had replaced may have the key again.
    if let context = object.entityContext, context.object(for: object.rowKey) === object {
      context.unregister(object._object)
    }
    tracker.forgetChanges(of: object)
    object._object.level = 0
    // The annex contains the key that the object no longer has.
    object._object.annex = nil
    object._object.phase = .new
    switch object._object.pending {
    case .ended:
      if let context = object._object.context { give(object, state: object._object, in: context) }
    // The list drops objects that are not new, as this one was.
    case .noted: tracker.newReferrers.add(object)
    case .none: object._object.context = nil
    case .waiting: break
    }
  }
}
