/// An array, set or dictionary, required or optional, seen as entries that lie side by side in
/// memory.
protocol CollectionShape {
  /// The property's type.
  associatedtype Whole
  /// The type of a dictionary's keys, by which elements are found beside their position.
  associatedtype Key
  associatedtype Element

  static var kind: CollectionKind { get }
  /// Whether `Whole` can be nil.
  static var isOptional: Bool { get }
  /// Whether `Whole` can be nil in two ways, which a single NULL cannot distinguish.
  static var isDoublyOptional: Bool { get }
  /// Whether there is a codec for the whole, which is then stored in one column.
  static func isOneValue(in registry: CodecRegistry) -> Bool

  static func isNil(_ whole: Whole) -> Bool
  /// Calls `body` with the entries, which are valid there only.
  static func withEntries<R>(
    _ whole: Whole, _ body: (CollectionEntries<Key, Element>) throws -> R
  ) rethrows -> R
  /// The functions that make a collection and take it apart if its types are not known in advance.
  static var code: _CollectionCode<Whole, Key, Element> { get }
  /// The value nil, if the type has it.
  static var absent: Whole? { get }
}

/// The way in which the rows of a child table are identified.
package enum CollectionKind: Sendable {
  /// Rows are identified by position.
  case array
  /// Rows are identified by their value.
  case set
  /// Rows are identified by key.
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
  static var code: _CollectionCode<[Element], Never, Element> { .array() }

  static func withEntries<R>(
    _ whole: [Element], _ body: (CollectionEntries<Never, Element>) throws -> R
  ) rethrows -> R {
    try whole.withUnsafeBufferPointer { elements in
      try body(CollectionEntries(elements: elements))
    }
  }
}

enum SetShape<Element: Hashable>: CollectionShape {
  typealias Key = Never

  static var kind: CollectionKind { .set }
  static var code: _CollectionCode<Set<Element>, Never, Element> { .set() }

  static func withEntries<R>(
    _ whole: Set<Element>, _ body: (CollectionEntries<Never, Element>) throws -> R
  ) rethrows -> R {
    try ArrayShape.withEntries(Array(whole), body)
  }
}

enum DictionaryShape<Key: Hashable, Element>: CollectionShape {
  static var kind: CollectionKind { .dictionary }
  static var code: _CollectionCode<[Key: Element], Key, Element> { .dictionary() }

  static func withEntries<R>(
    _ whole: [Key: Element], _ body: (CollectionEntries<Key, Element>) throws -> R
  ) rethrows -> R {
    let (keys, elements) = (Array(whole.keys), Array(whole.values))
    return try keys.withUnsafeBufferPointer { keys in
      try elements.withUnsafeBufferPointer { elements in
        try body(CollectionEntries(keys: keys.baseAddress, elements: elements))
      }
    }
  }
}

enum OptionalShape<Base: CollectionShape>: CollectionShape {
  static var kind: CollectionKind { Base.kind }
  static var code: _CollectionCode<Base.Whole?, Base.Key, Base.Element> { .optional(Base.code) }
  static var isOptional: Bool { true }
  static var isDoublyOptional: Bool { Base.isOptional }
  static func isOneValue(in registry: CodecRegistry) -> Bool { Base.isOneValue(in: registry) }
  static var absent: Base.Whole?? { .some(nil) }

  static func isNil(_ whole: Base.Whole?) -> Bool { whole == nil }

  static func withEntries<R>(
    _ whole: Base.Whole?, _ body: (CollectionEntries<Base.Key, Base.Element>) throws -> R
  ) rethrows -> R {
    guard let whole else { return try body(CollectionEntries()) }
    return try Base.withEntries(whole, body)
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
