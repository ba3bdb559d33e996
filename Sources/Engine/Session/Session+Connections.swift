// Which connection a call uses: the writer inside a transaction, else a reader.

extension Session {
  /// Leases a connection for work that may be stopped.
  private func lease(_ role: ConnectionRole, for loan: Loan) throws -> Connection {
    let connection = try store.pool.lease(role, for: loan)
    loan.attach(connection)
    return connection
  }

  /// Returns a connection to the pool.
  func giveBack(_ connection: Connection) {
    loan?.detach(connection)
    store.pool.release(connection)
  }

  /// Returns the reading connection to the pool, ending its snapshot.
  func endSnapshot(of connection: Connection) {
    // What ends the snapshot is not to be stopped.
    loan?.detach(connection)
    connection.endSeeking()
    // A read transaction has nothing that could fail to be committed; were it still open, the next
    // lease would see an old snapshot, so the pool checks for that.
    if connection.isInTransaction { try? connection.run("COMMIT") }
    store.pool.release(connection)
  }

  /// Calls `body` with the row of a key, if there is one.
  @inline(__always)
  func find<R>(
    _ key: Int64, _ lease: ReadLease, _ context: EntityContext, _ body: (Row) throws -> R
  ) throws -> R? {
    try lease.connection.find(key, by: context.plan.findByKey, staysOpen: findsStayOpen, body)
  }

  /// Whether finds by key may keep statements open: not in a transaction that writes, nor between the
  /// calls of a session that holds no snapshot.
  private var findsStayOpen: Bool { mode == .snapshot && writer == nil }

  /// Runs a text whose one parameter is a key on the writing connection of the open transaction.
  func run(_ text: StatementText, for key: Int64) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    let statement = try writer.statement(text)
    statement.set(key, at: 0)
    try statement.run()
  }

  /// Starts a write transaction on the writing connection.
  func beginWriting() throws {
    if store.isReadOnly {
      throw PersistenceError(
        .readOnly, "the store \(store.name) was opened to be read only; open another to write")
    }
    let connection = try leaseWriter()
    do {
      try connection.run(store.dialect.beginWrite)
      openLayout = try store.published.notice(layoutOf: connection)
      writer = connection
      // Others may have saved since the session's snapshot.
      if mode == .snapshot { stopSeeingOneSnapshot(connection) }
    } catch {
      returnWriter(connection)
      throw error
    }
  }

  private func stopSeeingOneSnapshot(_ writer: Connection) {
    seesOneSnapshot = false
    if writer.base.isHeldUpByReaders && reader !== writer { endSnapshot() }
  }

  /// Leases the writer. Where it reads, too, a session that has it for reading already owns it.
  private func leaseWriter() throws -> Connection {
    if let leasedWriter {
      self.leasedWriter = nil
      return leasedWriter
    }
    guard let reader, reader.role == .writer else { return try leaseFromPool() }
    if reader.isInTransaction { try reader.run("COMMIT") }
    return reader
  }

  private func leaseFromPool() throws -> Connection {
    if let loan { return try lease(.writer, for: loan) }
    let loan = Loan(
      "a transaction of \(name)", of: store.pool, isBlocking: true, keepsWriter: true)
    let connection = try store.pool.begin(loan, leasing: .writer)
    loan.attach(connection)
    self.loan = loan
    return connection
  }

  private func returnWriter(_ connection: Connection) {
    if connection === reader { return }
    giveBack(connection)
    if mode == .autocommit, let loan {
      store.pool.end(loan)
      self.loan = nil
    }
  }

  /// Runs what ends a transaction, which nothing stops.
  func unstoppably<R>(_ body: () throws -> R) rethrows -> R {
    guard let loan else { return try body() }
    return try loan.interrupter.shielding(body)
  }

  /// The transaction has ended: reads see what is there now.
  func endWriting() {
    if let writer { returnWriter(writer) }
    writer = nil
    if mode == .snapshot { endSnapshot() }
    if mode != .transaction { seesOneSnapshot = false }
  }

  /// Ends the session's snapshot; while something is read from it, that comes first.
  private func endSnapshot() {
    isSnapshotOver = readerUses != 0
    guard !isSnapshotOver, let reader else { return }
    self.reader = nil
    endSnapshot(of: reader)
  }

  /// A connection for one read, which ends with ``endReading(_:)``. Reads may be nested.
  func beginReading() throws -> ReadLease {
    if let writer {
      writerUses += 1
      return ReadLease(connection: writer, isOfWriter: true)
    }
    let connection = try reader ?? leaseReader()
    reader = connection
    readerUses += 1
    let lease = ReadLease(connection: connection, isOfWriter: false)
    if mode == .snapshot { try beginSnapshot(lease) }
    return lease
  }

  @inline(__always)
  private func leaseReader() throws -> Connection {
    guard mode != .autocommit, let loan else { return try store.pool.lease(.reader) }
    return try lease(.reader, for: loan)
  }

  private func beginSnapshot(_ lease: ReadLease) throws {
    do {
      if !lease.connection.isInTransaction { try lease.connection.run(store.dialect.beginRead) }
    } catch {
      endReading(lease)
      throw error
    }
  }

  /// Runs reads that belong together, so that they see one snapshot where the session holds none:
  /// a row that the first one found is not gone when the second one asks for it.
  func readingTogether<R>(_ body: () throws -> R) throws -> R {
    guard mode == .autocommit, writer == nil, readerUses == 0 else { return try body() }
    return try reading { connection in
      try connection.run(store.dialect.beginRead)
      defer { try? connection.run("COMMIT") }
      return try body()
    }
  }

  /// Returns the connection once nobody reads, unless it holds the session's snapshot.
  func endReading(_ lease: ReadLease) {
    if lease.isOfWriter {
      writerUses -= 1
      return
    }
    readerUses -= 1
    if isSnapshotOver { return endSnapshot() }
    guard readerUses == 0, mode == .autocommit, let reader else { return }
    // The writer's, while a transaction of this session goes on: it is given back at its end.
    if let writer, writer === reader { return }
    self.reader = nil
    store.pool.release(reader)
  }
}

/// The use of a connection for one read.
struct ReadLease {
  /// The connection, held by the session as long as the lease lasts.
  let connection: Connection
  /// Whether it is the writer's, which stays until the transaction ends.
  let isOfWriter: Bool
}
