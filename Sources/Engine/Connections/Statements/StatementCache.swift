/// A cache of prepared statements for texts made at run time. The least recently used statement is
/// removed first.
struct StatementCache {
  /// The number of statements that are kept, unless more run at once.
  let capacity: Int
  /// The statements. Of texts that Swift takes for equal although they spell characters
  /// differently, only the last has its statement here.
  private var entries: [String: Statement] = [:]
  private var clock: UInt64 = 0

  /// Makes an empty cache.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// Returns the statement of a text, or nil.
  mutating func find(_ sql: String) -> Statement? {
    guard let found = entries[sql], found.sql.utf8.elementsEqual(sql.utf8) else { return nil }
    touch(found)
    return found
  }

  /// Adds the statement of a text that has none yet.
  mutating func insert(_ statement: Statement, for sql: String) {
    guard capacity > 0 else { return }
    while entries.count >= capacity, evict() {}
    entries[sql] = statement
    touch(statement)
  }

  /// All statements.
  var statements: [Statement] { Array(entries.values) }

  private mutating func touch(_ statement: Statement) {
    clock += 1
    statement.lastUse = clock
  }

  /// Removes the least recently used idle statement; returns false if all are running. A holder of
  /// the statement may go on using it.
  private mutating func evict() -> Bool {
    let idle = entries.filter { !$0.value.isRunning }
    guard let victim = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
    entries[victim.key] = nil
    return true
  }
}
