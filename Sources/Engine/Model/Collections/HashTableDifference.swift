// The difference between two sets or dictionaries, of which one was a copy of the other.

/// Returns the entries of two sets or dictionaries that differ, in no order. A copy iterates in the
/// same order as long as it does not grow, except for entries that only one of the two has.
///
/// - Parameters:
///   - isSame: whether two entries are the same in memory.
///   - has: whether a collection has an entry with that identity.
///   - sameCount: the number of entries that come next and are the same.
@inlinable
@inline(__always)
func difference<Whole: Collection>(
  from old: Whole, to new: Whole, isSame: (Whole.Element, Whole.Element) -> Bool,
  has: (Whole, Whole.Element) -> Bool, sameCount: (Whole.Iterator, Whole.Iterator) -> Int
) -> (removed: [Whole.Element], added: [Whole.Element]) {
  var (removed, added) = ([Whole.Element](), [Whole.Element]())
  var (olds, news) = (old.makeIterator(), new.makeIterator())
  while true {
    let same = sameCount(olds, news)
    skip(same, of: &olds)
    skip(same, of: &news)
    var (entry, other) = (olds.next(), news.next())
    while let one = entry, let another = other, !isSame(one, another) {
      let isGone = !has(new, one)
      let isNew = !isGone && !has(old, another)
      var (skipsOld, skipsNew) = (!isNew, !isGone)
      if skipsOld && skipsNew {
        // Both collections have both entries, so one entry has moved. It may already have come up
        // on the other side; otherwise the other entries continue behind it.
        if removed.suffix(16).contains(where: { isSame($0, another) }) {
          skipsOld = false
        } else if added.suffix(16).contains(where: { isSame(one, $0) }) {
          skipsNew = false
        } else if let next = nextElement(of: olds), isSame(next, another) {
          skipsNew = false
        } else if let next = nextElement(of: news), isSame(one, next) {
          skipsOld = false
        }
      }
      if skipsOld {
        removed.append(one)
        entry = olds.next()
      }
      if skipsNew {
        added.append(another)
        other = news.next()
      }
    }
    if entry != nil && other != nil { continue }
    while let one = entry {
      removed.append(one)
      entry = olds.next()
    }
    while let another = other {
      added.append(another)
      other = news.next()
    }
    return (removed, added)
  }
}

@inlinable
@inline(__always)
func skip<Iterator: IteratorProtocol>(_ count: Int, of iterator: inout Iterator) {
  for _ in 0..<count { _ = iterator.next() }
}

/// Returns the next element of an iterator without advancing it.
@inlinable
func nextElement<Iterator: IteratorProtocol>(of iterator: Iterator) -> Iterator.Element? {
  var iterator = iterator
  return iterator.next()
}

// Most entries are the same. They are counted by loops that keep none of them, which therefore
// count no references and take a third of the steps. A function for both kinds of collections would
// not compile to such a loop.

extension Set {
  /// Returns the number of elements that come next and are the same in memory.
  @inlinable
  static func sameCount(_ olds: Iterator, _ news: Iterator) -> Int {
    var (olds, news) = (olds, news)
    var count = 0
    while let one = olds.next(), let another = news.next(), isSameInMemory(one, as: another) {
      count += 1
    }
    return count
  }
}

extension Dictionary {
  /// Returns the number of entries that come next and are the same in memory.
  @inlinable
  static func sameCount(_ olds: Iterator, _ news: Iterator) -> Int {
    var (olds, news) = (olds, news)
    var count = 0
    while let one = olds.next(), let another = news.next(), areSameEntries(one, another) {
      count += 1
    }
    return count
  }
}

/// Whether two entries of dictionaries are the same in memory.
@inlinable
@inline(__always)
func areSameEntries<Key, Value>(
  _ left: (key: Key, value: Value), _ right: (key: Key, value: Value)
) -> Bool {
  // If there is no padding between key and value, compare them together, in a third of the steps.
  if MemoryLayout<(Key, Value)>.size == MemoryLayout<Key>.size + MemoryLayout<Value>.size {
    return isSameInMemory(left, as: right)
  }
  return isSameInMemory(left.key, as: right.key) && isSameInMemory(left.value, as: right.value)
}
