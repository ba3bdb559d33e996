// Work on the whole database, on the store's own threads. A task that is cancelled meanwhile gets
// `CancellationError`, and the running statement is stopped.

package import PersistentObjectsConnections
package import PersistentObjectsDriver
public import PersistentObjectsSchema

extension Store {
  // MARK: Opening and deleting

  /// Whether the database has been opened and not closed.
  public var isOpen: Bool { pool.isOpen }

  /// Opens the database now, rather than at its first use, so that problems with its file show at
  /// once. Throws `cannotOpen`, `readOnly`, `corrupt`, `busy`, or `storeClosed` after ``close()``.
  public func open() async throws { try await maintain("store.open") { _ in } }

  /// Closes the store and deletes the database: for SQLite the file, its log and the log's index.
  ///
  /// Waits until all lent sessions have ended, at most for the acquisition timeout, and throws
  /// `timedOut` if they have not; nothing is deleted then. New sessions, and sessions that the
  /// program owns, get `storeClosed`, which also makes their objects `detached`. Throws
  /// `wrongSession` inside a session of this store. With SQLite, throws `busy` and deletes nothing
  /// if another store, here or in another process, has the file open. If the task is cancelled
  /// before the end of the wait, nothing is deleted either.
  public func deleteDatabase() async throws {
    try requireWhole("store.deleteDatabase")
    try refuseInSession()
    try Task.checkCancellation()
    close()
    let limit = configuration.acquisitionTimeout
    let isClosed = await waitUntilClosed(upTo: limit, endsWithTask: true)
    try Task.checkCancellation()
    try deleteClosed(isClosed)
  }

  /// Deletes the database, unless it is still open.
  func deleteClosed(_ isClosed: Bool) throws {
    if isClosed { return try pool.driver.deleteDatabase() }
    throw PersistenceError(
      .timedOut,
      """
      the store \(name) is closed but not deleted, since it is still in use by \
      \(pool.unended.map(\.description).joined(separator: "; ")). Let that end, and call this again
      """)
  }

  // MARK: Upkeep

  /// Rewrites the database, so that it takes no more room than it needs. With SQLite this needs as
  /// much free space again while it runs, and makes a change of `autoVacuum` take effect. No other
  /// session can write meanwhile.
  public func vacuum() async throws { try await maintain("store.vacuum") { try $0.vacuum() } }

  /// Updates the statistics by which the database chooses indices. Cheap if little has changed: a
  /// service may call it each night, or before it ends.
  public func optimize() async throws {
    try await maintain("store.optimize") { try $0.optimize(isThorough: false) }
  }

  /// Collects the statistics of all tables anew, by which the database chooses indices.
  public func analyze() async throws {
    try await maintain("store.analyze") { try $0.optimize(isThorough: true) }
  }

  /// Runs SQL that returns no rows, in a transaction; values are bound. Inside a session of this
  /// store in the same task, it is part of that session's transaction.
  ///
  /// ```swift
  /// try await store.execute("UPDATE person SET age = age + \(1)")
  /// ```
  public func execute(
    _ sql: Criteria, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await lend("store.execute", .transaction, at: CallPlace(fileID: fileID, line: line)) {
      try $0.execute(sql)
    }
  }

