public import Foundation
import PersistentObjectsCodec

// The operations on each collection that is read or written.

/// The functions that make a collection from entries, take it apart, and compare it with its former
/// state.
///
/// These are values rather than generic functions of this module, because `_slotProperty` gets them
/// in the program, where the compiler knows the types. Filling a dictionary takes three times as
/// long with code that looks up its types at run time.
public struct _CollectionCode<Whole, Key, Element>: @unchecked Sendable {
  // `@unchecked` is safe: the functions capture nothing but types.

  @usableFromInline typealias Entries = CollectionEntries<Key, Element>
  @usableFromInline typealias Make = (
    UnsafeMutablePointer<Key>?, UnsafeMutablePointer<Element>, _ count: Int
  ) -> Whole
  @usableFromInline typealias Visit = (Whole, _ body: (Entries) throws -> Void) throws -> Void
  @usableFromInline typealias Remove = (
    inout Whole, _ position: Int, _ key: Key?, _ element: Element
  ) -> Bool
  @usableFromInline typealias VisitDifference = (
    _ old: inout Whole, _ new: Whole,
    _ body: (_ old: Entries, _ new: Entries, _ start: Int, _ end: Int) throws -> Bool
  ) throws -> Void

  let kind: CollectionKind
  /// Makes a collection from entries that are moved out of memory. Only dictionaries have keys.
  @usableFromInline let make: Make
  /// Calls `body` once with the entries, which are valid only there.
  @usableFromInline let visit: Visit
  /// Removes an entry in place. Returns whether it was found.
  @usableFromInline let remove: Remove
  /// Calls `body` with the entries that differ in memory, if there are any, and with the number of
  /// those that do not: at the beginning and at the end of an array, in total for other
  /// collections. If `body` returns true, `old` becomes equal to `new`, by changes in place if
  /// these are few.
  @usableFromInline let visitDifference: VisitDifference
  /// Whether there is a codec for the whole collection, which is then stored in one column.
  private(set) var isOneValue: (CodecRegistry) -> Bool
  /// Makes a nil value. Set only for optional collections.
  private(set) var makeNil: (() -> Whole)?
  /// Whether a value is nil.
  private(set) var isNil: (Whole) -> Bool = { _ in false }
  /// Whether there are two ways of being nil.
  private(set) var isDoublyOptional = false

  @usableFromInline
  init(
    _ kind: CollectionKind, make: @escaping Make, visit: @escaping Visit,
    remove: @escaping Remove, visitDifference: @escaping VisitDifference
  ) {
    self.kind = kind
    self.make = make
    self.visit = visit
    self.remove = remove
    self.visitDifference = visitDifference
    isOneValue = { $0.declaredCodec(for: Whole.self) != nil }
  }

  /// Makes the functions of the same collection for an optional of it.
  @usableFromInline
  init<Wrapped>(
    optional base: _CollectionCode<Wrapped, Key, Element>, visit: @escaping Visit,
    remove: @escaping Remove,
    visitDifference: @escaping VisitDifference
  ) where Whole == Wrapped? {
    self.init(
      base.kind, make: { base.make($0, $1, $2) }, visit: visit, remove: remove,
      visitDifference: visitDifference)
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
    keys: UnsafeBufferPointer<Key> = UnsafeBufferPointer(start: nil, count: 0),
    elements: UnsafeBufferPointer<Element> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    self.keys = keys.baseAddress
    self.elements = elements.baseAddress
    count = elements.count
  }

  /// Returns the element at a position below `count`.
  func element(_ position: Int) -> UnsafePointer<Element> {
    elements.unsafelyUnwrapped + position
  }

  /// Returns the key at a position below `count`.
  func key(_ position: Int) -> UnsafePointer<Key>? {
    if let keys { keys + position } else { nil }
  }
}

// The differences of arrays.

extension CollectionEntries {
  /// Returns the elements in a range.
  subscript(range: Range<Int>) -> CollectionEntries {
    CollectionEntries(
      elements: UnsafeBufferPointer(
        rebasing: UnsafeBufferPointer(start: elements, count: count)[range]))
  }

  /// The smallest number of elements for which it pays off to compare each in memory.
  private static var fewestCompared: Int { 64 }

  /// The largest number of elements that are few: one by one, they are written faster than the
  /// stored forms of all others.
  private static var mostChanges: Int { 16 }

  /// Returns the ranges in which as many elements differ in memory from former ones; nil unless a
  /// few of many differ.
  func fewChanges(of former: CollectionEntries) -> [Range<Int>]? {
    guard count == former.count, count >= Self.fewestCompared, let elements,
      let others = former.elements
    else { return nil }
    var (runs, changed, position) = ([Range<Int>](), 0, 0)
    while position < count {
      let start = position
      // Compare the memory of the arrays, as `commonStart` does: copies may lose padding.
      while position < count
        && commonStart(elements + position, others + position, count: 1) == 0
      { position += 1 }
      changed += position - start
      if changed > Self.mostChanges { return nil }
      if start < position { runs.append(start..<position) }
      position += commonStart(elements + position, others + position, count: count - position)
    }
    return runs
  }
}

