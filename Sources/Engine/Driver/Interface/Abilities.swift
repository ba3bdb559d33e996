// Abilities that only some connections have. The engine checks whether a connection conforms. If
// not, it does without the ability or throws `unsupported`.

/// A connection that frees unused space.
///
/// ```swift
/// extension ShopConnection: Vacuuming {
///   func vacuum() throws { try run("VACUUM") }
/// }
/// ```
public protocol Vacuuming: DriverConnection {
  /// Frees unused space and puts tables in order. Called outside of transactions, on the writer.
  func vacuum() throws
}

/// A connection that gathers statistics for planning queries.
///
/// ```swift
/// extension ShopConnection: Optimizing {
///   func optimize(isThorough: Bool) throws { try run(isThorough ? "ANALYZE" : "OPTIMIZE") }
/// }
/// ```
public protocol Optimizing: DriverConnection {
  /// Updates the database's statistics about its values. Called on the writer.
  /// - Parameter isThorough: whether to look at all tables, rather than only those that have
  ///   changed.
  func optimize(isThorough: Bool) throws
}

/// A connection that finds problems in its database.
///
/// ```swift
/// extension ShopConnection: ProblemFinding {
///   func findProblems() throws -> [DatabaseProblem] {
///     try texts("CHECK DATABASE").map { DatabaseProblem($0) }
///   }
///   func brokenReference() throws -> BrokenReference? { nil }
/// }
/// ```
public protocol ProblemFinding: DriverConnection {
  /// Returns the problems that the database finds in itself: damage, and references to missing
  /// rows.
  func findProblems() throws -> [DatabaseProblem]
  /// Finds a reference to a missing row, which prevents the open transaction from being committed.
  func brokenReference() throws -> BrokenReference?
}

/// A connection that copies its database.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol BackingUp: DriverConnection {
  /// Copies the whole database as of one moment. Others may write meanwhile.
  /// - Parameters:
  ///   - destination: the destination of the copy, such as a path; the driver defines its form.
  ///   - isReplacing: whether an existing copy is replaced.
  ///   - progress: called with the parts that are done and all of them; an error ends the copy.
  func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws
}

/// A connection that measures its database.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol Measuring: DriverConnection {
  /// Returns sizes and settings. Reads no more than that requires, at most each page once.
  func measure() throws -> DatabaseFigures
}

/// A connection that limits how long a statement takes.
///
/// ```swift
/// extension ShopConnection: StatementLimiting {
///   func setStatementTimeout(_ limit: Duration?) throws {
///     try run("SET statement_timeout = \(Int((limit ?? .zero) / .milliseconds(1)))")
///   }
/// }
/// ```
public protocol StatementLimiting: DriverConnection {
  /// Sets the time that a statement may spend in the database before it throws `timedOut`; nil for
  /// no limit.
  func setStatementTimeout(_ limit: Duration?) throws
}

/// A connection to a database that issues warnings about statements that it runs nevertheless.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol NoticeGiving: DriverConnection {
  /// The function that is called with each warning while a statement runs. The engine sets it.
  var didWarn: ((String) -> Void)? { get set }
}

/// A connection that notices when others change the database.
///
/// ```swift
/// extension ShopConnection: ChangeNoticing {
///   func dataVersion() throws -> Int64 { try integer("SELECT change_count()") }
/// }
/// ```
public protocol ChangeNoticing: DriverConnection {
  /// Returns a number that changes when another connection changes the database, and stays the same
  /// while only this one does.
  func dataVersion() throws -> Int64
}

