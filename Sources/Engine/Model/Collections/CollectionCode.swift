// The operations on each collection that is read or written.

/// The functions that make a collection of entries, take it apart, and compare it with its former
/// state.
///
/// These are values rather than generic functions of this module: `_slotProperty` makes them in the
/// program, where the compiler knows the types. Filling a dictionary takes three times as long with
/// code that looks its types up at run time.
public struct _CollectionCode<Whole, Key, Element>: @unchecked Sendable {
  // `@unchecked` is safe: the functions keep nothing but types.

  @usableFromInline typealias Entries = CollectionEntries<Key, Element>
  @usableFromInline typealias Make = (
    UnsafeMutablePointer<Key>?, UnsafeMutablePointer<Element>, _ count: Int
  ) -> Whole
  @usableFromInline typealias Visit = (
    UnsafePointer<Whole>, _ body: (Entries) throws -> Void
  ) throws -> Void
  @usableFromInline typealias VisitDifference = (
    _ old: UnsafePointer<Whole>, _ new: UnsafePointer<Whole>,
    _ body: (_ old: Entries, _ new: Entries, _ start: Int, _ end: Int) throws -> Void
  ) throws -> Void

  /// Makes a collection of entries that are moved out of memory; only dictionaries have keys.
  @usableFromInline let make: Make
  /// Calls `body` once with the entries, which are valid there only.
  @usableFromInline let visit: Visit
  /// Calls `body` with the entries that differ in memory, if there are any, and with the number of
  /// those that do not: for an array at its beginning and its end, for others in total.
  @usableFromInline let visitDifference: VisitDifference

  @usableFromInline
  init(
    make: @escaping Make, visit: @escaping Visit, visitDifference: @escaping VisitDifference
  ) {
    self.make = make
    self.visit = visit
    self.visitDifference = visitDifference
  }
}

extension _CollectionCode where Whole == [Element], Key == Never {
  /// An array.
  @inlinable
  public static func array() -> _CollectionCode {
    _CollectionCode(
      make: { _, elements, count in
        if count == 0 { return [] }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
          buffer.baseAddress?.moveInitialize(from: elements, count: count)
          initialized = count
        }
      },
      visit: { whole, body in
        try whole.pointee.withUnsafeBufferPointer { try body(Entries(elements: $0)) }
      },
      visitDifference: { old, new, body in
        try old.pointee.withUnsafeBufferPointer { old in
          try new.pointee.withUnsafeBufferPointer { new in
            try visitDifference(from: old, to: new, body)
          }
        }
      })
  }

  @inlinable
  static func visitDifference(
    from old: UnsafeBufferPointer<Element>, to new: UnsafeBufferPointer<Element>,
    _ body: (Entries, Entries, Int, Int) throws -> Void
  ) rethrows {
    let room = Swift.min(old.count, new.count)
    var start = 0
    while start < room && isSame(old[start], new[start]) { start += 1 }
    if start == old.count && start == new.count { return }
    var end = 0
    while end < room - start && isSame(old[old.count - 1 - end], new[new.count - 1 - end]) {
      end += 1
    }
    try body(
      Entries(elements: UnsafeBufferPointer(rebasing: old[start..<(old.count - end)])),
      Entries(elements: UnsafeBufferPointer(rebasing: new[start..<(new.count - end)])), start, end)
  }
}

extension _CollectionCode where Whole == Set<Element>, Key == Never, Element: Hashable {
  /// A set.
  @inlinable
  public static func set() -> _CollectionCode {
    _CollectionCode(
      make: { _, elements, count in
        var whole = Set<Element>(minimumCapacity: count)
        for position in 0..<count { whole.insert((elements + position).move()) }
        return whole
      },
      visit: { whole, body in
        try Array(whole.pointee).withUnsafeBufferPointer { try body(Entries(elements: $0)) }
      },
      visitDifference: { old, new, body in
        var (others, added, removed) = (new.pointee.makeIterator(), [Element](), [Element]())
        for element in old.pointee {
          let other = others.next()
          if let other, isSame(element, other) { continue }
          removed.append(element)
          if let other { added.append(other) }
        }
        while let other = others.next() { added.append(other) }
        if removed.isEmpty && added.isEmpty { return }
        let sameCount = new.pointee.count - added.count
        try removed.withUnsafeBufferPointer { removed in
          try added.withUnsafeBufferPointer { added in
            try body(Entries(elements: removed), Entries(elements: added), sameCount, 0)
          }
        }
      })
  }
}

