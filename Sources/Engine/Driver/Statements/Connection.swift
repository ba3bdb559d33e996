/// A driver's connection as the engine uses it: with its prepared statements, a trace, and a guard against
/// changes of layout.
///
/// Isolation: used by one thread at a time; whoever holds its lease from the ``ConnectionPool`` may use it.
public final class Connection {
  /// The driver's connection.
  public let base: any DriverConnection
  /// The use that is made of it.
  public let role: ConnectionRole
  /// The SQL of its database.
  package let dialect: any Dialect
  let character: DatabaseCharacter
  let activity: ConnectionActivity
  /// The number of the pool's trace that it was told last.
  var traceGeneration = 0
  /// Whether the open transaction has savepoints, so that it can go on after a failure.
  var usesSavepoints = true
  /// The version of the layout when the open transaction that writes began; nil where that was not at hand.
  var layoutAtBegin: Int64?
  /// The number of calls under way that may read any table, whatever its layout.
  private(set) var readsOfAnyLayout = 0

  @exclusivity(unchecked) private var kept = StatementTable<Statement>()
  @exclusivity(unchecked) private var seekers = StatementTable<KeySeeker>()
  private var cache: StatementCache
  /// Whether a key was sought since ``endSeeking()`` or the beginning of the lease.
  @exclusivity(unchecked) private var hasSought = false
  /// The rows that the open transaction is to delete.
  private(set) lazy var deletions = WaitingDeletions(on: self)
  /// Found when it is first needed: looking up whether a type has an ability takes long the first time.
  private lazy var changeNoticing = base as? any ChangeNoticing
  /// The driver's connection, if it gives out keys; nil where the engine counts them.
  let keyGiving: (any KeyGiving)?
  /// The driver's connection, if it sends statements together.
  let pipelining: (any Pipelining)?
  private let layoutWatching: (any LayoutWatching)?
  private let driver: any Driver
  private weak var layoutGuard: (any LayoutGuard)?

  /// Has a driver open a connection.
  public convenience init(opening role: ConnectionRole, of driver: any Driver) throws {
    try self.init(driver.openConnection(role), role, of: driver, layoutGuard: nil)
  }

  /// Has a driver open a connection to read what is there; nil where there is nothing.
  package convenience init?(toReadFrom driver: any Driver) throws {
    guard let base = try driver.openFirstReader() else { return nil }
    self.init(base, .reader, of: driver, layoutGuard: nil)
  }

  init(
    _ base: any DriverConnection, _ role: ConnectionRole, of driver: any Driver,
    layoutGuard: (any LayoutGuard)?
  ) {
    self.base = base
    self.role = role
    self.driver = driver
    dialect = driver.dialect
    character = dialect.character
    activity = ConnectionActivity(role: role)
    cache = StatementCache(capacity: driver.statementCacheCapacity)
    // Only where several write at once do transactions wait for a counter.
    keyGiving = character.maximumWriters > 1 ? base as? any KeyGiving : nil
    pipelining = character.failureSpoilsTransaction ? base as? any Pipelining : nil
    layoutWatching = base as? any LayoutWatching
    guard let layoutGuard, let layoutWatching else { return }
    self.layoutGuard = layoutGuard
    layoutWatching.layoutCheck = { [unowned self] in try checkLayout(of: $0) }
  }

  // MARK: Statements

  /// The prepared statement for a text that is run often; prepared at the first call.
  @inline(__always)
  public func statement(_ text: StatementText) throws -> Statement {
    guard let found = kept.find(text.id) else {
      let statement = try prepare(text.sql)
      kept.insert(statement, for: text.id)
      return statement
    }
    return found.isRunning ? try idle(found) : found
  }

