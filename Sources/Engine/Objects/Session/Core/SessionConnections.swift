import PersistentObjectsConnections
import PersistentObjectsDriver

/// The connections of a session: one to read from, while reads are in progress or its snapshot
/// lasts, and one on which its open transaction writes and reads.
final class SessionConnections {
  /// The session's name in messages.
  var name = "a session"
  let mode: Session.Mode
  /// Whether everything that was read comes from one snapshot, so that objects in memory are up to
  /// date.
  var seesOneSnapshot: Bool
  /// The loan that describes the session's work to others, and can stop it. A lent session has one
  /// from its beginning, any other session while it has a transaction open.
  var loan: Loan? {
    didSet { unretainedLoan = loan.map { .passUnretained($0) } }
  }
  /// The loan without reference counting, for each call.
  private var unretainedLoan: Unmanaged<Loan>?

  /// Whether transactions have savepoints; see ``SavepointsNeeded``.
  var usesSavepoints = true

  private let store: Store
  /// The connections to read from: those to replicas, if there are any, until the session has
  /// written.
  private var readers: ConnectionPool
  /// The position that the session's snapshot must not be older than.
  var earliestPosition: StorePosition?
  /// The writer that was leased before the transaction began.
  private var leasedWriter: Connection?
  private var writer: Connection?
  private var reader: Connection?
  // Unchecked: each call uses these, and no access runs other code.
  @exclusivity(unchecked) private var readerUses = 0
  @exclusivity(unchecked) private var writerUses = 0
  /// Whether the session has written while it was reading from its snapshot.
  private var isSnapshotOver = false
  /// Whether the session has leased a connection and may have blocked its thread until there was
  /// one. The first connection of a lent session does not count.
  @exclusivity(unchecked) private(set) var hasLeasedMore = false

  init(_ store: Store, mode: Session.Mode) {
    self.store = store
    self.mode = mode
    readers = mode == .snapshot ? store.replicas ?? store.pool : store.pool
    seesOneSnapshot = mode != .autocommit
  }

  /// The number of reads in progress, including open cursors.
  var readCount: Int { readerUses + writerUses }

  /// Whether rows are being read outside a transaction, which uses contexts without retaining them.
  var isReadingOutsideTransaction: Bool { readerUses != 0 }

  /// Whether the session may continue although the store is closed.
  var holdsConnection: Bool { loan != nil || reader != nil || writer != nil }

  func throwIfStopped() throws { try unretainedLoan?.borrow { try $0.throwIfStopped() } }

  /// Returns the error to throw for an error of a statement: if the store was closed and has
  /// interrupted it, that is the reason. For a lent session, its loan gives the reason.
  @inline(never)
  func failure(_ error: any Error) -> any Error {
    guard mode == .autocommit, store.isClosed, let interruption = error as? PersistenceError,
      interruption.code == .interrupted
    else { return error }
    return PersistenceError(
      .storeClosed,
      "the store \(store.name) was closed, which stopped a call of \(name); its changes are undone",
      cause: interruption)
  }

  /// Runs `body`, which ends a transaction and must not be stopped.
  func unstoppably<R>(_ body: () throws -> R) rethrows -> R {
    guard let loan else { return try body() }
    return try loan.shielding(body)
  }

  /// Begins a loan with the connection that a lent session needs first; returns false if it would
  /// have to wait for one.
  func beginAtOnce(_ loan: Loan) -> Bool {
    // A replica may have to catch up first.
    guard readers === store.pool,
      let connection = store.pool.beginAtOnce(loan, leasing: firstRole)
    else { return false }
    keepFirst(connection)
    return true
  }

  /// Leases the connection that a lent session needs first; the task is suspended while it waits.
  func leaseFirst() async throws {
    guard let loan, reader == nil, leasedWriter == nil else { return }
    keepFirst(try await readers.suspendingLease(firstRole, for: loan))
  }

  private var firstRole: ConnectionRole { mode == .transaction ? .writer : .reader }

