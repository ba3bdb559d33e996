/// Prepared statements of texts made at run time, by text; the least recently used one goes
/// first.
struct StatementCache {
  /// The number that is kept, unless more run at once.
  let capacity: Int
  private var entries: [String: Statement] = [:]
  private var clock: UInt64 = 0

  /// An empty cache.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The statement of a text, or nil.
  mutating func find(_ sql: String) -> Statement? {
    guard let found = entries[sql] else { return nil }
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

  /// Lets the least recently used statement go that does not run; false when all run. Whoever
  /// still holds it may go on using it.
  private mutating func evict() -> Bool {
    let idle = entries.filter { !$0.value.isRunning }
    guard let victim = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
    entries[victim.key] = nil
    return true
  }
}
