import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A transaction that is open in a session: the connection that it writes on, the journal that
/// restores objects if it fails, and the state that lasts as long as it does. All code that writes
/// receives one.
///
/// Accesses are not checked for exclusivity, since the check would cost more than most of them.
/// Code that removes what may be the last reference to an object must release it only after the
/// access: the object's `deinit` may run code that comes back here.
final class OpenTransaction {
  let connection: Connection
  /// The connection without reference counting, for each call.
  let unretainedConnection: Unmanaged<Connection>
  /// The keys that the transaction gives out.
  let keys: KeyCounters
  /// The version of the layout when the transaction began; nil if the driver cannot tell it, or has
  /// not told it before the first change.
  var layout: Int64? { connection.layoutAtBegin }
  /// The transaction and its savepoints, the innermost last.
  @exclusivity(unchecked) private(set) var levels: [TransactionLevel] = []
  @exclusivity(unchecked) var rowsRead = RowsRead()
  /// The plans whose tables the transaction has created, so that no other session sees them yet.
  @exclusivity(unchecked) var plans = EntityTable<EntityPlan>()
  /// The tables as the transaction sees them, and the version of the layout; nil if the file has to
  /// be read.
  @exclusivity(unchecked) var catalog: (SchemaCatalog, version: Int64?)?
  /// The deletion rules as the transaction sees them; nil until it deletes.
  @exclusivity(unchecked) var rules: DeletionRules?
  /// The statements of the last save, if they are sent with the `COMMIT`.
  @exclusivity(unchecked) var waiting: StatementQueue?
  /// The classes whose rows are known to be deleted without any others.
  @exclusivity(unchecked) var plainlyDeleted: [EntityContext] = []
  private let tracker: ChangeTracker
  private let store: Store
  /// The time of the transaction. The clock is read once, at the first access.
  private(set) lazy var time = store.configuration.now()

  init(_ connection: Connection, store: Store, tracker: ChangeTracker) {
    self.connection = connection
    unretainedConnection = .passUnretained(connection)
    self.store = store
    self.tracker = tracker
    keys = KeyCounters(connection, store: store)
  }