  private func keepFirst(_ connection: Connection) {
    let connection = reaching(connection)
    if mode == .transaction { leasedWriter = connection } else { reader = connection }
  }

  /// Returns all connections.
  func end() {
    if let reader { release(reader) }
    reader = nil
    // Leased for a transaction that could not begin.
    if let leasedWriter { store.pool.release(leasedWriter, of: loan) }
    leasedWriter = nil
    // The loan has a reference to the session, too.
    loan = nil
  }

  // MARK: Reading

  /// Calls `body` with a connection that sees what the session sees.
  @inline(__always)
  func reading<R>(_ body: (Connection) throws -> R) throws -> R {
    let lease = try beginReading()
    defer { endReading(lease) }
    do {
      return try lease.connection.borrow(body)
    } catch {
      throw failure(error)
    }
  }

  /// Calls `body` with the row of a key, if there is one.
  @inline(__always)
  func find<R>(_ key: Int64, by text: StatementText, body: (Row) throws -> R) throws -> R? {
    try reading { connection in
      // Statements do not stay open in a write transaction, nor between the calls of a session that
      // holds no snapshot.
      let staysOpen = mode == .snapshot && writer == nil
      return try connection.find(key, by: text, staysOpen: staysOpen, body)
    }
  }

  /// Runs reads that belong together, so that they see one snapshot even if the session holds none:
  /// a row that the first read finds still exists for the second.
  func readingTogether<R>(_ body: () throws -> R) throws -> R {
    guard mode == .autocommit, writer == nil else { return try body() }
    return try reading { connection in
      if connection.isInTransaction { return try body() }
      try connection.run(store.texts.beginRead)
      defer { try? connection.run(store.texts.commit) }
      return try body()
    }
  }

  /// Renews the snapshot of reads that belong together, to include what was committed in between.
  func renewSnapshot() throws {
    guard mode == .autocommit, let reader, reader.isInTransaction else { return }
    try reader.run(store.texts.commit)
    try reader.run(store.texts.beginRead)
  }

  /// Returns a connection for one read, which ends with ``endReading(_:)``. Reads may be nested.
  func beginReading() throws -> ReadLease {
    if let lent = writer.map(Unmanaged.passUnretained) {
      writerUses += 1
      return ReadLease(connection: lent, isOfWriter: true)
    }
    let lent = try reader.map(Unmanaged.passUnretained) ?? leaseReader()
    if mode == .snapshot && !lent.borrow({ $0.isInTransaction }) { try lent.borrow(beginSnapshot) }
    readerUses += 1
    return ReadLease(connection: lent, isOfWriter: false)
  }

  private func leaseReader() throws -> Unmanaged<Connection> {
    hasLeasedMore = true
    let connection = reaching(
      try readers.lease(.reader, for: mode == .autocommit ? nil : loan))
    reader = connection
    return .passUnretained(connection)
  }

  private func beginSnapshot(_ connection: Connection) throws {
    if readers !== store.pool {
      try connection.wait(for: try store.layoutPosition(for: loan))
      if let earliestPosition { try connection.wait(for: earliestPosition) }
    }
    try connection.run(store.texts.beginRead)
  }

  /// Ends a read. Returns the connection once no read is in progress, unless it holds the session's
  /// snapshot.
  func endReading(_ lease: ReadLease) {
    if lease.isOfWriter {
      writerUses -= 1
      return
    }
    readerUses -= 1
    if isSnapshotOver { return endSnapshot() }
    guard readerUses == 0, mode == .autocommit, let reader else { return }
    // While a transaction of this session is open, this may be the writer, which is returned at its
    // end.
    if let writer, writer === reader { return }
    self.reader = nil
    store.pool.release(reader)
  }