extension CollectionEntries where Key == Never {
  /// Calls `body` with the elements between those that two arrays have in common at the beginning
  /// and at the end, if there are any. Returns the numbers of common elements if `old` is to become
  /// equal to `new`.
  @inlinable
  static func visitDifference(
    from old: UnsafeBufferPointer<Element>, to new: UnsafeBufferPointer<Element>,
    _ body: (CollectionEntries, CollectionEntries, Int, Int) throws -> Bool
  ) rethrows -> (start: Int, end: Int)? {
    let (start, end) = commonElements(old, new)
    if start == old.count && start == new.count { return nil }
    let isFollowed = try body(
      CollectionEntries(elements: UnsafeBufferPointer(rebasing: old[start..<(old.count - end)])),
      CollectionEntries(elements: UnsafeBufferPointer(rebasing: new[start..<(new.count - end)])),
      start, end)
    return isFollowed ? (start, end) : nil
  }
}

/// Returns the number of elements that two arrays have in common at the beginning, bit for bit, and
/// the number that the rest has in common at the end.
@inlinable
func commonElements<Element>(
  _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>
) -> (start: Int, end: Int) {
  guard let first = old.baseAddress, let other = new.baseAddress else { return (0, 0) }
  let size = MemoryLayout<Element>.size
  let room = min(old.count, new.count)
  let start = commonStart(first, other, count: room)
  if size != MemoryLayout<Element>.stride { return (start, 0) }
  let end = commonLength(
    first + (old.count - 1), other + (new.count - 1), count: room - start, size: size, step: -1)
  return (start, end)
}

/// Returns the number of values that are the same in memory from two addresses on.
@inlinable
func commonStart<Value>(
  _ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>, count: Int
) -> Int {
  commonStart(
    left, right, count: count, size: MemoryLayout<Value>.size, stride: MemoryLayout<Value>.stride)
}

/// Returns the number of values of a size that are the same in memory from two addresses on.
@usableFromInline
func commonStart(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, size: Int, stride: Int
) -> Int {
  if size == stride { return commonLength(left, right, count: count, size: size, step: 1) }
  // The padding between such values is not part of them.
  return (0..<count).prefix { memcmp(left + $0 * stride, right + $0 * stride, size) == 0 }.count
}

/// Returns the number of elements that are the same in memory from two addresses on, upwards or
/// downwards.
@usableFromInline
func commonLength(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, size: Int, step: Int
) -> Int {
  func areSame(_ position: Int, _ length: Int) -> Bool {
    let offset = (step > 0 ? position : -(position + length - 1)) * size
    return memcmp(left + offset, right + offset, length * size) == 0
  }
  // Most are the same, so many are compared at once.
  var (common, block) = (0, 64)
  while block > 0 {
    if common + block <= count && areSame(common, block) {
      common += block
    } else {
      block /= 2
    }
  }
  return common
}

/// Whether two values are the same in memory, bit for bit. If so, they are the same value; the
/// reverse does not hold.
@inlinable
func isSameInMemory<Value>(_ left: Value, as right: Value) -> Bool {
  withUnsafePointer(to: left) { left in
    withUnsafePointer(to: right) { memcmp(left, $0, MemoryLayout<Value>.size) == 0 }
  }
}

// A set or dictionary lends its entries: their bytes are copied to contiguous memory, but no
// references are counted, which would take ten times as long. The collection keeps what the bytes
// refer to alive.

/// Calls `body` with the elements of a set, which are valid only there.
@inlinable
func withElements<Element, R>(
  of whole: Set<Element>, _ body: (UnsafeBufferPointer<Element>) throws -> R
) rethrows -> R {
  try withUnsafeTemporaryAllocation(of: Element.self, capacity: whole.count) { elements in
    for (position, element) in whole.enumerated() { lend(element, to: elements, at: position) }
    return try withExtendedLifetime(whole) { try body(UnsafeBufferPointer(elements)) }
  }
}

/// Calls `body` with the keys and values of a dictionary, or of an array of its entries, which are
/// valid only there.
@inlinable
func withEntries<Key, Element, R>(
  of whole: some Collection<(key: Key, value: Element)>,
  _ body: (UnsafeBufferPointer<Key>, UnsafeBufferPointer<Element>) throws -> R
) rethrows -> R {
  try withUnsafeTemporaryAllocation(of: Key.self, capacity: whole.count) { keys in
    try withUnsafeTemporaryAllocation(of: Element.self, capacity: whole.count) { elements in
      for (position, entry) in whole.enumerated() {
        lend(entry.key, to: keys, at: position)
        lend(entry.value, to: elements, at: position)
      }
      return try withExtendedLifetime(whole) {
        try body(UnsafeBufferPointer(keys), UnsafeBufferPointer(elements))
      }
    }
  }
}

/// Copies the bytes of a value.
@inlinable
@inline(__always)
func lend<Value>(_ value: Value, to memory: UnsafeMutableBufferPointer<Value>, at position: Int) {
  guard let start = memory.baseAddress else { return }
  withUnsafePointer(to: value) {
    UnsafeMutableRawPointer(start + position)
      .copyMemory(from: $0, byteCount: MemoryLayout<Value>.size)
  }
}
