/// The objects of one class in one session, by primary key: a hash table of pages of sixteen keys.
///
/// Entries do not keep their objects alive. An object removes its own entry at the beginning of its
/// `deinit`, so an entry always points to a live object, and unmanaged references are safe here.
///
/// Objects with consecutive keys are next to each other in a page, since most objects are made,
/// found and released in the order of their keys. If a page has a single object, the table itself
/// holds it, so that sparse keys take no memory for pages. Collisions are resolved by linear
/// probing. A removal moves the entries behind it back (D. Knuth, The Art of Computer Programming
/// 3, 6.4, algorithm R), so there are no tombstones.
struct IdentityMap: ~Copyable {
  private typealias Reference = Unmanaged<AnyObject>
  private typealias References = UnsafeMutablePointer<Reference?>

  private struct Entry {
    /// The page's keys, shifted right by ``pageBits``.
    var number: Int64 = 0
    var content = Content.nothing
  }

  /// The objects of a page; `nothing` for a free slot.
  private enum Content {
    case nothing
    case one(Reference, place: UInt8)
    case many(References, count: UInt8)
  }

  private static let pageBits = 4
  private static let pageSize = 1 << pageBits
  private static let firstBits = 4

  private var pages: UnsafeMutablePointer<Entry>
  /// The number of slots for pages, which is a power of two, minus one.
  private var mask: Int
  /// The number of bits to shift a hash by to get a slot.
  private var shift: UInt64
  private var pageCount = 0
  /// The number of objects.
  private(set) var count = 0

  init() {
    mask = 1 << Self.firstBits - 1
    shift = UInt64(64 - Self.firstBits)
    pages = Self.allocate(mask + 1)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let pages = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    pages.initialize(repeating: Entry(), count: capacity)
    return pages
  }

  deinit {
    if count > 0 {
      for slot in 0...mask {
        if case .many(let objects, _) = pages[slot].content { objects.deallocate() }
      }
    }
    pages.deallocate()
  }

  /// Returns the object with a key, or nil.
  @inline(__always)
  func object(for key: Int64) -> AnyObject? {
    let (number, place) = Self.position(of: key)
    return switch pages[slot(of: number)].content {
    case .nothing: nil
    case .one(let object, place): object.takeUnretainedValue()
    case .one: nil
    case .many(let objects, _): objects[Int(place)]?.takeUnretainedValue()
    }
  }

  /// Inserts an object. Returns false and does nothing if the key already has one.
  mutating func insert(_ object: AnyObject, for key: Int64) -> Bool {
    let (number, place) = Self.position(of: key)
    let new = Reference.passUnretained(object)
    var slot = slot(of: number)
    switch pages[slot].content {
    case .nothing:
      if pageCount >= (mask + 1) / 4 * 3 {
        grow()
        slot = self.slot(of: number)
      }
      pages[slot] = Entry(number: number, content: .one(new, place: place))
      pageCount += 1
    case .one(_, place): return false
    case .one(let other, let otherPlace):
      let objects = Self.emptyPage()
      objects[Int(otherPlace)] = other
      objects[Int(place)] = new
      pages[slot].content = .many(objects, count: 2)
    case .many(let objects, let count):
      if objects[Int(place)] != nil { return false }
      objects[Int(place)] = new
      pages[slot].content = .many(objects, count: count + 1)
    }
    count += 1
    return true
  }

  /// Removes the entry for a key.
  mutating func remove(_ key: Int64) {
    let (number, place) = Self.position(of: key)
    let slot = slot(of: number)
    switch pages[slot].content {
    case .one(_, place): close(slot)
    case .nothing, .one: return
    case .many(let objects, let count):
      if objects[Int(place)] == nil { return }
      objects[Int(place)] = nil
      if count > 1 {
        pages[slot].content = .many(objects, count: count - 1)
      } else {
        objects.deallocate()
        close(slot)
      }
    }
    count -= 1
  }

  /// Returns all objects, in no order.
  func all() -> [AnyObject] {
    // A session often ends when all its objects are gone but its map is still large.
    if count == 0 { return [] }
    var all: [AnyObject] = []
    all.reserveCapacity(count)
    for slot in 0...mask {
      switch pages[slot].content {
      case .nothing: break
      case .one(let object, _): all.append(object.takeUnretainedValue())
      case .many(let objects, _):
        for place in 0..<Self.pageSize {
          if let object = objects[place] { all.append(object.takeUnretainedValue()) }
        }
      }
    }
    return all
  }

  // MARK: Pages

  private static func emptyPage() -> References {
    let objects = References.allocate(capacity: pageSize)
    objects.initialize(repeating: nil, count: pageSize)
    return objects
  }

  @inline(__always)
  private static func position(of key: Int64) -> (page: Int64, place: UInt8) {
    (key >> Int64(pageBits), UInt8(truncatingIfNeeded: key) & UInt8(pageSize - 1))
  }

  /// Returns the slot of a page, or the free slot where the page would go.
  @inline(__always)
  private func slot(of number: Int64) -> Int {
    var slot = home(of: number)
    while true {
      if pages[slot].number == number { return slot }
      if case .nothing = pages[slot].content { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  /// Returns the slot where the search for a page begins, by Fibonacci hashing.
  @inline(__always)
  private func home(of number: Int64) -> Int {
    let hash = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> shift)
  }

  /// Frees a slot. Moves back the pages after it that can be nearer to their home slots.
  private mutating func close(_ freed: Int) {
    pageCount -= 1
    var hole = freed
    var slot = freed
    while true {
      slot = (slot &+ 1) & mask
      if case .nothing = pages[slot].content { break }
      let distance = (slot &- home(of: pages[slot].number)) & mask
      if distance >= (slot &- hole) & mask {
        pages[hole] = pages[slot]
        hole = slot
      }
    }
    pages[hole] = Entry()
  }

  private mutating func grow() {
    let (old, oldMask) = (pages, mask)
    mask = oldMask * 2 + 1
    shift -= 1
    pages = Self.allocate(mask + 1)
    for slot in 0...oldMask {
      if case .nothing = old[slot].content { continue }
      pages[self.slot(of: old[slot].number)] = old[slot]
    }
    old.deallocate()
  }
}
