// Copies of long collections that take over what has changed, so that they need not be made anew.

extension Array {
  /// Takes over what another array has between `start` elements at the beginning and `end` at the end that
  /// are the same. Most of them being different, the two share their memory until one changes.
  @inlinable
  mutating func follow(_ other: [Element], start: Int, end: Int) {
    if start + end < other.count / 2 {
      self = other
    } else {
      replaceSubrange(start..<(count - end), with: other[start..<(other.count - end)])
    }
  }
}

// Copies of a hash table have the same order as long as both have the same capacity, and are compared by
// one walk. So where a table has grown, or many of its entries have come or gone, it is shared: the next
// change copies it, once for as many changes as there are entries.

extension Set {
  /// Becomes like another set, from which it differs by some elements.
  @inlinable
  mutating func follow(_ other: Set, removed: [Element], added: [Element]) {
    if capacity != other.capacity || removed.count + added.count > other.count / 2 {
      self = other
      return
    }
    for element in removed {
      // An equal one may be another text.
      if let index = other.firstIndex(of: element), isSameInMemory(other[index], as: element) {
        continue
      }
      remove(element)
    }
    for element in added { insert(element) }
  }
}

extension Dictionary {
  /// Becomes like another dictionary, from which it differs by some entries.
  @inlinable
  mutating func follow(
    _ other: [Key: Value], removed: [(key: Key, value: Value)], added: [(key: Key, value: Value)]
  ) {
    if capacity != other.capacity || removed.count + added.count > other.count / 2 {
      self = other
      return
    }
    for (key, _) in removed {
      // An equal one may be another text.
      if let index = other.index(forKey: key), isSameInMemory(other[index].key, as: key) {
        continue
      }
      removeValue(forKey: key)
    }
    for (key, value) in added { updateValue(value, forKey: key) }
  }
}
