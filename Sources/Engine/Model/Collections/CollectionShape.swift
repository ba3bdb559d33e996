/// An array, set or dictionary, required or optional, seen as entries that lie side by side in
/// memory.
@usableFromInline
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
  /// The functions that make a collection and take it apart if its types are not known in advance.
  static var code: _CollectionCode<Whole, Key, Element> { get }
  /// The value nil, if the type has it.
  static var absent: Whole? { get }
}

/// The way in which the rows of a child table are identified.
@usableFromInline
package enum CollectionKind: Sendable {
  /// Rows are identified by position.
  case array
  /// Rows are identified by their value.
  case set
  /// Rows are identified by key.
  case dictionary
}

extension CollectionShape {
  @usableFromInline static var isOptional: Bool { false }
  @usableFromInline static var isDoublyOptional: Bool { false }
  @usableFromInline static func isOneValue(in registry: CodecRegistry) -> Bool {
    registry.declaredCodec(for: Whole.self) != nil
  }
  @usableFromInline static func isNil(_ whole: Whole) -> Bool { false }
  @usableFromInline static var absent: Whole? { nil }
}

@usableFromInline
enum ArrayShape<Element>: CollectionShape {
  @usableFromInline typealias Key = Never

  @usableFromInline static var kind: CollectionKind { .array }
  @usableFromInline static var code: _CollectionCode<[Element], Never, Element> { .array() }
}

@usableFromInline
enum SetShape<Element: Hashable>: CollectionShape {
  @usableFromInline typealias Key = Never

  @usableFromInline static var kind: CollectionKind { .set }
  @usableFromInline static var code: _CollectionCode<Set<Element>, Never, Element> { .set() }
}

@usableFromInline
enum DictionaryShape<Key: Hashable, Element>: CollectionShape {
  @usableFromInline static var kind: CollectionKind { .dictionary }
  @usableFromInline static var code: _CollectionCode<[Key: Element], Key, Element> { .dictionary() }
}

@usableFromInline
enum OptionalShape<Base: CollectionShape>: CollectionShape {
  @usableFromInline static var kind: CollectionKind { Base.kind }
  @usableFromInline static var code: _CollectionCode<Base.Whole?, Base.Key, Base.Element> {
    .optional(Base.code)
  }
  @usableFromInline static var isOptional: Bool { true }
  @usableFromInline static var isDoublyOptional: Bool { Base.isOptional }
  @usableFromInline static func isOneValue(in registry: CodecRegistry) -> Bool {
    Base.isOneValue(in: registry)
  }
  @usableFromInline static var absent: Base.Whole?? { .some(nil) }

  @usableFromInline static func isNil(_ whole: Base.Whole?) -> Bool { whole == nil }
}

/// A type that may be a collection's element and a collection itself.
@usableFromInline
protocol NestableCollection {
  associatedtype Shape: CollectionShape where Shape.Whole == Self
}

extension Array: NestableCollection {
  @usableFromInline typealias Shape = ArrayShape<Element>
}

extension Set: NestableCollection {
  @usableFromInline typealias Shape = SetShape<Element>
}

extension Dictionary: NestableCollection {
  @usableFromInline typealias Shape = DictionaryShape<Key, Value>
}

extension Optional: NestableCollection where Wrapped: NestableCollection {
  @usableFromInline typealias Shape = OptionalShape<Wrapped.Shape>
}
