/// The objects of one class in one session, by primary key: an open-addressing hash table.
///
/// Entries do not keep their objects alive. An object removes its own entry when it dies, so an
/// entry always points at a live object (the reason why unmanaged references are safe here).
/// Removal shifts later entries back, so there are no tombstones and a lookup ends at the first gap.
struct IdentityMap: ~Copyable {
  private var keys: UnsafeMutablePointer<Int64>
  private var objects: UnsafeMutablePointer<UnsafeRawPointer?>
  /// The capacity, a power of two, less one.
  private var mask: Int
  /// How far a hash is shifted to give a slot.
  private var shift: UInt64
  private(set) var count = 0

  init() {
    mask = 15
    shift = 64 - 4
    keys = .allocate(capacity: 16)
    objects = .allocate(capacity: 16)
    objects.initialize(repeating: nil, count: 16)
  }

  deinit {
    keys.deallocate()
    objects.deallocate()
  }

  /// The object with a key, or nil.
  func object(for key: Int64) -> AnyObject? {
    var slot = home(of: key)
    while let object = objects[slot] {
      if keys[slot] == key { return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue() }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Puts an object in under a key that is not there yet.
  mutating func insert(_ object: AnyObject, for key: Int64) {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    place(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), key)
    count += 1
  }

  /// Takes the entry for a key out.
  mutating func remove(_ key: Int64) {
    var slot = home(of: key)
    while objects[slot] != nil {
      if keys[slot] == key { return close(slot) }
      slot = (slot + 1) & mask
    }
  }

  /// All objects, in no order.
  func all() -> [AnyObject] {
    var result: [AnyObject] = []
    result.reserveCapacity(count)
    for slot in 0...mask {
      guard let object = objects[slot] else { continue }
      result.append(Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
    }
    return result
  }

  // MARK: -

  private func place(_ object: UnsafeRawPointer, _ key: Int64) {
    var slot = home(of: key)
    while objects[slot] != nil { slot = (slot + 1) & mask }
    keys[slot] = key
    objects[slot] = object
  }

  /// Empties a slot and moves back the entries after it that a lookup would no longer reach.
  private mutating func close(_ emptied: Int) {
    count -= 1
    var hole = emptied
    var slot = (hole + 1) & mask
    while let object = objects[slot] {
      if (slot &- home(of: keys[slot])) & mask >= (slot &- hole) & mask {
        keys[hole] = keys[slot]
        objects[hole] = object
        hole = slot
      }
      slot = (slot + 1) & mask
    }
    objects[hole] = nil
  }

  private mutating func grow() {
    let (oldKeys, oldObjects, oldMask) = (keys, objects, mask)
    mask = oldMask * 2 + 1
    shift -= 1
    keys = .allocate(capacity: mask + 1)
    objects = .allocate(capacity: mask + 1)
    objects.initialize(repeating: nil, count: mask + 1)
    for slot in 0...oldMask {
      if let object = oldObjects[slot] { place(object, oldKeys[slot]) }
    }
    oldKeys.deallocate()
    oldObjects.deallocate()
  }

  /// The slot where a key belongs, by Fibonacci hashing: consecutive keys spread evenly.
  private func home(of key: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }
}
