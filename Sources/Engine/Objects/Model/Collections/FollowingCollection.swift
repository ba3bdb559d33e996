// Copies of long collections that adopt what has changed, so that they need not be copied again.

extension Array {
  /// Adopts the elements of another array between `start` common elements at the beginning and
  /// `end` common elements at the end. If the count changes and most elements differ, the two
  /// arrays share their memory until one changes.
  @inlinable
  mutating func follow(_ other: [Element], start: Int, end: Int) {
    if count == other.count {
      var position = start
      while position < count - end {
        self[position] = other[position]
        position += 1
        position += sameCount(as: other, in: position..<(count - end))
      }
    } else if start + end < other.count / 2 {
      self = other
    } else {
      replaceSubrange(start..<(count - end), with: other[start..<(other.count - end)])
    }
  }

  /// Returns the number of elements at the beginning of a range that are the same in memory as
  /// those of another array.
  @inlinable
  func sameCount(as other: [Element], in range: Range<Int>) -> Int {
    withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        guard let first = elements.baseAddress, let other = others.baseAddress else { return 0 }
        return commonStart(
          first + range.lowerBound, other + range.lowerBound, count: range.count)
      }
    }
  }
}

// Copies of a hash table have the same order as long as both have the same capacity, and can then
// be compared in one pass. So if a table has grown, or many entries were added or removed, its
// memory is shared. The next change then copies it, which happens once for as many changes as there
// are entries.

extension Set {
  /// Makes this set equal to another one, from which it differs by some elements.
  @inlinable
  mutating func follow(_ other: Set, removed: [Element], added: [Element]) {
    if capacity != other.capacity || removed.count + added.count > other.count / 2 {
      self = other
      return
    }
    for element in removed {
      // Equal texts may differ in memory.
      if let index = other.firstIndex(of: element), isSameInMemory(other[index], as: element) {
        continue
      }
      remove(element)
    }
    for element in added { insert(element) }
    // A value that does not equal itself is not found, and would be there twice.
    if count != other.count { self = other }
  }
}

extension Dictionary {
  /// Makes this dictionary equal to another one, from which it differs by some entries.
  @inlinable
  mutating func follow(
    _ other: [Key: Value], removed: [(key: Key, value: Value)], added: [(key: Key, value: Value)]
  ) {
    if capacity != other.capacity || removed.count + added.count > other.count / 2 {
      self = other
      return
    }
    for (key, _) in removed {
      // Equal texts may differ in memory.
      if let index = other.index(forKey: key), isSameInMemory(other[index].key, as: key) {
        continue
      }
      removeValue(forKey: key)
    }
    for (key, value) in added { updateValue(value, forKey: key) }
    // A key that does not equal itself is not found, and would be there twice.
    if count != other.count { self = other }
  }
}