  /// The prepared statement for a text made at run time; kept for later calls with the same text.
  /// While it runs, a second call with the same text returns a second statement.
  public func statement(sql: String) throws -> Statement {
    if let found = cache.find(sql) { return try idle(found) }
    let statement = try prepare(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  private func prepare(_ sql: String) throws -> Statement {
    do {
      return Statement(try base.prepare(sql), sql: sql, activity)
    } catch {
      activity.noteFailure()
      throw error
    }
  }

  /// `first`, or while it runs a twin of it that does not.
  private func idle(_ first: Statement) throws -> Statement {
    var candidate = first
    while candidate.isRunning {
      if candidate.twin == nil { candidate.twin = try prepare(first.sql) }
      if let twin = candidate.twin { candidate = twin }
    }
    return candidate
  }

  /// Runs a statement without parameters that comes again and again, such as `BEGIN`: prepared once.
  public func run(sql: String) throws { try statement(sql: sql).run() }

  /// Runs a text without parameters.
  func run(_ text: StatementText) throws { try statement(text).run() }

  /// Runs a statement without parameters that is not kept, such as `CREATE TABLE`.
  public func execute(_ sql: String) throws { try prepare(sql).run() }

  // MARK: Finding by key

  /// Calls `body` with the row that a text finds, whose one parameter is a key; nil where there is none.
  ///
  /// - Parameter staysOpen: whether the statement may stay open until ``endSeeking()``, and hold what the
  ///   transaction sees. For one find after the other in a transaction that only reads.
  @inline(__always)
  func find<R>(
    _ key: Int64, by text: StatementText, staysOpen: Bool, _ body: (Row) throws -> R
  ) throws -> R? {
    if staysOpen, let seeker = try seeker(text) {
      return try seeker.borrow { try $0.find(key, body) }
    }
    let statement = try statement(text)
    defer { statement.reset() }
    statement.set(key, at: 0)
    // `map` would look the result's type up at run time.
    guard let row = try statement.next() else { return nil }
    return try body(row)
  }

  /// The seeker of a text, which the table keeps; nil where the statement itself is to be used.
  private func seeker(_ text: StatementText) throws -> Unmanaged<KeySeeker>? {
    // Opening costs more than one find alone would win.
    guard hasSought else {
      hasSought = true
      return nil
    }
    if let found = seekers.unretained(text.id) {
      return found.borrow { $0.isInUse } ? nil : found
    }
    guard let sql = text.seekingSQL, let statement = try prepareSeeking(sql) else { return nil }
    let seeker = KeySeeker(statement, sql: text.sql, activity)
    seekers.insert(seeker, for: text.id)
    return .passUnretained(seeker)
  }

  /// Returns nil for a text that is not valid: the error is to be of the text that is known.
  private func prepareSeeking(_ sql: String) throws -> (any DriverStatement)? {
    do {
      return try base.prepare(sql)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      return nil
    }
  }

  /// Ends what finds by key have kept open; before their transaction ends.
  func endSeeking() {
    hasSought = false
    activity.endSeeking()
  }

  // MARK: State

  /// The number of runs that have begun of statements that may write, rows as well as tables.
  var writes: Int { activity.writes }

  /// The number of statements that have failed.
  var failures: Int { activity.failures }

  /// Whether a transaction is open, as the database sees it.
  public var isInTransaction: Bool { base.isInTransaction }

  /// Rolls the open transaction back.
  public func rollBack() throws {
    activity.endSeeking()
    try activity.telling("ROLLBACK") { try base.rollBack() }
  }

  /// Resets statements that still run and rolls an open transaction back, so that what one holder forgot
  /// does not reach the next.
  /// - Returns: whether the connection may be lent again.
  @discardableResult
  public func endLease() -> Bool {
    hasSought = false
    activity.deletions?.removeAll()
    if activity.running > 0 { resetAll() }
    return base.endLease()
  }

  private func resetAll() {
    activity.endSeeking()
    for first in kept.values + cache.statements {
      var next: Statement? = first
      while let statement = next {
        statement.reset()
        next = statement.twin
      }
    }
  }

  /// Closes it; its statements must not be used any more.
  public func close() {
    endLease()
    kept = StatementTable()
    seekers = StatementTable()
    cache = StatementCache(capacity: cache.capacity)
    base.close()
  }

  /// Says whom to tell of each statement; nil turns it off.
  public func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    activity.trace = trace
    if trace != nil, let giver = base as? any NoticeGiving { giver.didWarn = activity.note }
  }

  // MARK: What others do

  /// Whether ``dataVersion()`` tells.
  var noticesChanges: Bool { changeNoticing != nil }

  /// A number that differs after another connection has changed the database; nil where the driver cannot
  /// tell.
  func dataVersion() throws -> Int64? { try changeNoticing?.dataVersion() }

  /// A number that grows whenever somebody changes tables, columns or indices; nil where the driver cannot
  /// tell: then changes by other programs stay unnoticed.
  func layoutVersion() throws -> Int64? { try layoutWatching?.layoutVersion() }

  /// The same where it can be told without waiting for an answer; nil where not.
  func layoutVersionAtHand() throws -> Int64? {
    guard let layoutWatching, layoutWatching.isLayoutVersionAtHand else { return nil }
    return try layoutWatching.layoutVersion()
  }

  /// The tables that a statement reads or writes; nil where it cannot be prepared.
  func tables(usedBy sql: String) -> Set<String>? { layoutWatching?.tables(usedBy: sql) }

  /// Reads tables whatever their layout: what is read is not decoded as the properties of a class.
  func readingAnyLayout<R>(_ body: () throws -> R) rethrows -> R {
    readsOfAnyLayout += 1
    defer { readsOfAnyLayout -= 1 }
    return try body()
  }

  /// Asks something on a connection of its own: this one's transaction may be spoiled by a failure.
  func askingBeside<R>(_ body: (Connection) throws -> R) throws -> R {
    let other = try Connection(opening: .reader, of: driver)
    defer { other.close() }
    return try body(other)
  }

  private func checkLayout(of sql: String) throws -> Bool {
    guard let layoutGuard else { return false }
    let trace = activity.trace
    activity.trace = nil
    defer { activity.trace = trace }
    return try layoutGuard.check(sql, on: self)
  }
}