extension _CollectionCode where Whole == [Key: Element], Key: Hashable {
  /// A dictionary.
  @inlinable
  public static func dictionary() -> _CollectionCode {
    _CollectionCode(
      make: { keys, elements, count in
        guard let keys else { preconditionFailure("a dictionary's rows were read without keys") }
        var whole = [Key: Element](minimumCapacity: count)
        for position in 0..<count {
          whole.updateValue((elements + position).move(), forKey: (keys + position).move())
        }
        return whole
      },
      visit: { whole, body in
        var entries = EntryLists<Key, Element>(capacity: whole.pointee.count)
        for (key, element) in whole.pointee { entries.append(element, forKey: key) }
        try entries.visit(body)
      },
      visitDifference: { old, new, body in
        var (others, removed) = (new.pointee.makeIterator(), EntryLists<Key, Element>(capacity: 0))
        var added = removed
        // A copy iterates in the same order as long as it does not grow.
        for (key, element) in old.pointee {
          let other = others.next()
          if let other, isSame(key, other.key), isSame(element, other.value) { continue }
          removed.append(element, forKey: key)
          if let other { added.append(other.value, forKey: other.key) }
        }
        while let other = others.next() { added.append(other.value, forKey: other.key) }
        if removed.keys.isEmpty && added.keys.isEmpty { return }
        let sameCount = new.pointee.count - added.keys.count
        try removed.visit { removed in
          try added.visit { added in try body(removed, added, sameCount, 0) }
        }
      })
  }
}

extension _CollectionCode {
  /// The same collection where it may be nil, which has no entries.
  @inlinable
  public static func optional<Wrapped>(
    _ base: _CollectionCode<Wrapped, Key, Element>
  ) -> _CollectionCode where Whole == Wrapped? {
    _CollectionCode(
      make: { base.make($0, $1, $2) },
      visit: { whole, body in
        guard let whole = whole.pointee else { return try body(Entries()) }
        try withUnsafePointer(to: whole) { try base.visit($0, body) }
      },
      visitDifference: { old, new, body in
        switch (old.pointee, new.pointee) {
        case (let old?, let new?):
          try withUnsafePointer(to: old) { old in
            try withUnsafePointer(to: new) { try base.visitDifference(old, $0, body) }
          }
        case (let old?, nil):
          try withUnsafePointer(to: old) { old in
            try base.visit(old) { if $0.count > 0 { try body($0, Entries(), 0, 0) } }
          }
        case (nil, let new?):
          try withUnsafePointer(to: new) { new in
            try base.visit(new) { if $0.count > 0 { try body(Entries(), $0, 0, 0) } }
          }
        case (nil, nil): break
        }
      })
  }

  /// Whether two values are the same in memory, bit for bit. Then they are the same value; the
  /// reverse does not hold.
  @inlinable
  static func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafeBytes(of: left) { left in
      withUnsafeBytes(of: right) { right in
        var offset = 0
        while offset + 8 <= left.count {
          if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          {
            return false
          }
          offset += 8
        }
        while offset < left.count {
          if left[offset] != right[offset] { return false }
          offset += 1
        }
        return true
      }
    }
  }
}

/// The entries of a collection: keys and elements at the same positions.
@usableFromInline
struct CollectionEntries<Key, Element> {
  /// The keys; nil except for dictionaries.
  @usableFromInline let keys: UnsafePointer<Key>?
  /// The elements; nil if there are none.
  @usableFromInline let elements: UnsafePointer<Element>?
  @usableFromInline let count: Int

  /// No entries.
  @inlinable
  init() { (keys, elements, count) = (nil, nil, 0) }

  @inlinable
  init(keys: UnsafePointer<Key>? = nil, elements: UnsafeBufferPointer<Element>) {
    self.keys = keys
    self.elements = elements.baseAddress
    count = elements.count
  }

  /// The element at a position below `count`.
  func element(_ position: Int) -> UnsafePointer<Element> {
    elements.unsafelyUnwrapped + position
  }

  /// The key at a position below `count`.
  func key(_ position: Int) -> UnsafePointer<Key>? {
    if let keys { keys + position } else { nil }
  }
}

/// The keys and elements of a dictionary, copied so that they lie side by side.
@usableFromInline
struct EntryLists<Key, Element> {
  @usableFromInline var keys: [Key] = []
  @usableFromInline var elements: [Element] = []

  @inlinable
  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    elements.reserveCapacity(capacity)
  }

  @inlinable
  mutating func append(_ element: Element, forKey key: Key) {
    keys.append(key)
    elements.append(element)
  }

  @inlinable
  func visit(_ body: (CollectionEntries<Key, Element>) throws -> Void) rethrows {
    try keys.withUnsafeBufferPointer { keys in
      try elements.withUnsafeBufferPointer { elements in
        try body(CollectionEntries(keys: keys.baseAddress, elements: elements))
      }
    }
  }
}
