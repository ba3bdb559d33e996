// Work on the whole database, on the calling thread. Each call does what its namesake of `Store`
// does.

public import PersistentObjectsConnections
package import PersistentObjectsDriver
public import PersistentObjectsSchema

extension BlockingStore {
  /// Opens the database now, rather than at its first use.
  public func open() throws { try maintain("store.blocking.open") { _ in } }

  /// Closes the store and deletes the database.
  public func deleteDatabase() throws {
    try store.requireWhole("store.blocking.deleteDatabase")
    try store.refuseInSession()
    store.close()
    let limit = store.configuration.acquisitionTimeout
    let isClosed =
      store.pool.blockUntilClosed(upTo: limit)
      && (store.replicas?.blockUntilClosed(upTo: limit) ?? true)
    try store.deleteClosed(isClosed)
  }

  /// Returns the position after everything that was committed before this call.
  public func position() throws -> StorePosition {
    guard store.replicas != nil else { return StorePosition("") }
    return try maintain("store.blocking.position", on: .reader) { try $0.position() }
  }

  /// Rewrites the database, so that it takes no more room than it needs.
  public func vacuum() throws { try maintain("store.blocking.vacuum") { try $0.vacuum() } }

  /// Updates the statistics by which the database chooses indices.
  public func optimize() throws {
    try maintain("store.blocking.optimize") { try $0.optimize(isThorough: false) }
  }

  /// Collects the statistics of all tables anew, by which the database chooses indices.
  public func analyze() throws {
    try maintain("store.blocking.analyze") { try $0.optimize(isThorough: true) }
  }

  /// Runs SQL that returns no rows, in a transaction; values are bound.
  public func execute(_ sql: Criteria) throws {
    try Lending("store.blocking.execute", .transaction, of: store).runBlocking {
      try $0.execute(sql)
    }
  }

  /// Runs SQL in a session of its own and returns the first column of its first row.
  public func scalar<Value: Sendable>(
    _ sql: Criteria, as type: Value.Type = Value.self
  ) throws -> Value? {
    try Lending("store.blocking.scalar", .snapshot, of: store).runBlocking { session in
      try session.scalar(sql, as: type)
    }
  }

  /// Checks the whole database for damage.
  public func checkIntegrity() throws -> IntegrityReport {
    try maintain("store.blocking.checkIntegrity", on: .reader, store.checkedIntegrity)
  }

  /// Copies the database, as it is at one moment, into a separate file.
  public func backup(
    to path: String, replacing isReplacing: Bool = false,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    try store.requireWhole("store.blocking.backup")
    try maintain("store.blocking.backup", on: .reader) { connection, loan in
      try connection.backUp(to: path, isReplacing: isReplacing) { done, total in
        try loan.throwIfStopped()
        try progress(done, total)
      }
    }
  }

  /// Returns a report that compares what a class needs with what the file has.
  public func schema<Object: PersistentObject>(of type: Object.Type) throws -> SchemaReport {
    try Lending("store.blocking.schema", .snapshot, of: store).runBlocking {
      try $0.schema(of: type)
    }
  }

  /// Returns reports on all tables of the file except the metadata tables.
  public func tables() throws -> [TableReport] {
    try Lending("store.blocking.tables", .snapshot, of: store).runBlocking { try $0.tables() }
  }

  /// Drops what the file has of properties that a class no longer declares.
  @discardableResult
  public func prune<Object: PersistentObject>(
    _ type: Object.Type, dryRun: Bool = false
  ) throws -> Pruning {
    let lending = Lending("store.blocking.prune", dryRun ? .snapshot : .transaction, of: store)
    return try lending.runBlocking { dryRun ? try $0.unused(of: type) : try $0.prune(type) }
  }

  /// Drops the table of a class that the program no longer has.
  @discardableResult
  public func prune(table: String, dryRun: Bool = false) throws -> Pruning {
    let lending = Lending("store.blocking.prune", dryRun ? .snapshot : .transaction, of: store)
    return try lending.runBlocking {
      dryRun ? try $0.belongings(ofRemoved: table) : try $0.prune(table: table)
    }
  }

  /// Lends a connection for work that belongs to no session, as ``Store/maintain(_:on:_:)`` does,
  /// on the calling thread.
  package func maintain<R>(
    _ name: String, on role: ConnectionRole = .writer, _ body: (Connection) throws -> R
  ) throws -> R {
    try maintain(name, on: role) { connection, _ in try body(connection) }
  }

  /// Lends a connection in the same way. The loan tells work that runs no statements when to stop.
  ///
  /// - Parameter outer: work on another store that waits for this, and with which this is stopped.
  func maintain<R>(
    _ name: String, on role: ConnectionRole = .writer, within outer: Loan? = nil,
    _ body: (Connection, Loan) throws -> R
  ) throws -> R {
    try store.refuseInSession()
    let loan = Loan(name, of: store.pool, isBlocking: true, keepsWriter: true)
    outer?.beginWaiting(loan.stop)
    defer { outer?.endWaiting() }
    try outer?.throwIfStopped()
    store.pool.begin(loan)
    defer { store.pool.end(loan) }
    do {
      let connection = try store.pool.lease(role, for: loan)
      return try store.use(connection, loan: loan) { try body($0, loan) }
    } catch {
      throw loan.failure(error)
    }
  }
}