/// A connection that notices when others change tables, columns or indices.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol LayoutWatching: DriverConnection {
  /// Returns a number that grows whenever tables, columns or indices change, as this connection
  /// sees them now.
  func layoutVersion() throws -> Int64
  /// Whether ``layoutVersion()`` returns without waiting for an answer.
  var isLayoutVersionAtHand: Bool { get }
  /// Returns the tables that a statement reads or writes, possibly among other names in its text;
  /// nil if it cannot be prepared.
  func tables(usedBy sql: String) -> Set<String>?
  /// A check that throws if a statement reads tables that no longer fit the program's classes. The
  /// engine sets it.
  ///
  /// If a statement was prepared for this run, or prepared again because the layout has changed,
  /// the driver calls the check before the first row is used. If a statement cannot be prepared,
  /// the driver calls the check before it throws its own error. The check returns whether the
  /// statement need not be checked again until it is prepared again.
  var layoutCheck: ((_ sql: String) throws -> Bool)? { get set }
}

extension LayoutWatching {
  /// Always true.
  public var isLayoutVersionAtHand: Bool { true }
}

/// A connection that can tell the position of its database, and wait until a copy has reached one.
///
/// ```swift
/// extension ShopConnection: PositionTelling {
///   func position() throws -> String { try text("SELECT log_position()") }
///   func wait(for position: String) throws { try wait(untilReplayed: position) }
/// }
/// ```
public protocol PositionTelling: DriverConnection {
  /// Returns the position after everything committed so far.
  func position() throws -> String
  /// Makes all later reads include everything up to a position. Called outside of transactions.
  /// Throws `invalidQuery` for a text that is not a position.
  func wait(for position: String) throws
}

/// A connection that allocates primary keys without making transactions wait for each other.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol KeyGiving: DriverConnection {
  /// Returns keys of a table, in blocks, that nobody else gets, whether or not the open transaction
  /// is committed.
  /// - Parameters:
  ///   - table: the table's name.
  ///   - count: the minimum number of keys.
  func takeKeys(of table: String, count: Int) throws -> [ClosedRange<Int64>]
  /// Returns the first key of a table that has not been allocated. Also called in read-only
  /// transactions.
  func nextKey(of table: String) throws -> Int64
  /// Makes the keys of a table continue after one that came from elsewhere. Part of the open
  /// transaction.
  func reserveKeys(of table: String, through last: Int64) throws
}

/// A connection to a database in which several transactions may change tables at once.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol UpkeepLocking: DriverConnection {
  /// Keeps other callers from changing tables until the open transaction ends. Throws `busy` if
  /// another caller was changing them until now: the open transaction may not see the changes.
  func lockUpkeep() throws
  /// Whether nothing has been run since the open transaction was begun. The default is false, with
  /// which ``Dialect/beginUpkeep`` is never used.
  var hasRunNothing: Bool { get }
}

extension UpkeepLocking {
  /// Always false.
  public var hasRunNothing: Bool { false }
}

/// A connection to a database that may fall silent, such as a server.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol Abandoning: DriverConnection {
  /// Abandons the connection if the database has not answered a `COMMIT` or a `ROLLBACK` for some
  /// time; the `COMMIT` then throws `commitUnknown`. Called from any thread, again and again, in
  /// place of ``DriverConnection/interrupt()`` for work that should have ended, while its
  /// transaction ends.
  func abandonIfSilent()
}

/// A connection that now and then has work to do between leases that takes long, such as waiting
/// for readers.
///
/// ``Vacuuming`` shows how a connection conforms.
public protocol Resting: DriverConnection {
  /// Whether there is such work. Asked at the end of each lease of a writer.
  var needsRest: Bool { get }
  /// Does the work. Called on a thread of its own before the connection is lent again, so that it
  /// does not hold up the caller whose lease has ended, which the readers may be waiting for.
  func rest()
}

/// A statement that can leave rows on the server until they are requested. Drivers of other
/// statements may read all rows when a statement is run.
///
/// ``Vacuuming`` shows how a connection conforms; a statement does alike.
public protocol GradualReading: DriverStatement {
  /// Whether the next run reads its rows gradually, because there may be many and others are read
  /// in between.
  var readsByAndBy: Bool { get set }
}
