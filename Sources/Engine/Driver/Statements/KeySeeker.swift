/// Finds the row of one key after the other by a statement that stays open.
///
/// Ending and starting a statement costs a database in the process as much as the find itself. This
/// statement joins the table to a batch of keys, of which it is given one at a time: each is its next row.
/// Open, it holds its connection's snapshot.
final class KeySeeker {
  private let statement: any DriverStatement
  private let sql: String
  private unowned(unsafe) let activity: ConnectionActivity
  private let key = RowBatch(width: 1)
  @exclusivity(unchecked) private var isOpen = false
  /// Whether somebody reads its row.
  @exclusivity(unchecked) private(set) var isInUse = false
  @exclusivity(unchecked) private var closesAfterUse = false

  /// - Parameter activity: that of the connection, which keeps the seeker.
  init(_ statement: any DriverStatement, sql: String, _ activity: ConnectionActivity) {
    self.statement = statement
    self.sql = sql
    self.activity = activity
  }

  /// Calls `body` with the row of a key, if there is one.
  @inline(__always)
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
      if !isOpen { open() }
      try statement.bind(self.key, at: 0)
      guard let row = try statement.next() else { throw missingRow }
      return row.isNull(at: 0) ? nil : row
    } catch {
      closesAfterUse = true
      activity.endSeeking()
      throw error
    }
  }

  private func open() {
    isOpen = true
    activity.running += 1
    activity.openSeekers.append(self)
  }

  private var missingRow: PersistenceError {
    PersistenceError(.databaseFailed, "the database has not gone on to the next key", sql: sql)
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
