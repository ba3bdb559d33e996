/// One connection to a database. The driver subclasses it.
///
/// Isolation: used by one thread at a time; whoever holds its lease from the ``ConnectionPool``
/// may use it.
open class Connection {
  /// Whether it may write.
  public let role: Role

  /// What a connection is for.
  public enum Role: Sendable {
    /// The one connection that writes and checkpoints.
    case writer
    /// A connection that only reads.
    case reader
  }

  /// Which of the pool's traces this connection was told last.
  final var traceGeneration = 0
  /// Whom to ask before rows are used when the layout may have changed; nil where nobody knows.
  public final var layoutGuard: (any LayoutGuard)?
  /// The number of calls under way that may read any table, whatever its layout.
  final var readsOfAnyLayout = 0

  /// For subclasses.
  public init(role: Role) { self.role = role }

  /// The prepared statement for a text that is run often; prepared at the first call.
  open func statement(_ text: StatementText) throws -> Statement {
    preconditionFailure("a driver overrides statement(_:)")
  }
  /// A prepared statement for a text made at run time; kept for later calls with the same text.
  /// While it runs, a second call with the same text gives a second statement.
  open func statement(sql: String) throws -> Statement {
    preconditionFailure("a driver overrides statement(sql:)")
  }
  /// The prepared statement for a text that finds the row of a key, which is its one parameter, for
  /// one find after the other in a transaction that only reads. It is used like any other, but may
  /// stay open when it is reset, and then holds what the transaction sees until ``endSeeking()``.
  /// The default is ``statement(_:)-(StatementText)``.
  open func seekingStatement(_ text: StatementText) throws -> Statement { try statement(text) }
  /// Finds the row of a key by a text whose one parameter it is. The statement stands at the row until
  /// it is reset; nil where there is none. Unretained: the connection keeps its prepared statements.
  /// With `staysOpen` by ``seekingStatement(_:)``, else by ``statement(_:)-(StatementText)``.
  open func row(
    of key: Int64, _ text: StatementText, staysOpen: Bool
  ) throws -> Unmanaged<Statement>? {
    let statement = staysOpen ? try seekingStatement(text) : try statement(text)
    statement.set(key, at: 0)
    do {
      if try statement.step() { return .passUnretained(statement) }
    } catch {
      statement.reset()
      throw error
    }
    statement.reset()
    return nil
  }
  /// Runs a text that gives no rows, and whose one parameter is a key. By
  /// ``statement(_:)-(StatementText)``; drivers may do it in one call.
  open func run(_ text: StatementText, for key: Int64) throws {
    let statement = try statement(text)
    statement.set(key, at: 0)
    try statement.run()
  }
  /// What inserts rows with one run of a statement, given by ``Dialect/insertRows(_:into:)``; nil, the
  /// default, where the driver has nothing of the kind, or is at it already.
  open func rowInsertion(_ text: StatementText, columns: Int) throws -> RowInsertion? { nil }
  /// Ends what ``seekingStatement(_:)`` has kept open; before its transaction ends.
  open func endSeeking() {}
  /// Writes staged rows by one statement, whose text is from ``Dialect/updateStaged(_:in:by:)``.
  /// Rows that the database does not have, or that do not match, are passed over; ``changes`` tells how
  /// many it has written. If ``StagedRows/notedTable`` says so each is noted there.
  open func update(_ rows: StagedRows, _ text: StatementText) throws {
    preconditionFailure("a driver whose dialect has such texts overrides update(_:_:)")
  }
  /// Runs statements without parameters or results, separated by semicolons.
  open func execute(_ sql: String) throws { preconditionFailure("a driver overrides execute(_:)") }
  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  open var changes: Int { preconditionFailure("a driver overrides changes") }
  /// How many runs of statements have begun that may write, rows as well as tables.
  open var writes: Int { preconditionFailure("a driver overrides writes") }
  /// Rolls the open transaction back. The default runs `ROLLBACK`. It need not throw where
  /// ``endLease()`` will have the connection closed, and the transaction with it.
  open func rollBack() throws { try run("ROLLBACK") }
  /// Whether a transaction is open, as the database sees it.
  open var isInTransaction: Bool { preconditionFailure("a driver overrides isInTransaction") }
  /// The failure after which the database ended the transaction of this lease by itself, as some do
  /// when the disk is full. A driver that cannot tell gives nil.
  open var endingFailure: (any Error)? { nil }
  /// Resets statements that still run and rolls an open transaction back. The pool calls it when
  /// a lease ends, so that what one holder forgot does not reach the next.
  /// - Returns: whether the connection may be lent again. If not, such as when a transaction could not be
  ///   rolled back, the pool closes it and opens another.
  @discardableResult
  open func endLease() -> Bool { preconditionFailure("a driver overrides endLease()") }
  /// Closes it; statements made from it must not be used any more.
  open func close() { preconditionFailure("a driver overrides close()") }
  /// The tables, columns and indices that the database holds.
  open func readSchema() throws -> [ExistingTable] {
    preconditionFailure("a driver overrides readSchema()")
  }
  /// Finds a reference to a missing row, which keeps the open transaction from being committed. A
  /// driver that cannot tell gives nil.
  open func brokenReference() throws -> BrokenReference? { nil }
  /// The indices that the database holds, without those that it made for keys by itself.
  open func readIndices() throws -> [ExistingIndex] {
    preconditionFailure("a driver overrides readIndices()")
  }
  /// Gives unused space back and puts tables in order; outside of transactions, on the writer. The
  /// default throws `unsupported`, like those of the following.
  open func vacuum() throws { throw Self.unsupported("vacuum the database") }
  /// Brings up to date what the database knows of its values, to plan queries by; on the writer.
  /// - Parameter isThorough: whether to look at all tables, rather than at those that have changed.
  open func optimize(isThorough: Bool) throws { throw Self.unsupported("optimize the database") }
  /// What is wrong with the database, as far as it can tell itself: damage, and rows that refer to
  /// none.
  open func findProblems() throws -> [DatabaseProblem] {
    throw Self.unsupported("check the database")
  }
  /// Copies the whole database, as it is at one moment, to a path. Others may write meanwhile.
  open func backUp(
    to path: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws { throw Self.unsupported("copy the database") }

  private static func unsupported(_ action: String) -> PersistenceError {
    PersistenceError(.unsupported, "the driver has no way to \(action)")
  }

  /// A number that differs after another connection has changed the database, and stays the same
  /// while only this one does.
  open func dataVersion() throws -> Int64 {
    preconditionFailure("a driver overrides dataVersion()")
  }
  /// A number that grows whenever somebody changes tables, columns or indices, as this connection sees them
  /// now; not told to the trace. nil, the default, where the driver cannot tell: then changes by other
  /// programs stay unnoticed.
  open func layoutVersion() throws -> Int64? { nil }
  /// The tables that a statement reads or writes; nil where it cannot be prepared.
  open func tables(usedBy sql: String) -> Set<String>? { nil }
  /// Reads tables whatever their layout: what is read is not decoded as the properties of a class.
  final func readingAnyLayout<R>(_ body: () throws -> R) rethrows -> R {
    readsOfAnyLayout += 1
    defer { readsOfAnyLayout -= 1 }
    return try body()
  }
  /// Whether nothing can be committed while others read.
  open var isHeldUpByReaders: Bool { false }
  /// Stops the statement that runs now; may be called from any thread.
  open func interrupt() { preconditionFailure("a driver overrides interrupt()") }
  /// Sets how long a statement may take, its time in the database counted; then it fails with
  /// `timedOut`. nil stands for any time. The default throws `unsupported`.
  open func setStatementTimeout(_ limit: Duration?) throws {
    throw Self.unsupported("limit the time of a statement")
  }
  /// Says whom to tell of each statement; nil turns it off.
  open func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    preconditionFailure("a driver overrides setTrace(_:)")
  }
}