  /// The innermost level, which can be changed in place. It exists as long as the session has the
  /// transaction open.
  var innermost: TransactionLevel {
    _read { yield levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  // MARK: Levels

  /// Begins the transaction itself or a savepoint in it.
  ///
  /// - Parameters:
  ///   - id: a number that no object has.
  ///   - keepsCursors: whether cursors are open, which a restart of the transaction might end.
  func beginLevel(id: UInt32, isOfOneCall: Bool, keepsCursors: Bool) throws {
    // Waiting deletions belong to the innermost level so far.
    try connection.deletions.run()
    let writes = connection.writes
    // Without a savepoint, the level is undone by restarting the transaction, which would end the
    // savepoints around it.
    let hasSavepoint =
      connection.usesSavepoints
      && levels.first.map {
        keepsCursors || innermost.hasSavepoint || $0.writes != writes
          || !connection.noticesChanges
      } ?? false
    if hasSavepoint { try connection.run(sql: store.dialect.savepoint(savepoint(levels.count))) }
    levels.append(
      TransactionLevel(
        id: id, isOfOneCall: isOfOneCall, hasSavepoint: hasSavepoint, writes: writes,
        failures: connection.failures, journalStart: tracker.journal.count,
        readStart: rowsRead.count,
        nextKeys: keys.next))
    tracker.level = id
  }

  /// Whether work needs no level of its own: if it fails, the level of its call is undone, or the
  /// database undoes its only statement by itself.
  func undoes(isOneStatement: Bool) -> Bool {
    innermost.isOfOneCall || isOneStatement && !store.character.failureSpoilsTransaction
  }

  /// Releases the innermost savepoint. The outer level takes over what is needed to undo it.
  func releaseLevel() throws {
    if innermost.hasSavepoint {
      try connection.run(sql: store.dialect.release(savepoint(levels.count - 1)))
    }
    let last = removeLevel()
    innermost.takeOver(last)
  }

  func removeLevel() -> TransactionLevel {
    defer { tracker.level = levels.last?.id ?? 0 }
    return levels.removeLast()
  }

  /// Undoes in the database what a level that was removed has done.
  func rollBack(to last: TransactionLevel) throws {
    connection.deletions.removeAll()
    // Some failures, such as a full disk, make the database roll everything back by itself.
    guard connection.isInTransaction else { return }
    if levels.isEmpty { return try connection.rollBack() }
    if last.hasSavepoint {
      let name = savepoint(levels.count)
      try connection.run(sql: store.dialect.rollBack(to: name))
      try connection.run(sql: store.dialect.release(name))
    } else if !connection.usesSavepoints {
      if connection.writes != last.writes || connection.failures != last.failures {
        throw SavepointsNeeded(error: SavepointsNeeded.errorOfLaterCalls)
      }
    } else if connection.writes != last.writes {
      try beginAgain()
    }
  }

  /// Restarts the transaction. If another process writes at that moment, what was read before is no
  /// longer valid, and the transaction cannot continue.
  private func beginAgain() throws {
    let version = try connection.dataVersion()
    try connection.rollBack()
    try connection.run(store.texts.beginWrite)
    guard try connection.dataVersion() == version else {
      throw PersistenceError(
        .busy,
        """
        another process wrote to \(store.name) while a part of the transaction was being rolled back; run \
        the transaction again
        """)
    }
    for index in levels.indices { levels[index].writes = connection.writes }
  }

  private func savepoint(_ depth: Int) -> String { "level_\(depth)" }

  // MARK: Reading, writing and deleting

  /// Whether rows were written, or records of tables.
  var hasWritten: Bool {
    levels.contains {
      !$0.effects.isDisjoint(with: [.written, .recorded]) || !$0.madePlans.isEmpty
    }
  }

  /// Whether the transaction has done nothing yet, so that it can be begun again.
  var canBeginAgain: Bool {
    levels.allSatisfy { !$0.hasSavepoint } && connection.hasRunNothing
  }

  /// Whether only the `COMMIT` follows a save at the end of the transaction, and a failure can be
  /// explained after the rollback.
  var endsPlainly: Bool {
    levels.count == 1 && innermost.effects == .written && innermost.madePlans.isEmpty
      && keys.next.isEmpty
  }

  /// Runs the statements of a save that turned out not to be the last one.
  func runWaiting() throws {
    defer { waiting = nil }
    try waiting?.run()
  }

  /// Records what was done.
  @inline(__always)
  func note(_ effects: TransactionLevel.Effects) {
    // Test first: assigning would check the array's uniqueness.
    if !innermost.effects.isSuperset(of: effects) { innermost.effects.formUnion(effects) }
  }

  /// The keys of the rows that the transaction has deleted, by table.
  var deletedRows: [String: Set<Int64>] {
    guard let outermost = levels.first, outermost.effects.contains(.deleted) else { return [:] }
    var rows = outermost.deleted
    tracker.journal.addDeletedRows(to: &rows)
    return rows
  }

  /// The keys of the rows of saved changes, by table; nil if SQL has written rows without their
  /// objects.
  var updatedRows: [String: Set<Int64>]? {
    innermost.effects.contains(.writtenBySQL) ? nil : tracker.journal.updatedRows
  }

  /// Discards the deletion rules, after a change of the database that they may depend on.
  func forgetRules() {
    rules = nil
    catalog = nil
    for context in plainlyDeleted { context.isPlainlyDeleted = false }
    plainlyDeleted = []
  }

  // MARK: The layout

  /// Notes the version of the layout, unless the transaction may have changed it already.
  func noteLayout(_ version: Int64?) {
    let hasChangedRowsAlone = levels.allSatisfy {
      $0.madePlans.isEmpty && $0.effects.isSubset(of: [.written, .deleted])
    }
    if layout == nil && hasChangedRowsAlone { connection.layoutAtBegin = version }
  }

  /// Makes other programs notice new records of columns, unless a change of tables already does.
  /// - Returns: the version of the layout that is about to be committed, if classes were compared
  ///   with it.
  func announceLayout() throws -> Int64? {
    guard innermost.effects.contains(.recorded) || !innermost.madePlans.isEmpty else { return nil }
    if innermost.effects.contains(.recorded),
      try layout == nil || connection.layoutVersion() == layout
    {
      for sql in store.dialect.announceLayout { try connection.execute(sql) }
    }
    return try connection.layoutVersion()
  }
}
