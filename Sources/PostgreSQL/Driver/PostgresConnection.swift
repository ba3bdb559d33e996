import PersistentObjectsDriver

/// A connection to a PostgreSQL database.
final class PostgresConnection: DriverConnection {
  let server: ServerConnection
  let dialect: PostgresDialect

  init(_ server: ServerConnection, dialect: PostgresDialect) {
    self.server = server
    self.dialect = dialect
  }

  func prepare(_ sql: String) throws -> any DriverStatement {
    try server.requireOpen()
    if let kind = QueuedStatements.Control(sql) { return ControlStatement(kind, on: server) }
    if let copy = CopyStatement(sql, on: server) { return copy }
    return try PostgresStatement(sql, on: server)
  }

  var isInTransaction: Bool { server.isInTransaction }
  var endingFailure: (any Error)? { nil }
  var isHeldUpByReaders: Bool { false }

  func rollBack() throws { try server.rollBack() }

  func endLease() -> Bool {
    if isInTransaction { try? rollBack() }
    server.lease.stopKeepingLink()
    return !server.isLost && !isInTransaction
  }

  /// Has the server told with each transaction, if it secures rows.
  func serve(_ tenant: StoredValue?, of type: ColumnType) {
    guard dialect.hasRowSecurity else { return }
    server.tenant = tenant.map { dialect.tenantSetting($0, of: type) }
  }

  func close() { server.lease.close() }
  func interrupt() { server.lease.interrupt() }
}

extension PostgresConnection: Abandoning {
  func abandonIfSilent() { server.lease.abandonIfSilent() }
}

extension PostgresConnection: StatementLimiting {
  func setStatementTimeout(_ limit: Duration?) throws {
    try server.setStatementTimeout(limit)
  }
}

extension PostgresConnection: NoticeGiving {
  var didWarn: ((String) -> Void)? {
    get { server.lease.didWarn }
    set { server.lease.didWarn = newValue }
  }
}

extension PostgresConnection: PositionTelling {
  func position() throws -> String { try server.position() }
  func wait(for position: String) throws { try server.wait(for: position) }
}

extension PostgresConnection: UpkeepLocking {
  var hasRunNothing: Bool { server.transaction.queued.beginTransaction }

  /// Throws `busy` if the snapshot is older than what others have done, such as after a wait.
  func lockUpkeep() throws {
    let key = "hashtextextended('PersistentObjects ' || current_schema(), 0)"
    if try server.run("SELECT pg_try_advisory_xact_lock(\(key))").text(0) == "t" {
      try refuseOldSnapshot()
      return server.layout.lock(in: server.transaction.number)
    }
    try server.run("SELECT pg_advisory_xact_lock(\(key))\(server.settings.mark)")
    throw PersistenceError(
      .busy, "Another program was changing the tables of \(server.name); run the transaction again."
    )
  }

  /// Throws `busy` if tables were changed since the transaction's snapshot: the server does not
  /// lock a row that is newer. Without a snapshot, the version must be the one that the transaction
  /// has seen last.
  private func refuseOldSnapshot() throws {
    guard server.layout.hasTable else { return }
    let seen = server.hasAskedForLayout ? server.layout.version : nil
    let sql = LayoutTable.lockedVersion
    let version = try server.run(sql).integer(0)
    if let seen, version != seen { throw PersistenceError.tablesChanged(sql: sql) }
  }
}

extension PostgresConnection: Vacuuming {
  func vacuum() throws { try maintain("VACUUM") }

  /// Runs a command for the tables of the schema. Other schemas do not belong to the store.
  fileprivate func maintain(_ command: String) throws {
    let schema = dialect.quoted(server.settings.schema)
    let tables = try readSchema().map { "\(schema).\(dialect.quoted($0.name))" }
    if !tables.isEmpty { try server.runAlone("\(command) \(tables.joined(separator: ", "))") }
  }
}

extension PostgresConnection: Optimizing {
  /// Updates the server's statistics now if `isThorough` is true; otherwise leaves that to the
  /// server.
  func optimize(isThorough: Bool) throws { if isThorough { try maintain("ANALYZE") } }
}
