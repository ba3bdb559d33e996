import Foundation

/// A transaction that is open in a session: the connection that it writes on, the history of what takes
/// objects back if it fails, and what holds for as long as it lasts. Whatever writes is handed one.
///
/// Accesses are not checked for overlaps, which would cost more than most of them. Whoever takes something
/// out that may be the last to hold an object lets go of it only afterwards: its `deinit` may run code that
/// comes back here.
final class OpenTransaction {
  let connection: Connection
  /// The same for each call, which counts no references to it.
  let unretainedConnection: Unmanaged<Connection>
  /// The keys that it gives out.
  let keys: KeyCounters
  /// The version of the layout when it began; nil where the driver cannot tell, or not at once.
  let layout: Int64?
  /// The transaction and its savepoints, the innermost last.
  @exclusivity(unchecked) private(set) var levels: [TransactionLevel] = []
  /// The history of objects, oldest first.
  @exclusivity(unchecked) var journal = Journal()
  @exclusivity(unchecked) var rowsRead = RowsRead()
  /// Plans whose tables it has made, so that no other session sees them yet.
  var plans: [Int32: EntityPlan] = [:]
  /// The tables as it sees them, and the version of the layout; nil where the file has to be read.
  var catalog: (SchemaCatalog, version: Int64?)?
  /// The rules of deletion as it sees them; nil until it deletes.
  var rules: DeletionRules?
  /// The statements of the last save, if they are sent with the `COMMIT`.
  var waiting: StatementQueue?
  /// Classes of whose rows it knows that nothing goes with them.
  var plainlyDeleted: [EntityContext] = []
  private let store: Store
  /// Its time: the clock is read once, when somebody asks first.
  private(set) lazy var time = store.configuration.now()

  init(_ connection: Connection, store: Store, layout: Int64?) {
    self.connection = connection
    unretainedConnection = .passUnretained(connection)
    self.store = store
    self.layout = layout
    keys = KeyCounters(connection, store: store)
  }

  /// The innermost level, changed in place. There is one as long as the session has the transaction open.
  var innermost: TransactionLevel {
    _read { yield levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  // MARK: Levels

  /// Begins the transaction itself or a savepoint in it.
  ///
  /// - Parameter id: a number that the session has not given out before.
  func beginLevel(id: UInt32, isOfOneCall: Bool) throws {
    // What waits belongs to the innermost level.
    try connection.deletions.run()
    let writes = connection.writes
    // Without a savepoint the level is undone by beginning the transaction again.
    let hasSavepoint =
      connection.usesSavepoints
      && levels.first.map { $0.writes != writes || !connection.noticesChanges } ?? false
    if hasSavepoint { try connection.run(sql: "SAVEPOINT \(savepoint(levels.count))") }
    levels.append(
      TransactionLevel(
        id: id, isOfOneCall: isOfOneCall, hasSavepoint: hasSavepoint, writes: writes,
        failures: connection.failures, journalStart: journal.count, readStart: rowsRead.count,
        nextKeys: keys.next))
  }

  /// Whether work needs no level of its own: if it fails, that of its call is undone, or the database
  /// undoes its one statement by itself.
  func undoes(isOneStatement: Bool) -> Bool {
    innermost.isOfOneCall || isOneStatement && !store.character.failureSpoilsTransaction
  }

  /// Ends the innermost savepoint. The outer level takes over what would undo it.
  func releaseLevel() throws {
    if innermost.hasSavepoint { try connection.run(sql: "RELEASE \(savepoint(levels.count - 1))") }
    let last = removeLevel()
    innermost.takeOver(last)
  }

  func removeLevel() -> TransactionLevel { levels.removeLast() }

  /// Undoes in the database what a level did that has been removed.
  func rollBack(to last: TransactionLevel) throws {
    connection.deletions.removeAll()
    // Some failures, such as a full disk, make the database roll everything back by itself.
    guard connection.isInTransaction else { return }
    if levels.isEmpty { return try connection.rollBack() }
    if last.hasSavepoint {
      let name = savepoint(levels.count)
      try connection.run(sql: "ROLLBACK TO \(name)")
      try connection.run(sql: "RELEASE \(name)")
    } else if !connection.usesSavepoints {
      if connection.writes != last.writes || connection.failures != last.failures {
        throw SavepointsNeeded(error: SavepointsNeeded.errorOfLaterCalls)
      }
    } else if connection.writes != last.writes {
      try beginAgain()
    }
  }

  /// Goes back to the beginning of the transaction. Another process may write just then: what was
  /// read before would no longer hold, so the transaction cannot go on.
  private func beginAgain() throws {
    let version = try connection.dataVersion()
    try connection.rollBack()
    try connection.run(store.texts.beginWrite)
    guard try connection.dataVersion() == version else {
      throw PersistenceError(
        .busy,
        """
        another process wrote to \(store.name) while a part of the transaction was rolled back; run \
        the transaction again
        """)
    }
    for index in levels.indices { levels[index].writes = connection.writes }
  }

  private func savepoint(_ depth: Int) -> String { "level_\(depth)" }

  // MARK: Reading, writing and deleting

  /// Whether rows were written, or what is recorded of tables.
  var hasWritten: Bool {
    levels.contains {
      !$0.effects.isDisjoint(with: [.written, .recorded]) || !$0.madePlans.isEmpty
    }
  }

  /// Whether nothing but the `COMMIT` is to follow a save at its end.
  var endsPlainly: Bool {
    levels.count == 1 && innermost.effects == .written && innermost.madePlans.isEmpty
      && keys.next.isEmpty
  }

  /// Remembers what was done.
  @inline(__always)
  func note(_ effects: TransactionLevel.Effects) {
    // Test first: assigning would check the array's uniqueness.
    if !innermost.effects.isSuperset(of: effects) { innermost.effects.formUnion(effects) }
  }

  /// The keys of the rows that it has deleted, by table.
  var deletedRows: [String: Set<Int64>] {
    guard let outermost = levels.first, outermost.effects.contains(.deleted) else { return [:] }
    var rows = outermost.deleted
    for position in 0..<journal.count {
      guard case .deleted(let object) = journal[position] else { continue }
      rows[type(of: object)._entity.table, default: []].insert(object.rowKey)
    }
    return rows
  }

  /// The database has changed in a way that the rules may depend on.
  func forgetRules() {
    rules = nil
    catalog = nil
    for context in plainlyDeleted { context.isPlainlyDeleted = false }
    plainlyDeleted = []
  }

  // MARK: The layout

  /// Has other programs notice what is recorded of columns now, where they would not by a change of
  /// tables.
  /// - Returns: the version of the layout that is about to be committed, if classes were compared with it.
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
