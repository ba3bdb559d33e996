import PersistentObjectsEngine

/// Prepared statements by the identity of their text: a hash table with open addressing whose
/// hash is the identity itself, since identities are counted up.
struct StatementTable {
  private struct Slot {
    var id = 0
    var statement: SQLiteStatement?
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  private var count = 0

  /// The statement of a text, or nil.
  func find(_ id: Int) -> SQLiteStatement? {
    let mask = slots.count &- 1
    var index = id & mask
    while let statement = slots[index].statement {
      if slots[index].id == id { return statement }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// The same table with the statement of a text that had none.
  func adding(_ statement: SQLiteStatement, for id: Int) -> StatementTable {
    var copy = self
    if (count + 1) * 2 > slots.count { copy.grow() }
    copy.place(Slot(id: id, statement: statement))
    copy.count += 1
    return copy
  }

  /// All statements.
  var statements: [SQLiteStatement] { slots.compactMap(\.statement) }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.statement != nil { place(slot) }
  }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var index = slot.id & mask
    while slots[index].statement != nil { index = (index + 1) & mask }
    slots[index] = slot
  }
}

/// Prepared statements of texts made at run time, by text; the least recently used one goes
/// first.
struct StatementCache {
  /// How many are kept, unless more run at once.
  let capacity: Int
  private var entries: [String: SQLiteStatement] = [:]
  private var clock: UInt64 = 0

  /// An empty cache.
  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The statement of a text, or nil.
  mutating func find(_ sql: String) -> SQLiteStatement? {
    guard let found = entries[sql] else { return nil }
    touch(found)
    return found
  }

  /// Adds the statement of a text that has none yet.
  mutating func insert(_ statement: SQLiteStatement, for sql: String) {
    guard capacity > 0 else { return }
    while entries.count >= capacity, evict() {}
    entries[sql] = statement
    touch(statement)
  }

  /// All statements.
  var statements: [SQLiteStatement] { Array(entries.values) }

  private mutating func touch(_ statement: SQLiteStatement) {
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