  /// Ends the session's snapshot, as soon as no read from it is in progress.
  private func endSnapshot() {
    isSnapshotOver = readerUses != 0
    if isSnapshotOver { return }
    // Keep the connection: to get another, the session might have to wait for those that wait for
    // its thread.
    if readers === store.pool, let reader {
      unstoppably { commitReads(of: reader) }
      if !reader.isInTransaction { return }
    }
    if let reader { release(reader) }
    reader = nil
    // From now on, read from the database that the session has written to.
    readers = store.pool
  }

  /// Ends a connection's read transaction, which has nothing that could fail to be committed.
  private func commitReads(of reader: Connection) {
    reader.endSeeking()
    if reader.isInTransaction { try? reader.run(store.texts.commit) }
  }

  /// Returns the reading connection to the pool, ending its snapshot.
  private func release(_ reader: Connection) {
    // Ending the snapshot must not be stopped.
    loan?.remove(reader)
    commitReads(of: reader)
    // If it stayed open, the next lease would see an old snapshot, so the pool checks for that.
    readers.release(reader)
  }

  // MARK: Writing

  /// Starts a write transaction on the writing connection.
  func beginWriting(_ tracker: ChangeTracker) throws -> OpenTransaction {
    if store.isReadOnly {
      throw PersistenceError(
        .readOnly, "the store \(store.name) was opened read-only; open another to write")
    }
    let connection = try leaseWriter()
    connection.usesSavepoints = usesSavepoints
    do {
      try connection.run(store.texts.beginWrite)
      try store.published.notice(layoutOf: connection)
      writer = connection
      if mode == .snapshot {
        // Others may have saved since the session's snapshot.
        seesOneSnapshot = false
        if connection.base.isHeldUpByReaders && reader !== connection { endSnapshot() }
      }
      return OpenTransaction(connection, store: store, tracker: tracker)
    } catch {
      returnWriter(connection)
      throw failure(error)
    }
  }

  /// Returns the writer after the transaction has ended. Reads then see the current state.
  func endWriting() {
    if let writer { returnWriter(writer) }
    writer = nil
    if mode == .snapshot { endSnapshot() }
    if mode != .transaction { seesOneSnapshot = false }
  }

  /// Leases the writer. If it is also used for reading, a session that reads already has it.
  private func leaseWriter() throws -> Connection {
    if let leasedWriter {
      self.leasedWriter = nil
      return leasedWriter
    }
    guard let reader, reader.role == .writer else { return try leaseFromPool() }
    // Statements that stay open would block a change of tables.
    reader.endSeeking()
    if reader.isInTransaction { try reader.run(store.texts.commit) }
    return reader
  }

  private func leaseFromPool() throws -> Connection {
    hasLeasedMore = true
    if let loan { return reaching(try store.pool.lease(.writer, for: loan)) }
    let loan = Loan(
      "a transaction of \(name)", of: store.pool, isBlocking: true, keepsWriter: true)
    store.pool.begin(loan)
    do {
      let connection = try store.pool.lease(.writer, for: loan)
      self.loan = loan
      return reaching(connection)
    } catch {
      store.pool.end(loan)
      throw error
    }
  }

  /// Has a connection reach the rows of the store.
  private func reaching(_ connection: Connection) -> Connection {
    if store.tenancy != nil { connection.reach(store.reach) }
    return connection
  }

  private func returnWriter(_ connection: Connection) {
    connection.usesSavepoints = true
    if connection === reader {
      // Unless the transaction has ended the cursors that it was leased for, reads continue.
      guard mode == .autocommit, readerUses == 0 else { return }
      reader = nil
    }
    store.pool.release(connection, of: loan)
    if mode == .autocommit, let loan {
      store.pool.end(loan)
      self.loan = nil
    }
  }
}

/// The loan of a session.
typealias SessionLoan = LoanOf<Session>

/// The use of a connection for one read.
struct ReadLease {
  /// The connection. Unretained: the session holds it as long as the lease lasts.
  let connection: Unmanaged<Connection>
  /// Whether the connection is the writer, which the session keeps until the transaction ends.
  let isOfWriter: Bool
}
