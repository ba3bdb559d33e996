import PersistentObjectsDriver

/// A finder of rows by key, one key after another, with a statement that stays open.
///
/// In an in-process database, ending and starting a statement costs as much as the find itself.
/// This statement joins the table to a batch of keys, which is given one key at a time: each key's
/// row is the next row. While open, the statement holds its connection's snapshot.
final class KeySeeker {
  private let statement: any DriverStatement
  private let sql: String
  private unowned(unsafe) let activity: ConnectionActivity
  private let key = RowBatch(width: 1)
  @exclusivity(unchecked) private var tenant: TenantParameter
  @exclusivity(unchecked) private var isOpen = false
  /// Whether the row is being read.
  @exclusivity(unchecked) private(set) var isInUse = false
  @exclusivity(unchecked) private var closesAfterUse = false

  /// - Parameter activity: the activity of the connection, which retains the seeker.
  init(
    _ statement: any DriverStatement, sql: String, tenant: TenantParameter,
    _ activity: ConnectionActivity
  ) {
    self.statement = statement
    self.tenant = tenant
    self.sql = sql
    self.activity = activity
  }

  /// Calls `body` with the row of a key; returns nil if there is none.
  @inline(__always)
  @inlinable
  func find<R>(_ key: Int64, _ body: (Row) throws -> R) throws -> R? {
    if activity.isTraced { return try activity.telling(sql) { try findUntraced(key, body) } }
    return try findUntraced(key, body)
  }

  @inline(__always)
  private func findUntraced<R>(_ key: Int64, _ body: (Row) throws -> R) throws -> R? {
    isInUse = true
    defer { endUse() }
    guard let row = try seek(key) else { return nil }
    return try body(row)
  }

  @inline(__always)
  private func seek(_ key: Int64) throws -> Row? {
    self.key.set(key, at: 0)
    do {
      if !isOpen { try open() }
      try statement.bind(self.key, at: 0)
      guard let row = try statement.next() else { throw missingRow }
      return row.isNull(at: 0) ? nil : row
    } catch {
      closesAfterUse = true
      activity.endSeeking()
      throw error
    }
  }

  private func open() throws {
    try tenant.bind(to: statement, activity)
    isOpen = true
    activity.running += 1
    activity.openSeekers.append(self)
  }

  private var missingRow: PersistenceError {
    PersistenceError(.databaseFailed, "the database did not move on to the next key", sql: sql)
  }

  @inline(__always)
  private func endUse() {
    isInUse = false
    if closesAfterUse { close() }
  }

  /// Closes the statement, now or when its row is no longer in use.
  func close() {
    closesAfterUse = isInUse
    guard isOpen, !isInUse else { return }
    isOpen = false
    statement.reset()
    activity.running -= 1
    activity.openSeekers.removeAll { $0 === self }
  }
}
