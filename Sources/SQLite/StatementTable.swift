import CSQLite
import PersistentObjectsEngine

/// Prepared statements by the identity of their text: a hash table with open addressing whose
/// hash is the identity itself, since identities are counted up.
struct StatementTable {
  private struct Slot {
    var id = 0
    var statement: Unmanaged<SQLiteStatement>?
  }

  /// All statements; the slots point to them.
  private(set) var statements: [SQLiteStatement] = []
  private var slots = [Slot](repeating: Slot(), count: 64)

  /// The statement of a text, or nil. The table keeps it.
  func find(_ id: Int) -> Unmanaged<SQLiteStatement>? {
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
    copy.statements.append(statement)
    if copy.statements.count * 2 > slots.count { copy.grow() }
    copy.place(Slot(id: id, statement: .passUnretained(statement)))
    return copy
  }

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
