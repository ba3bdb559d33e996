import CSQLite
import PersistentObjectsEngine

/// A statement that finds the row of one key after the other. It is used as
/// `SELECT … WHERE pk = ?1` is, and says that this is its text, but runs as a join with a table that
/// gives the keys out (`sought_key.h`): a reset leaves it open, and the next key is its next row.
///
/// Open, it holds its connection's snapshot, and for each column the memory of the largest value yet.
final class SeekingStatement: SQLiteStatement {
  private let place: UnsafeMutablePointer<po_sought_key>
  private var key: Int64 = 0
  private var isOpen = false
  /// Whether it was to be closed while somebody read its row.
  private var closesWhenReset = false

  /// Takes over `pointer`, which reads its keys from `place`.
  init(
    _ pointer: OpaquePointer, sql: String, in database: DatabaseHandle,
    place: UnsafeMutablePointer<po_sought_key>
  ) {
    self.place = place
    super.init(pointer, sql: sql, in: database)
  }

  override var parameterCount: Int { 1 }

  override func set(_ value: Int64, at index: Int) {
    if index == 0 { key = value } else { super.set(value, at: index) }
  }

  override func step() throws -> Bool {
    // A key has one row.
    if isRunning { return false }
    try beginUse()
    return isOpen ? try seek() : try openAndSeek()
  }

  @inline(__always)
  private func seek() throws -> Bool {
    place.pointee = po_sought_key(key: key, is_new: 1)
    let code = sqlite3_step(pointer)
    guard code == SQLITE_ROW, place.pointee.is_new == 0 else { throw failSeeking(code) }
    return sqlite3_column_type(pointer, 0) != SQLITE_NULL
  }

  /// The first step of a run, in which SQLite prepares it anew if the layout has changed.
  @inline(never)
  private func openAndSeek() throws -> Bool {
    open()
    do {
      let isFound = try seek()
      try checkLayout()
      return isFound
    } catch let error as PersistenceError {
      throw explained(error)
    }
  }

  private func open() {
    isOpen = true
    database.runningStatements += 1
    database.seekers.append(Unmanaged.passUnretained(self))
  }

  private func failSeeking(_ code: Int32) -> PersistenceError {
    place.pointee.is_new = 0
    if code != SQLITE_ROW && code != SQLITE_DONE { return fail(code) }
    close()
    return PersistenceError(
      .databaseFailed,
      """
      The database has a table named "\(PO_SOUGHT_KEY_TABLE)", which stands in the way of finds; \
      rename it.
      """, sql: sql)
  }

  override func reset() {
    guard isRunning else { return }
    isRunning = false
    if isTraced { endTrace() }
    if closesWhenReset { close() }
  }

  /// Closes it, now or when its row is read no more.
  func end() {
    if isRunning { closesWhenReset = true } else { close() }
  }

  override func close() {
    closesWhenReset = false
    reset()
    guard isOpen else { return }
    isOpen = false
    sqlite3_reset(pointer)
    database.runningStatements -= 1
    database.seekers.removeAll { $0.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }
  }
}
