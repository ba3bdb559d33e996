import Foundation

/// The objects of one class in one session, by primary key: an open-addressing hash table.
///
/// Entries do not keep their objects alive. An object removes its own entry at the beginning of its
/// `deinit`, so an entry always points at a live object (the reason why unmanaged references are
/// safe here). The entries of a run are in the order of their homes (Robin Hood hashing, P. Celis
/// 1986). Removal shifts entries back only up to the next that is at home, so there are no
/// tombstones and a look-up ends at the first gap.
///
/// Consecutive keys are side by side in blocks of four, a line of the processor's cache, and the blocks
/// are spread over the table: where two share a place, the entries of both are passed over.
struct IdentityMap: ~Copyable {
  private struct Entry {
    var key: Int64
    var object: Unmanaged<AnyObject>?
  }

  private static let blockBits: Int64 = 2
  private static let firstBits: Int64 = 4
  /// Memory of the C library. Zeros are an entry without an object.
  private var entries: UnsafeMutablePointer<Entry>
  /// The capacity, a power of two and at least one block, less one.
  private var mask: Int
  /// The number of bits to shift a hash by to get a block.
  private var shift: UInt64
  /// The number of entries at which it grows: three quarters of the capacity.
  private var limit: Int
  private(set) var count = 0

  init() {
    mask = 1 << Self.firstBits - 1
    shift = UInt64(64 - (Self.firstBits - Self.blockBits))
    limit = Self.limit(mask)
    entries = Self.allocate(mask + 1)
  }

  private static func limit(_ mask: Int) -> Int { (mask + 1) / 4 * 3 }

  deinit { free(entries) }

  /// Large blocks come from the system as zeros, and take no memory before they are used.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    guard let memory = calloc(capacity, MemoryLayout<Entry>.stride) else {
      fatalError("there is no memory for \(capacity) entries")
    }
    return memory.bindMemory(to: Entry.self, capacity: capacity)
  }

  /// The object with a key, or nil.
  @inline(__always)
  func object(for key: Int64) -> AnyObject? {
    guard let slot = slot(of: key) else { return nil }
    return entries[slot].object?.takeUnretainedValue()
  }

  /// The slot of the entry with a key, or nil.
  @inline(__always)
  private func slot(of key: Int64) -> Int? {
    var slot = home(of: key)
    while entries[slot].object != nil {
      if entries[slot].key == key { return slot }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Inserts an object. Returns false, and does nothing, if the key already has one.
  mutating func insert(_ object: AnyObject, for key: Int64) -> Bool {
    if count >= limit { grow() }
    let entry = Entry(key: key, object: .passUnretained(object))
    let home = home(of: key)
    if entries[home].object == nil {
      // No key with this home is anywhere else.
      entries[home] = entry
    } else {
      if self.object(for: key) != nil { return false }
      makeRoom(for: entry, at: home)
    }
    count += 1
    return true
  }

  /// Makes room for so many more entries.
  mutating func reserve(_ more: Int) {
    while count + more > limit { grow() }
  }

  /// Takes the entry for a key out.
  mutating func remove(_ key: Int64) {
    if let slot = slot(of: key) { close(slot) }
  }

  /// All objects, in no order.
  func all() -> [AnyObject] {
    // A session often ends when all of its objects are gone, and its map is still large.
    if count == 0 { return [] }
    let entries = entries
    return (0...mask).compactMap { entries[$0].object?.takeUnretainedValue() }
  }

  // MARK: -

  /// Inserts an entry at its place, displacing entries that are less far from home.
  private func place(_ new: Entry) {
    let home = home(of: new.key)
    if entries[home].object == nil { entries[home] = new } else { makeRoom(for: new, at: home) }
  }

  private func makeRoom(for new: Entry, at home: Int) {
    var entry = new
    var slot = home
    var distance = 0
    while entries[slot].object != nil {
      let other = (slot &- self.home(of: entries[slot].key)) & mask
      if other < distance {
        swap(&entry, &entries[slot])
        distance = other
      }
      slot = (slot + 1) & mask
      distance += 1
    }
    entries[slot] = entry
  }

  /// Empties a slot; entries after it that are not at home move back by one.
  @inline(__always)
  private mutating func close(_ emptied: Int) {
    count -= 1
    var hole = emptied
    var slot = (hole &+ 1) & mask
    while entries[slot].object != nil, home(of: entries[slot].key) != slot {
      entries[hole] = entries[slot]
      hole = slot
      slot = (slot &+ 1) & mask
    }
    entries[hole].object = nil
  }

  private mutating func grow() {
    let (old, oldMask) = (entries, mask)
    mask = oldMask * 2 + 1
    shift -= 1
    limit = Self.limit(mask)
    entries = Self.allocate(mask + 1)
    for slot in 0...oldMask where old[slot].object != nil { place(old[slot]) }
    free(old)
  }

  /// The home slot of a key: its place in its block, and the block by Fibonacci hashing.
  @inline(__always)
  private func home(of key: Int64) -> Int {
    let hash = UInt64(bitPattern: key >> Self.blockBits) &* 0x9E37_79B9_7F4A_7C15
    let block = Int(truncatingIfNeeded: hash &>> shift) &<< Int(Self.blockBits)
    return block | Int(truncatingIfNeeded: key & (1 << Self.blockBits - 1))
  }
}
