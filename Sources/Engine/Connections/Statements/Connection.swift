package import PersistentObjectsDriver
import Synchronization

/// A driver's connection as the engine uses it, with its prepared statements, a trace, and a guard
/// against layout changes.
///
/// Isolation: used by one thread at a time, that of the holder of its lease from the
/// ``ConnectionPool``.
package final class Connection {
  /// The driver's connection.
  package let base: any DriverConnection
  /// The role of the connection.
  package let role: ConnectionRole
  /// The SQL dialect of its database.
  package let dialect: any Dialect
  package let character: DatabaseCharacter
  /// The number of the connection, which no other one in the process has.
  package let number = Connection.numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<Int>(0)
  package let activity: ConnectionActivity
  /// The number of the pool's trace that was set last.
  var traceGeneration = 0
  /// Whether the open transaction has savepoints, so that it can continue after a failure.
  package var usesSavepoints = true
  /// The layout version at the beginning of the open write transaction; nil if it is not known.
  package var layoutAtBegin: Int64?
  private var isClosed = false
  /// The number of running calls that may read any table, regardless of its layout.
  package private(set) var readsOfAnyLayout = 0

  @exclusivity(unchecked) private var kept = StatementTable<Statement>()
  @exclusivity(unchecked) private var seekers = StatementTable<KeySeeker>()
  private var cache: StatementCache

  private struct PreparedStatements {
    var kept = StatementTable<Statement>()
    var seekers = StatementTable<KeySeeker>()
    var cache: StatementCache
  }

  /// The number of keys sought since the last ``endSeeking()`` or the beginning of the lease.
  @exclusivity(unchecked) private var soughtKeys = 0
  /// Whether the last transaction that sought a key sought several.
  @exclusivity(unchecked) private var seeksOften = false
  /// The rows that the open transaction will delete.
  package private(set) lazy var deletions = WaitingDeletions(on: self)
  /// The driver's connection, if it notices changes. Looked up lazily: finding out whether a type
  /// has an ability takes long the first time.
  private lazy var changeNoticing = base as? any ChangeNoticing
  /// The driver's connection, if it allocates keys; nil if the engine counts them.
  package let keyGiving: (any KeyGiving)?
  /// The driver's connection, if it sends statements together.
  let pipelining: (any Pipelining)?
  private let layoutWatching: (any LayoutWatching)?
  private let resting: (any Resting)?
  private let driver: any Driver
  /// The way in which tenants share the tables; nil if there are no tenants.
  package let tenancy: Tenancy?
  /// The statements that were prepared for other kinds of reach, if tenants share the tables.
  private var otherStatements: [TenantReach.Kind: PreparedStatements] = [:]
  private weak var layoutGuard: (any LayoutGuard)?

  /// Creates a connection that a driver opens.
  package convenience init(
    opening role: ConnectionRole, of driver: any Driver, tenancy: Tenancy? = nil
  ) throws {
    try self.init(
      driver.openConnection(role), role, of: driver, tenancy: tenancy, layoutGuard: nil)
  }

  /// Creates a connection to read an existing database; nil if there is nothing to read.
  package convenience init?(toReadFrom driver: any Driver, tenancy: Tenancy? = nil) throws {
    guard let base = try driver.openFirstReader() else { return nil }
    self.init(base, .reader, of: driver, tenancy: tenancy, layoutGuard: nil)
  }

  init(
    _ base: any DriverConnection, _ role: ConnectionRole, of driver: any Driver,
    tenancy: Tenancy? = nil, layoutGuard: (any LayoutGuard)?
  ) {
    self.base = base
    self.tenancy = tenancy
    self.role = role
    self.driver = driver
    dialect = driver.dialect
    character = dialect.character
    activity = ConnectionActivity(role: role)
    cache = StatementCache(capacity: driver.statementCacheCapacity)
    // Only if several can write at once do transactions wait for a counter.
    keyGiving = character.maximumWriters > 1 ? base as? any KeyGiving : nil
    pipelining = character.failureSpoilsTransaction ? base as? any Pipelining : nil
    layoutWatching = base.layoutWatching
    resting = base.resting
    guard let layoutGuard, let layoutWatching else { return }
    self.layoutGuard = layoutGuard
    layoutWatching.layoutCheck = { [unowned self] in try checkLayout(of: $0) }
  }

  // MARK: Statements

  /// Returns the prepared statement for a text that is run often; the first call prepares it.
  @inline(__always)
  package func statement(_ text: StatementText) throws -> Statement {
    guard let found = kept.find(text.id) else { return try keep(text) }
    return found.isRunning ? try idle(found) : found
  }

  /// Prepares a statement and keeps it.
  private func keep(_ text: StatementText) throws -> Statement {
    let statement = try prepare(text.sql)
    if kept.values.count >= Self.keptStatements { kept.removeAll { !$0.isInUse } }
    kept.insert(statement, for: text.id)
    return statement
  }

  /// The number of statements of kept texts beyond which those that are idle are closed. Classes
  /// have one for each set of properties that change together.
  private static let keptStatements = 1000

  /// Returns the prepared statement for a text made at run time, and keeps it for later calls with
  /// the same text. While the statement runs, a call with the same text returns a second statement.
  package func statement(sql: String) throws -> Statement {
    if let found = cache.find(sql) { return try idle(found) }
    let statement = try prepare(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  private func prepare(_ sql: String) throws -> Statement {
    do {
      let (text, tenant) = try restricted(sql)
      return Statement(try base.prepare(text), sql: text, for: sql, tenant: tenant, activity)
    } catch {
      activity.noteFailure()
      throw error
    }
  }

  /// Returns `first`, or an idle twin of it while it runs.
  private func idle(_ first: Statement) throws -> Statement {
    var candidate = first
    while candidate.isRunning {
      if candidate.twin == nil { candidate.twin = try prepare(first.source) }
      if let twin = candidate.twin { candidate = twin }
    }
    return candidate
  }

  /// Runs a statement without parameters that is run often, such as `BEGIN`. It is prepared once.
  package func run(sql: String) throws { try statement(sql: sql).run() }

  /// Runs a text without parameters.
  package func run(_ text: StatementText) throws { try statement(text).run() }

  /// Runs a statement without parameters that is not kept, such as `CREATE TABLE`. If the database
  /// has committed the transaction for it, begins another one.
  package func execute(_ sql: String) throws {
    let wasInTransaction = !character.transactsLayout && isInTransaction
    try prepare(sql).run()
    if wasInTransaction && !isInTransaction { try run(sql: dialect.beginWrite) }
  }

  // MARK: Tenants

  /// Whether the connection reaches the rows of one tenant alone.
  package var servesTenant: Bool {
    if case .tenant = activity.reach { true } else { false }
  }

  /// Whether the rows of a table can be changed: a tenant cannot change those that all share.
  package func mayChange(_ table: String) -> Bool {
    !servesTenant || tenancy?.isCommon(character.shortened(table)) != true
  }

  /// Sets the rows that statements reach; nil means those of all tables.
  package func reach(_ reach: TenantReach?) {
    let former = activity.reach
    if former == reach { return }
    activity.reach = reach
    if let type = tenancy?.column.type { base.serve(reach?.tenant, of: type) }
    let (last, next) = (TenantReach.Kind(former), TenantReach.Kind(reach))
    if last == next { return }
    activity.endSeeking()
    let others =
      otherStatements[next] ?? PreparedStatements(cache: StatementCache(capacity: cache.capacity))
    otherStatements[last] = PreparedStatements(kept: kept, seekers: seekers, cache: cache)
    (kept, seekers, cache) = (others.kept, others.seekers, others.cache)
  }

  /// Runs `body` with the rows of all tenants in reach. Rows that wait to be deleted are those of
  /// the present tenant, and are deleted before.
  package func reachingAll<R>(_ body: () throws -> R) throws -> R {
    guard tenancy != nil, let former = activity.reach else { return try body() }
    try activity.deletions?.run()
    reach(nil)
    defer { reach(former) }
    return try body()
  }

  /// Runs `body` once for each tenant with rows in a table, with those in reach; once if tenants
  /// do not share it.
  package func forEachTenant(of table: String, _ body: () throws -> Void) throws {
    guard let tenancy, tenancy.separates(table) else { return try body() }
    try activity.deletions?.run()
    let former = activity.reach
    defer { reach(former) }
    reach(nil)
    let name = dialect.quoted(ColumnDefinition.tenantName)
    let tenants = try prepare("SELECT DISTINCT \(name) FROM \(dialect.quoted(table)) ORDER BY 1")
      .rows { $0.value(at: 0) }
    for tenant in tenants {
      reach(.tenant(tenant))
      try body()
    }
  }

  private func restricted(_ sql: String) throws -> (sql: String, tenant: TenantParameter) {
    guard let tenancy, let reach = activity.reach else { return (sql, TenantParameter()) }
    let (text, index) = try TenantText.text(for: sql, reach, tenancy, dialect)
    return (text, TenantParameter(index: index))
  }

  // MARK: Finding by key

  /// Calls `body` with the row that a text, whose one parameter is a key, finds; returns nil if
  /// there is none.
  ///
  /// - Parameter staysOpen: whether the statement may stay open until ``endSeeking()``, and hold
  ///   its snapshot. For repeated finds in a read-only transaction.
  @inline(__always)
  @inlinable
  package func find<R>(
    _ key: Int64, by text: StatementText, staysOpen: Bool, _ body: (Row) throws -> R
  ) throws -> R? {
    if staysOpen, let seeker = try seeker(text) {
      return try seeker.borrow { try $0.find(key, body) }
    }
    let statement = try statement(text)
    defer { statement.reset() }
    statement.set(key, at: 0)
    // `map` would look up the result's type at run time.
    guard let row = try statement.next() else { return nil }
    return try body(row)
  }

  /// Returns the seeker of a text, which the table retains; nil if the statement itself has to be
  /// used.
  private func seeker(_ text: StatementText) throws -> Unmanaged<KeySeeker>? {
    soughtKeys += 1
    // Opening a seeker costs more than a single find would gain.
    guard soughtKeys > 1 || seeksOften else { return nil }
    if let found = seekers.unretained(text.id) {
      return found.borrow { $0.isInUse } ? nil : found
    }
    guard let sql = text.seekingSQL, let (statement, tenant) = try prepareSeeking(sql) else {
      return nil
    }
    let seeker = KeySeeker(
      statement, sql: try restricted(text.sql).sql, tenant: tenant, activity)
    seekers.insert(seeker, for: text.id)
    return .passUnretained(seeker)
  }

  /// Prepares a seeking text; nil if it is invalid, so that the error is reported for the text that
  /// the caller knows.
  private func prepareSeeking(
    _ sql: String
  ) throws -> (statement: any DriverStatement, tenant: TenantParameter)? {
    do {
      let (text, tenant) = try restricted(sql)
      return (try base.prepare(text), tenant)
    } catch let error as PersistenceError where error.code == .invalidQuery {
      return nil
    }
  }

  /// Closes the statements that finds by key have kept open. Called before their transaction ends.
  package func endSeeking() {
    forgetSeeking()
    activity.endSeeking()
  }

  private func forgetSeeking() {
    if soughtKeys == 0 { return }
    seeksOften = soughtKeys > 1
    soughtKeys = 0
  }

  // MARK: State

  /// The number of runs begun of statements that may write rows or change tables.
  package var writes: Int { activity.writes }

  /// The number of statements that have failed.
  package var failures: Int { activity.failures }

  /// Whether a transaction is open, as the database sees it.
  package var isInTransaction: Bool { base.isInTransaction }

  /// Rolls back the open transaction.
  package func rollBack() throws {
    activity.endSeeking()
    try activity.telling("ROLLBACK") { try base.rollBack() }
  }

  /// Resets statements that still run and rolls back an open transaction, so that nothing that one
  /// holder left behind reaches the next.
  /// - Returns: whether the connection may be lent again.
  @discardableResult
  package func endLease() -> Bool {
    forgetSeeking()
    activity.deletions?.removeAll()
    if activity.running > 0 { resetAll() }
    if tenancy != nil { reach(nil) }
    return !isClosed && base.endLease()
  }

  /// Whether the connection has work to do before it is lent again.
  var needsRest: Bool { resting?.needsRest == true }

  /// Does the work.
  func rest() { resting?.rest() }

  private func resetAll() {
    activity.endSeeking()
    let others = otherStatements.values.flatMap { $0.kept.values + $0.cache.statements }
    for first in kept.values + cache.statements + others {
      var next: Statement? = first
      while let statement = next {
        statement.reset()
        next = statement.twin
      }
    }
  }

  /// Closes the connection. Its statements must not be used afterwards.
  package func close() {
    endLease()
    kept = StatementTable()
    seekers = StatementTable()
    cache = StatementCache(capacity: cache.capacity)
    otherStatements = [:]
    isClosed = true
    base.close()
  }

  /// Sets the function that is called for each statement; nil turns the trace off.
  package func setTrace(_ trace: (@Sendable (StatementTrace) -> Void)?) {
    activity.trace = trace
    if trace != nil, let giver = base as? any NoticeGiving { giver.didWarn = activity.note }
  }

  // MARK: Changes by others

  /// Whether ``dataVersion()`` returns a number.
  package var noticesChanges: Bool { changeNoticing != nil }

  /// Returns a number that changes when another connection changes the database; nil if the driver
  /// cannot tell. It can be compared only with numbers of the same connection.
  package func dataVersion() throws -> Int64? { try changeNoticing?.dataVersion() }

  /// Returns a number that grows whenever tables, columns or indices change; nil if the driver
  /// cannot tell. Changes by other programs then remain unnoticed.
  package func layoutVersion() throws -> Int64? { try layoutWatching?.layoutVersion() }

  /// Returns the layout version if it is known without waiting for an answer; nil otherwise.
  package func layoutVersionAtHand() throws -> Int64? {
    guard let layoutWatching, layoutWatching.isLayoutVersionAtHand else { return nil }
    return try layoutWatching.layoutVersion()
  }

  /// Returns the tables that a statement reads or writes; nil if it cannot be prepared.
  package func tables(usedBy sql: String) -> Set<String>? { layoutWatching?.tables(usedBy: sql) }

  /// Notes a statement of the program's own, which may write even if it is a query, by calling a
  /// function. If a level without a savepoint is rolled back, this has to be undone.
  package func noteOwnSQL(_ text: SQLText) {
    if !usesSavepoints && text.mayCall { activity.writes += 1 }
  }

  /// Runs `body`, which may read tables regardless of their layout: the result is not decoded as
  /// the properties of a class.
  @inlinable
  package func readingAnyLayout<R>(_ body: () throws -> R) rethrows -> R {
    readsOfAnyLayout += 1
    defer { readsOfAnyLayout -= 1 }
    return try body()
  }

  /// Runs `body` on a separate connection, for when a failure may have spoiled this connection's
  /// transaction.
  package func askingBeside<R>(_ body: (Connection) throws -> R) throws -> R {
    let other = try Connection(opening: .reader, of: driver, tenancy: tenancy)
    defer { other.close() }
    if tenancy != nil { other.reach(activity.reach) }
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
