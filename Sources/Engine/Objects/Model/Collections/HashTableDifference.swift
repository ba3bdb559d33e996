/// Returns the positions of the entries in which two sets or dictionaries differ, in their orders.
///
/// One of the two was a copy of the other. A copy iterates in the same order as long as it does not
/// grow, except for entries that only one of the two has. Most entries are the same, so their bytes
/// are compared, many at once.
///
/// - Parameters:
///   - isGone: whether the new collection lacks the entry at a position of the old one.
///   - isNew: whether the old collection lacks the entry at a position of the new one.
@usableFromInline
func difference(
  from olds: LentTable, to news: LentTable, isGone: (Int) -> Bool, isNew: (Int) -> Bool
) -> (removed: [Int], added: [Int]) {
  var (removed, added) = ([Int](), [Int]())
  var (old, new) = (0, 0)
  while true {
    let same = olds.sameCount(from: old, in: news, from: new)
    old += same
    new += same
    guard old < olds.count, new < news.count else { break }
    var skipsNew = !isGone(old)
    var skipsOld = !skipsNew || !isNew(new)
    if skipsOld && skipsNew {
      // Both collections have both entries, so one entry has moved. It may already have come up
      // on the other side; otherwise the other entries continue behind it.
      if removed.suffix(16).contains(where: { olds.isSame($0, as: new, in: news) }) {
        skipsOld = false
      } else if added.suffix(16).contains(where: { olds.isSame(old, as: $0, in: news) }) {
        skipsNew = false
      } else if olds.isSame(old + 1, as: new, in: news) {
        skipsNew = false
      } else if olds.isSame(old, as: new + 1, in: news) {
        skipsOld = false
      }
    }
    if skipsOld {
      removed.append(old)
      old += 1
    }
    if skipsNew {
      added.append(new)
      new += 1
    }
  }
  return (removed + (old..<olds.count), added + (new..<news.count))
}

/// The bytes of a set's elements, or of a dictionary's keys and values. It does not know their
/// types, so that comparing them is compiled once for all.
@usableFromInline
struct LentTable {
  @usableFromInline let count: Int
  @usableFromInline let elements: Column
  /// The keys; nil for a set.
  @usableFromInline let keys: Column?

  @usableFromInline
  struct Column {
    @usableFromInline let start: UnsafeRawPointer?
    @usableFromInline let size: Int
    @usableFromInline let stride: Int

    @inlinable
    init<Value>(_ values: UnsafeBufferPointer<Value>) {
      start = UnsafeRawPointer(values.baseAddress)
      size = MemoryLayout<Value>.size
      stride = MemoryLayout<Value>.stride
    }

    /// Returns the number of values, up to a limit, that are the same as those of another column.
    fileprivate func sameCount(
      from position: Int, in other: Column, from start: Int, upTo limit: Int
    ) -> Int {
      guard let left = self.start, let right = other.start else { return 0 }
      return commonStart(
        left + position * stride, right + start * stride, count: limit, size: size, stride: stride)
    }
  }

  @inlinable
  init<Element>(_ elements: UnsafeBufferPointer<Element>) {
    count = elements.count
    self.elements = Column(elements)
    keys = nil
  }

  @inlinable
  init<Key, Element>(_ keys: UnsafeBufferPointer<Key>, _ elements: UnsafeBufferPointer<Element>) {
    count = elements.count
    self.elements = Column(elements)
    self.keys = Column(keys)
  }

  /// Whether two entries are the same in memory. There may be none at one of the positions.
  fileprivate func isSame(_ position: Int, as other: Int, in others: LentTable) -> Bool {
    sameCount(from: position, in: others, from: other, upTo: 1) == 1
  }

  /// Returns the number of entries that are the same in memory from two positions on. Compares
  /// twice as many as that at most: if all keys are the same, values may differ.
  fileprivate func sameCount(
    from position: Int, in others: LentTable, from other: Int, upTo limit: Int = .max
  ) -> Int {
    let room = min(count - position, others.count - other, limit)
    var (same, block) = (0, 8)
    while same < room {
      let wanted = min(block, room - same)
      var found = wanted
      if let keys, let otherKeys = others.keys {
        found = keys.sameCount(
          from: position + same, in: otherKeys, from: other + same, upTo: found)
      }
      found = elements.sameCount(
        from: position + same, in: others.elements, from: other + same, upTo: found)
      same += found
      if found < wanted { return same }
      block *= 2
    }
    return same
  }
}