  /// Runs SQL in a session of its own and returns the first column of its first row, decoded by the
  /// registry's codec for the type; nil if there is no row or the value is NULL:
  /// `store.scalar("SELECT count(*) FROM person WHERE age > \(30)", as: Int.self)`.
  public func scalar<Value: Sendable>(
    _ sql: Criteria, as type: Value.Type = Value.self,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value? {
    let place = CallPlace(fileID: fileID, line: line)
    return try await lend("store.scalar", .snapshot, at: place) { session in
      try session.scalar(sql, as: type)
    }
  }

  // MARK: Checking

  /// Checks the database for damage: errors that the database itself finds, rows that refer to
  /// missing rows, references to classes with subclasses that point nowhere, and records of tables,
  /// columns and indices that are missing. Reads the whole file; others may read and write
  /// meanwhile.
  public func checkIntegrity() async throws -> IntegrityReport {
    try await maintain("store.checkIntegrity", on: .reader, checkedIntegrity)
  }

  /// Returns the report of a check on a connection.
  @Sendable func checkedIntegrity(_ connection: Connection) throws -> IntegrityReport {
    try connection.run(texts.beginRead)
    defer { connection.endLease() }
    return try connection.readingAnyLayout { try IntegrityCheck(connection).run() }
  }

  // MARK: Copying

  /// Copies the database, as it is at one moment, into a separate file, which needs no log beside
  /// it. Others may read and write meanwhile. The file appears complete or not at all.
  ///
  /// - Parameters:
  ///   - path: the path of the copy; missing folders are created.
  ///   - isReplacing: whether an existing file may be replaced; otherwise it throws `cannotOpen`.
  ///   - progress: called with the number of pages copied and the total. An error that it throws
  ///     ends the copying.
  public func backup(
    to path: String, replacing isReplacing: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws {
    try requireWhole("store.backup")
    try await maintain("store.backup", on: .reader) { connection, loan in
      try connection.backUp(to: path, isReplacing: isReplacing) { done, total in
        // No statement is running that could be interrupted.
        try loan.throwIfStopped()
        try progress(done, total)
      }
    }
  }

  // MARK: -

  /// Lends a connection for work that belongs to no session and no transaction, on the store's own
  /// threads: for features of a single database, such as `store.incrementalVacuum()` of SQLite.
  ///
  /// The work is listed with the store's loans, is stopped when its task is cancelled, and leaves
  /// no transaction open. Throws `wrongSession` inside a session of the same store, `storeClosed`,
  /// `timedOut`, and what `body` throws.
  ///
  /// - Parameters:
  ///   - name: the name of the work in reports on who holds a connection.
  ///   - role: whether it writes.
  ///   - body: the work; it has the connection to itself.
  package func maintain<R: Sendable>(
    _ name: String, on role: ConnectionRole = .writer,
    _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    try await maintain(name, on: role) { connection, _ in try body(connection) }
  }

  /// Lends a connection in the same way. The loan tells work that runs no statements when to stop.
  func maintain<R: Sendable>(
    _ name: String, on role: ConnectionRole,
    _ body: @escaping @Sendable (Connection, Loan) throws -> R
  ) async throws -> R {
    try refuseInSession()
    let loan = Loan(name, of: pool, isBlocking: false, keepsWriter: true)
    return try await withTaskExecutorPreference(executor) {
      try await maintain(role, loan: loan) { try body($0, loan) }
    }
  }

  @concurrent
  private func maintain<R: Sendable>(
    _ role: ConnectionRole, loan: Loan, body: @Sendable (Connection) throws -> R
  ) async throws -> R {
    pool.begin(loan)
    defer { pool.end(loan) }
    do {
      return try await withTaskCancellationHandler {
        let connection = try await pool.suspendingLease(role, for: loan)
        return try use(connection, loan: loan, body: body)
      } onCancel: {
        loan.stop(.cancelled)
      }
    } catch {
      throw loan.failure(error)
    }
  }

  /// Runs `body` with a leased connection, and returns the connection.
  func use<R>(
    _ connection: Connection, loan: Loan, body: (Connection) throws -> R
  ) throws -> R {
    defer { pool.release(connection, of: loan) }
    try loan.throwIfStopped()
    connection.reach(whole == nil ? nil : reach)
    return try pool.withoutStatementTimeout(connection) { try body(connection) }
  }

  /// Throws if the call would wait for a connection that the task itself holds.
  func refuseInSession() throws {
    guard Loan.ofCurrentTask(pool) != nil else { return }
    throw PersistenceError(
      .wrongSession,
      "this works on the whole database \(name); call it outside its sessions")
  }
}
