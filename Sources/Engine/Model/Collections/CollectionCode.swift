public import Foundation

// The operations on each collection that is read or written.

/// The functions that make a collection of entries, take it apart, and compare it with its former
/// state.
///
/// These are values rather than generic functions of this module: `_slotProperty` asks for them in the
/// program, where the compiler knows the types. Filling a dictionary takes three times as long with
/// code that looks its types up at run time.
public struct _CollectionCode<Whole, Key, Element>: @unchecked Sendable {
  // `@unchecked` is safe: the functions keep nothing but types.

  @usableFromInline typealias Entries = CollectionEntries<Key, Element>
  @usableFromInline typealias Make = (
    UnsafeMutablePointer<Key>?, UnsafeMutablePointer<Element>, _ count: Int
  ) -> Whole
  @usableFromInline typealias Visit = (Whole, _ body: (Entries) throws -> Void) throws -> Void
  @usableFromInline typealias VisitDifference = (
    _ old: Whole, _ new: Whole,
    _ body: (_ old: Entries, _ new: Entries, _ start: Int, _ end: Int) throws -> Void
  ) throws -> Void

  let kind: CollectionKind
  /// Makes a collection of entries that are moved out of memory; only dictionaries have keys.
  @usableFromInline let make: Make
  /// Calls `body` once with the entries, which are valid there only.
  @usableFromInline let visit: Visit
  /// Calls `body` with the entries that differ in memory, if there are any, and with the number of
  /// those that do not: for an array at its beginning and its end, for others in total.
  @usableFromInline let visitDifference: VisitDifference
  /// Whether there is a codec for the whole, which is then stored in one column.
  private(set) var isOneValue: (CodecRegistry) -> Bool
  /// Makes the value nil, if the type has it.
  private(set) var makeNil: (() -> Whole)?
  /// Whether a value is nil.
  private(set) var isNil: (Whole) -> Bool = { _ in false }
  /// Whether there are two ways of being nil.
  private(set) var isDoublyOptional = false

  @usableFromInline
  init(
    _ kind: CollectionKind, make: @escaping Make, visit: @escaping Visit,
    visitDifference: @escaping VisitDifference
  ) {
    self.kind = kind
    self.make = make
    self.visit = visit
    self.visitDifference = visitDifference
    isOneValue = { $0.declaredCodec(for: Whole.self) != nil }
  }

  /// The same collection where it may be nil.
  @usableFromInline
  init<Wrapped>(
    optional base: _CollectionCode<Wrapped, Key, Element>, visit: @escaping Visit,
    visitDifference: @escaping VisitDifference
  ) where Whole == Wrapped? {
    self.init(
      base.kind, make: { base.make($0, $1, $2) }, visit: visit, visitDifference: visitDifference)
    isOneValue = base.isOneValue
    makeNil = { nil }
    isNil = { $0 == nil }
    isDoublyOptional = base.isOptional
  }

  /// Whether a value can be nil.
  var isOptional: Bool { makeNil != nil }
}

/// The entries of a collection: keys and elements at the same positions.
@usableFromInline
struct CollectionEntries<Key, Element> {
  /// The keys; nil except for dictionaries.
  @usableFromInline let keys: UnsafePointer<Key>?
  /// The elements; nil if there are none.
  @usableFromInline let elements: UnsafePointer<Element>?
  @usableFromInline let count: Int

  @inlinable
  init(
    keys: UnsafePointer<Key>? = nil,
    elements: UnsafeBufferPointer<Element> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
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

extension CollectionEntries where Key == Never {
  /// Calls `body` with the elements between those that two arrays have in common, if there are any.
  @inlinable
  static func visitDifference(
    from old: UnsafeBufferPointer<Element>, to new: UnsafeBufferPointer<Element>,
    _ body: (CollectionEntries, CollectionEntries, Int, Int) throws -> Void
  ) rethrows {
    let room = min(old.count, new.count)
    var start = 0
    while start < room && isSameInMemory(old[start], as: new[start]) { start += 1 }
    if start == old.count && start == new.count { return }
    var end = 0
    while end < room - start
      && isSameInMemory(old[old.count - 1 - end], as: new[new.count - 1 - end])
    {
      end += 1
    }
    try body(
      CollectionEntries(elements: UnsafeBufferPointer(rebasing: old[start..<(old.count - end)])),
      CollectionEntries(elements: UnsafeBufferPointer(rebasing: new[start..<(new.count - end)])),
      start, end)
  }
}

/// Whether two values are the same in memory, bit for bit. Then they are the same value; the
/// reverse does not hold.
@inlinable
func isSameInMemory<Value>(_ left: Value, as right: Value) -> Bool {
  withUnsafePointer(to: left) { left in
    withUnsafePointer(to: right) { memcmp(left, $0, MemoryLayout<Value>.size) == 0 }
  }
}

/// The entries of two sets or dictionaries that are not the same, in no order. A copy iterates in the
/// same order as long as it does not grow.
@inlinable
func difference<Whole: Collection>(
  from old: Whole, to new: Whole, isSame: (Whole.Element, Whole.Element) -> Bool
) -> (removed: [Whole.Element], added: [Whole.Element]) {
  var (others, removed, added) = (new.makeIterator(), [Whole.Element](), [Whole.Element]())
  for entry in old {
    let other = others.next()
    if let other, isSame(entry, other) { continue }
    removed.append(entry)
    if let other { added.append(other) }
  }
  while let other = others.next() { added.append(other) }
  return (removed, added)
}

/// The keys and elements of a dictionary, copied so that they lie side by side.
@usableFromInline
struct EntryLists<Key, Element> {
  @usableFromInline var keys: [Key] = []
  @usableFromInline var elements: [Element] = []

  @inlinable
  init(_ entries: some Collection<(key: Key, value: Element)>) {
    keys.reserveCapacity(entries.count)
    elements.reserveCapacity(entries.count)
    for (key, element) in entries {
      keys.append(key)
      elements.append(element)
    }
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
