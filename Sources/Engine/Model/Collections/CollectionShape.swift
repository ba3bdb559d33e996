import Foundation

/// Array, set or dictionary, required or optional, seen as entries that lie in memory side by side.
protocol CollectionShape {
  /// The property's type.
  associatedtype Whole
  /// What elements are found by, beside their position: a dictionary's key.
  associatedtype Key
  associatedtype Element

  static var kind: CollectionKind { get }
  /// Whether `Whole` can be nil.
  static var isOptional: Bool { get }
  /// Whether `Whole` can be nil in two ways, which one NULL could not tell apart.
  static var isDoublyOptional: Bool { get }
  /// Whether somebody declared a codec for the whole, which then lies in one column.
  static func isOneValue(in registry: CodecRegistry) -> Bool

  static func isNil(_ whole: Whole) -> Bool
  static func count(_ whole: Whole) -> Int
  /// Calls `body` with the entries, which are valid there only.
  static func withEntries<R>(
    _ whole: Whole, _ body: (CollectionEntries<Key, Element>) throws -> R
  ) rethrows -> R
  /// The collection of entries that are moved out of memory; `keys` is nil but for dictionaries.
  static func make(
    keys: UnsafeMutablePointer<Key>?, elements: UnsafeMutablePointer<Element>, count: Int
  ) -> Whole
  /// Nil, where the type has it.
  static var absent: Whole? { get }
}

/// The entries of a collection: keys and elements at the same positions.
struct CollectionEntries<Key, Element> {
  /// Nil but for dictionaries.
  var keys: UnsafePointer<Key>?
  /// Nil when there are none.
  var elements: UnsafePointer<Element>?
  var count = 0

  // Positions are below `count`, so that there are elements.

  func element(_ position: Int) -> UnsafePointer<Element> {
    elements.unsafelyUnwrapped + position
  }

  func key(_ position: Int) -> UnsafePointer<Key>? {
    if let keys { keys + position } else { nil }
  }

  /// Whether two entries are the same in memory, bit for bit. Then they are the same value; the
  /// other way round equal values may differ.
  func isSame(_ position: Int, _ other: CollectionEntries, _ otherPosition: Int) -> Bool {
    guard isSame(element(position), other.element(otherPosition)) else { return false }
    guard let key = key(position), let otherKey = other.key(otherPosition) else { return true }
    return isSame(key, otherKey)
  }

  private func isSame<Value>(_ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
    memcmp(left, right, MemoryLayout<Value>.size) == 0
  }
}

/// How the rows of a child table are told apart.
enum CollectionKind: Sendable {
  /// By position.
  case array
  /// By their value.
  case set
  /// By key.
  case dictionary
}

extension CollectionShape {
  static var isOptional: Bool { false }
  static var isDoublyOptional: Bool { false }
  static func isOneValue(in registry: CodecRegistry) -> Bool {
    registry.declaredCodec(for: Whole.self) != nil
  }
  static func isNil(_ whole: Whole) -> Bool { false }
  static var absent: Whole? { nil }
}

enum ArrayShape<Element>: CollectionShape {
  typealias Key = Never

  static var kind: CollectionKind { .array }
  static func count(_ whole: [Element]) -> Int { whole.count }

  static func withEntries<R>(
    _ whole: [Element], _ body: (CollectionEntries<Never, Element>) throws -> R
  ) rethrows -> R {
    try whole.withUnsafeBufferPointer { elements in
      try body(CollectionEntries(elements: elements.baseAddress, count: elements.count))
    }
  }

  static func make(
    keys: UnsafeMutablePointer<Never>?, elements: UnsafeMutablePointer<Element>, count: Int
  ) -> [Element] {
    if count == 0 { return [] }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: elements, count: count)
      initialized = count
    }
  }
}

enum SetShape<Element: Hashable>: CollectionShape {
  typealias Key = Never

  static var kind: CollectionKind { .set }
  static func count(_ whole: Set<Element>) -> Int { whole.count }

  static func withEntries<R>(
    _ whole: Set<Element>, _ body: (CollectionEntries<Never, Element>) throws -> R
  ) rethrows -> R {
    try ArrayShape.withEntries(Array(whole), body)
  }

  static func make(
    keys: UnsafeMutablePointer<Never>?, elements: UnsafeMutablePointer<Element>, count: Int
  ) -> Set<Element> {
    var whole = Set<Element>(minimumCapacity: count)
    for position in 0..<count { whole.insert((elements + position).move()) }
    return whole
  }
}

enum DictionaryShape<Key: Hashable, Element>: CollectionShape {
  static var kind: CollectionKind { .dictionary }
  static func count(_ whole: [Key: Element]) -> Int { whole.count }

  static func withEntries<R>(
    _ whole: [Key: Element], _ body: (CollectionEntries<Key, Element>) throws -> R
  ) rethrows -> R {
    let keys = UnsafeMutablePointer<Key>.allocate(capacity: whole.count)
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: whole.count)
    var count = 0
    for (key, element) in whole {
      (keys + count).initialize(to: key)
      (elements + count).initialize(to: element)
      count += 1
    }
    defer {
      keys.deinitialize(count: count)
      elements.deinitialize(count: count)
      keys.deallocate()
      elements.deallocate()
    }
    return try body(CollectionEntries(keys: keys, elements: elements, count: count))
  }

  static func make(
    keys: UnsafeMutablePointer<Key>?, elements: UnsafeMutablePointer<Element>, count: Int
  ) -> [Key: Element] {
    guard let keys else { preconditionFailure("a dictionary's rows were read without keys") }
    var whole = [Key: Element](minimumCapacity: count)
    for position in 0..<count {
      whole.updateValue((elements + position).move(), forKey: (keys + position).move())
    }
    return whole
  }
}

enum OptionalShape<Base: CollectionShape>: CollectionShape {
  static var kind: CollectionKind { Base.kind }
  static var isOptional: Bool { true }
  static var isDoublyOptional: Bool { Base.isOptional }
  static func isOneValue(in registry: CodecRegistry) -> Bool { Base.isOneValue(in: registry) }
  static var absent: Base.Whole?? { .some(nil) }

  static func isNil(_ whole: Base.Whole?) -> Bool { whole == nil }
  static func count(_ whole: Base.Whole?) -> Int { whole.map(Base.count) ?? 0 }

  static func withEntries<R>(
    _ whole: Base.Whole?, _ body: (CollectionEntries<Base.Key, Base.Element>) throws -> R
  ) rethrows -> R {
    guard let whole else { return try body(CollectionEntries()) }
    return try Base.withEntries(whole, body)
  }

  static func make(
    keys: UnsafeMutablePointer<Base.Key>?, elements: UnsafeMutablePointer<Base.Element>, count: Int
  ) -> Base.Whole? {
    Base.make(keys: keys, elements: elements, count: count)
  }
}

/// A type that may be a collection's element and a collection itself.
protocol NestableCollection {
  associatedtype Shape: CollectionShape where Shape.Whole == Self
}

extension Array: NestableCollection {
  typealias Shape = ArrayShape<Element>
}

extension Set: NestableCollection {
  typealias Shape = SetShape<Element>
}

extension Dictionary: NestableCollection {
  typealias Shape = DictionaryShape<Key, Value>
}

extension Optional: NestableCollection where Wrapped: NestableCollection {
  typealias Shape = OptionalShape<Wrapped.Shape>
}
