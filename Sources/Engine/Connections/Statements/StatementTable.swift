/// A table of values by the identity of a statement's text: a hash table with open addressing that
/// uses the identity itself as the hash, since identities are consecutive numbers.
struct StatementTable<Value: AnyObject> {
  private struct Slot {
    var id = 0
    var value: Value?
  }

  private(set) var values: [Value] = []
  private var slots = [Slot](repeating: Slot(), count: 64)

  /// Returns the value of a text, or nil.
  @inline(__always)
  func find(_ id: Int) -> Value? { unretained(id)?.takeUnretainedValue() }

  /// Returns the value of a text without retaining it. The table keeps it alive.
  @inline(__always)
  func unretained(_ id: Int) -> Unmanaged<Value>? {
    let mask = slots.count &- 1
    var index = id & mask
    while let value = slots[index].value {
      if slots[index].id == id { return .passUnretained(value) }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Adds the value of a text that has none.
  mutating func insert(_ value: Value, for id: Int) {
    values.append(value)
    if values.count * 2 > slots.count { grow() }
    place(Slot(id: id, value: value))
  }

  /// Removes the values that satisfy a condition.
  mutating func removeAll(where isUnneeded: (Value) -> Bool) {
    let old = slots
    self = StatementTable()
    for slot in old {
      if let value = slot.value, !isUnneeded(value) { insert(value, for: slot.id) }
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.value != nil { place(slot) }
  }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var index = slot.id & mask
    while slots[index].value != nil { index = (index + 1) & mask }
    slots[index] = slot
  }
}
