/// The keys of rows that have no object yet, each once.
struct MissingKeys {
  private var pks: [Int32: KeySet] = [:]
  /// The keys of the class whose key came last: most often many of one class follow each other.
  private var last = KeySet()
  private var lastID: Int32 = -1

  var isEmpty: Bool { lastID == -1 }

  mutating func insert(_ key: ReferenceKey) {
    if key.entityID != lastID { change(to: key.entityID) }
    last.insert(key.pk)
  }

  private mutating func change(to id: Int32) {
    pks[lastID] = last
    last = pks.removeValue(forKey: id) ?? KeySet()
    lastID = id
  }

  /// The keys of each class, both ascending.
  mutating func byEntity() -> [(Int32, [Int64])] {
    change(to: -1)
    pks[-1] = nil
    return pks.sorted { $0.key < $1.key }.map { ($0.key, $0.value.keys.sorted()) }
  }
}

/// Primary keys, each once: a hash table that needs no hash to be computed at length, since many
/// references ask for few keys.
private struct KeySet {
  /// The keys in the order of their coming.
  private(set) var keys: [Int64] = []
  /// A hash table with open addressing; 0 in a slot without a key.
  private var slots: [Int64] = Array(repeating: 0, count: 64)
  private var shift: UInt64 = 58
  private var hasZero = false

  mutating func insert(_ key: Int64) {
    guard key != 0 else { return insertZero() }
    guard let slot = freeSlot(for: key) else { return }
    slots[slot] = key
    keys.append(key)
    if keys.count * 2 > slots.count { grow() }
  }

  private mutating func insertZero() {
    if !hasZero { keys.append(0) }
    hasZero = true
  }

  /// Returns the slot where a key belongs; nil if it is there.
  private func freeSlot(for key: Int64) -> Int? {
    let hash = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> shift)
    while slots[slot] != 0 {
      if slots[slot] == key { return nil }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    shift -= 1
    slots = Array(repeating: 0, count: slots.count * 2)
    for key in keys where key != 0 {
      if let slot = freeSlot(for: key) { slots[slot] = key }
    }
  }
}