/// A table as the database has it.
public struct ExistingTable: Sendable, Hashable {
  /// The table's name.
  public let name: String
  /// Its columns' names, in order.
  public let columns: [String]
  /// Its indices' names.
  public let indices: Set<String>
  /// What its columns refer to, by the column's name.
  public let foreignKeys: [String: ForeignKey]

  /// Describes a table.
  public init(
    name: String, columns: [String], indices: Set<String>, foreignKeys: [String: ForeignKey] = [:]
  ) {
    self.name = name
    self.columns = columns
    self.indices = indices
    self.foreignKeys = foreignKeys
  }
}

/// A reference to a row that does not exist.
public struct BrokenReference: Sendable, Hashable {
  /// The table that refers.
  public let table: String
  /// The column that refers.
  public let column: String
  /// The primary key of the referring row; nil in child tables.
  public let pk: Int64?
  /// The table referred to.
  public let target: String

  /// Describes a reference.
  public init(table: String, column: String, pk: Int64?, target: String) {
    self.table = table
    self.column = column
    self.pk = pk
    self.target = target
  }
}

/// One run of a statement, as told to `store.trace`.
public struct StatementTrace: Sendable {
  /// The text, with placeholders.
  public let sql: String
  /// From the first step to the end.
  public let duration: Duration
  /// Which connection ran it.
  public let role: Connection.Role

  /// Makes an event; drivers call this.
  public init(sql: String, duration: Duration, role: Connection.Role) {
    self.sql = sql
    self.duration = duration
    self.role = role
  }
}

/// Something that is wrong with a database.
public struct DatabaseProblem: Sendable, Hashable {
  /// The table concerned, if it is known.
  public let table: String?
  /// What is wrong.
  public let message: String

  /// Describes a problem.
  public init(table: String? = nil, _ message: String) {
    self.table = table
    self.message = message
  }
}
