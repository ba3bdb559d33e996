// Work on the whole database. Each form has a twin for code that may suspend, which works on the
// store's own threads.

extension Store {
  // MARK: Opening and deleting

  /// Whether the database has been opened and not been closed.
  public var isOpen: Bool { pool.isOpen }

  /// Opens the database now, rather than at its first use, so that what is wrong with its file shows
  /// at once. Throws `cannotOpen`, `readOnly`, `corrupt`, `busy`, or `storeClosed` after ``close()``.
  public func open() throws { try maintain { _ in } }

  /// Closes the store and deletes the database: for SQLite the file, its log and the log's index.
  ///
  /// Waits until the sessions that are lent now have ended; those that would begin, and sessions that
  /// somebody keeps, get `storeClosed`, and with it their objects become `detached`. Throws
  /// `wrongSession` inside a session of this store.
  @_disfavoredOverload
  public func deleteDatabase() throws {
    try refuseInSession()
    close()
    pool.blockUntilClosed()
    try pool.driver.deleteDatabase()
  }

  /// Closes the store and deletes the database. Waiting for sessions to end suspends.
  public func deleteDatabase() async throws {
    try refuseInSession()
    close()
    await pool.waitUntilClosed()
    try pool.driver.deleteDatabase()
  }

  // MARK: Upkeep

  /// Writes the database anew, so that it takes no more room than it needs. With SQLite this takes as
  /// much free space again while it runs, and lets a change of `autoVacuum` take effect. No other
  /// session can write meanwhile.
  @_disfavoredOverload
  public func vacuum() throws { try maintain { try $0.vacuum() } }

  /// Writes the database anew, so that it takes no more room than it needs.
  public func vacuum() async throws { try await maintain { try $0.vacuum() } }

  /// Brings up to date what the database knows of its values, to choose indices by. Cheap where little
  /// has changed: a service may call it each night, or before it ends.
  @_disfavoredOverload
  public func optimize() throws { try maintain { try $0.optimize(isThorough: false) } }

  /// Brings up to date what the database knows of its values.
  public func optimize() async throws {
    try await maintain { try $0.optimize(isThorough: false) }
  }

  /// Counts anew what the database knows of the values in all tables, to choose indices by.
  @_disfavoredOverload
  public func analyze() throws { try maintain { try $0.optimize(isThorough: true) } }

  /// Counts anew what the database knows of the values in all tables.
  public func analyze() async throws {
    try await maintain { try $0.optimize(isThorough: true) }
  }

  /// Runs SQL that returns nothing, in a transaction; values are bound. Inside a session of this
  /// store in the same task it is part of that session's transaction.
  ///
  /// ```swift
  /// try store.execute("UPDATE person SET age = age + \(1)")
  /// ```
  @_disfavoredOverload
  public func execute(_ sql: Criteria) throws { try transaction { try $0.execute(sql) } }

  // MARK: Checking

  /// Looks for damage: what the database itself finds, rows that refer to none, references to classes
  /// with subclasses that point nowhere, and records of tables, columns and indices that are missing.
  /// Reads the whole file; others may read and write meanwhile.
  @_disfavoredOverload
  public func checkIntegrity() throws -> IntegrityReport {
    let dialect = dialect
    return try maintain(.reader) { try Self.check($0, dialect) }
  }

  /// Looks for damage in the whole database.
  public func checkIntegrity() async throws -> IntegrityReport {
    let dialect = dialect
    return try await maintain(.reader) { try Self.check($0, dialect) }
  }

  private static func check(
    _ connection: Connection, _ dialect: any Dialect
  ) throws -> IntegrityReport {
    try connection.run(dialect.beginRead)
    defer { connection.endLease() }
    return try IntegrityCheck(connection: connection, dialect: dialect).run()
  }

  // MARK: Copying

  /// Copies the database, as it is at one moment, into a file of its own, which needs no log beside
  /// it. Others may read and write meanwhile. The file appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: where to; missing folders are made.
  ///   - isReplacing: whether a file that is there may be replaced; without it that is `cannotOpen`.
  ///   - progress: told how many pages are copied, and how many there are. What it throws ends the
  ///     copying.
  @_disfavoredOverload
  public func backup(
    to path: String, replacing isReplacing: Bool = false,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    try maintain(.reader) {
      try $0.backUp(to: path, isReplacing: isReplacing, progress: progress)
    }
  }

  /// Copies the database, as it is at one moment, into a file of its own. A task that is cancelled
  /// meanwhile leaves no file.
  public func backup(
    to path: String, replacing isReplacing: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws {
    try await maintain(.reader) {
      try $0.backUp(to: path, isReplacing: isReplacing) { done, total in
        try Task.checkCancellation()
        try progress(done, total)
      }
    }
  }

  // MARK: -

  /// Lends a connection for work that belongs to no session.
  package func maintain<R: Sendable>(
    _ role: Connection.Role = .writer, _ body: (Connection) throws -> R
  ) throws -> R {
    try refuseInSession()
    let connection = try pool.lease(role)
    defer { pool.release(connection) }
    return try body(connection)
  }

  /// Lends a connection for work that belongs to no session, on the store's own threads.
  package func maintain<R: Sendable>(
    _ role: Connection.Role = .writer, _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    try refuseInSession()
    return try await withTaskExecutorPreference(executor) { try await maintainHere(role, body) }
  }

  @concurrent
  private func maintainHere<R: Sendable>(
    _ role: Connection.Role, _ body: @Sendable (Connection) throws -> R
  ) async throws -> R {
    let connection = try await pool.suspendingLease(role)
    defer { pool.release(connection) }
    return try body(connection)
  }

  /// It would wait for a connection that the task itself holds.
  private func refuseInSession() throws {
    guard Lending.session(of: self) != nil else { return }
    throw PersistenceError(
      .wrongSession,
      "this is work on the whole database \(name); call it outside of its sessions")
  }
}
