// What only some connections can do. The engine asks a connection whether it conforms, and does without
// or throws `unsupported` where it does not.

/// A connection that frees unused space.
public protocol Vacuuming: DriverConnection {
  /// Frees unused space and puts tables in order. Outside of transactions, on the writer.
  func vacuum() throws
}

/// A connection that gathers figures to plan queries by.
public protocol Optimizing: DriverConnection {
  /// Brings up to date what the database knows of its values. On the writer.
  /// - Parameter isThorough: whether to look at all tables, rather than at those that have changed.
  func optimize(isThorough: Bool) throws
}

/// A connection that finds what is wrong with its database.
public protocol ProblemFinding: DriverConnection {
  /// Returns what is wrong with the database, as far as it can tell itself: damage, and rows that refer
  /// to none.
  func findProblems() throws -> [DatabaseProblem]
  /// Finds a reference to a missing row, which keeps the open transaction from being committed.
  func brokenReference() throws -> BrokenReference?
}

/// A connection that copies its database.
public protocol BackingUp: DriverConnection {
  /// Copies the whole database, as it is at one moment. Others may write meanwhile.
  /// - Parameter destination: where the copy goes, such as a path; the driver says what it may be.
  func backUp(
    to destination: String, isReplacing: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws
}

/// A connection that measures its database.
public protocol Measuring: DriverConnection {
  /// Returns sizes and settings. Reads as much as that takes, at most each page once.
  func measure() throws -> DatabaseFigures
}

/// A connection that limits how long a statement takes.
public protocol StatementLimiting: DriverConnection {
  /// Sets how long a statement may take, its time in the database counted; then it throws `timedOut`. nil
  /// stands for any time.
  func setStatementTimeout(_ limit: Duration?) throws
}

/// A connection to a database that warns of what it does all the same.
public protocol NoticeGiving: DriverConnection {
  /// The function that is called with each warning, while a statement runs. The engine sets it.
  var didWarn: ((String) -> Void)? { get set }
}

/// A connection that notices what others do to the database.
public protocol ChangeNoticing: DriverConnection {
  /// A number that differs after another connection has changed the database, and stays the same while
  /// only this one does.
  func dataVersion() throws -> Int64
}

/// A connection that notices when others change tables, columns or indices.
public protocol LayoutWatching: DriverConnection {
  /// A number that grows whenever somebody changes tables, columns or indices, as this connection sees
  /// them now.
  func layoutVersion() throws -> Int64
  /// Whether ``layoutVersion()`` can tell without waiting for an answer.
  var isLayoutVersionAtHand: Bool { get }
  /// The tables that a statement reads or writes, perhaps among other names of its text; nil where it cannot be
  /// prepared.
  func tables(usedBy sql: String) -> Set<String>?
  /// Throws if a statement reads tables that the program's classes no longer fit. The engine sets it.
  ///
  /// The driver calls it before the first row of a statement is used that was prepared for this run, be
  /// it anew since the layout has changed; and when a statement cannot be prepared, before it throws an
  /// error of its own. It returns whether the statement need not be checked again until it is prepared
  /// anew.
  var layoutCheck: ((_ sql: String) throws -> Bool)? { get set }
}

extension LayoutWatching {
  /// Always true.
  public var isLayoutVersionAtHand: Bool { true }
}

/// A connection that can tell how far its database is, and wait until a copy is as far.
public protocol PositionTelling: DriverConnection {
  /// The position behind all that was committed so far.
  func position() throws -> String
  /// Has what is read from now on include all up to a position. Outside of transactions. Throws `invalidQuery` for a
  /// text that is no position.
  func wait(for position: String) throws
}

/// A connection that gives out primary keys without letting transactions wait for each other.
public protocol KeyGiving: DriverConnection {
  /// Returns keys of a table, in blocks, which nobody else gets, whatever becomes of the open transaction.
  /// - Parameter count: the least number of keys.
  func takeKeys(of table: String, count: Int) throws -> [ClosedRange<Int64>]
  /// The first key of a table that nobody was given. Also in a transaction that only reads.
  func nextKey(of table: String) throws -> Int64
  /// Lets the keys of a table begin behind one that came in another way. Part of the open transaction.
  func reserveKeys(of table: String, through last: Int64) throws
}

/// A connection to a database in which several transactions may change tables at once.
public protocol UpkeepLocking: DriverConnection {
  /// Keeps others who call this from changing tables until the open transaction ends. Throws `busy` if somebody
  /// did so just then: the open transaction may not see what has changed.
  func lockUpkeep() throws
}

/// A statement that can leave rows with the server until they are asked for. Without it, a driver may read all
/// rows when a statement is run.
public protocol GradualReading: DriverStatement {
  /// Whether the next run reads its rows by and by: there may be many, and others are read in between.
  var readsByAndBy: Bool { get set }
}
