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
  /// Runs statements without parameters or results, separated by semicolons.
  open func execute(_ sql: String) throws { preconditionFailure("a driver overrides execute(_:)") }
  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  open var changes: Int { preconditionFailure("a driver overrides changes") }
  /// Whether a transaction is open, as the database sees it.
  open var isInTransaction: Bool { preconditionFailure("a driver overrides isInTransaction") }
  /// Resets statements that still run and rolls an open transaction back. The pool calls it when
  /// a lease ends, so that what one holder forgot does not reach the next.
  open func endLease() { preconditionFailure("a driver overrides endLease()") }
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
  /// Stops the statement that runs now; may be called from any thread.
  open func interrupt() { preconditionFailure("a driver overrides interrupt()") }
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

  /// Describes a table.
  public init(name: String, columns: [String], indices: Set<String>) {
    self.name = name
    self.columns = columns
    self.indices = indices
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

/// Opens connections to one database and speaks its SQL. A database product is one driver.
public protocol Driver: Sendable {
  /// How SQL is written for this database.
  var dialect: any Dialect { get }
  /// How many connections may read at once, beside the writer. 0: the writer reads, too.
  var maximumReaders: Int { get }
  /// What to call the database in messages, such as its path.
  var databaseName: String { get }
  /// Opens a connection. Throws a ``PersistenceError`` that names the database.
  func openConnection(_ role: Connection.Role) throws -> Connection
}
