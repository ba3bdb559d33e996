/// Array, set or dictionary, required or optional, seen as a list of keys and elements.
protocol CollectionShape {
  /// The property's type.
  associatedtype Whole
  /// What elements are found by, beside their position: a dictionary's key.
  associatedtype Key
  associatedtype Element

  static var kind: CollectionKind { get }
  /// Whether `Whole` can be nil.
  static var isOptional: Bool { get }
  /// Whether somebody declared a codec for the whole, which then lies in one column.
  static func isOneValue(in registry: CodecRegistry) -> Bool

  static func isNil(_ whole: Whole) -> Bool
  static func count(_ whole: Whole) -> Int
  /// Calls `body` with each position, key and element.
  static func forEach(_ whole: Whole, _ body: (Int, Key?, Element) throws -> Void) rethrows
  /// The collection of these; `keys` is empty but for dictionaries.
  static func make(keys: [Key], elements: [Element]) -> Whole
  /// Nil, where the type has it.
  static var absent: Whole? { get }
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

  static func forEach(
    _ whole: [Element], _ body: (Int, Never?, Element) throws -> Void
  ) rethrows {
    for (index, element) in whole.enumerated() { try body(index, nil, element) }
  }

  static func make(keys: [Never], elements: [Element]) -> [Element] { elements }
}

enum SetShape<Element: Hashable>: CollectionShape {
  typealias Key = Never

  static var kind: CollectionKind { .set }
  static func count(_ whole: Set<Element>) -> Int { whole.count }

  static func forEach(
    _ whole: Set<Element>, _ body: (Int, Never?, Element) throws -> Void
  ) rethrows {
    for (index, element) in whole.enumerated() { try body(index, nil, element) }
  }

  static func make(keys: [Never], elements: [Element]) -> Set<Element> { Set(elements) }
}

enum DictionaryShape<Key: Hashable, Element>: CollectionShape {
  static var kind: CollectionKind { .dictionary }
  static func count(_ whole: [Key: Element]) -> Int { whole.count }

  static func forEach(
    _ whole: [Key: Element], _ body: (Int, Key?, Element) throws -> Void
  ) rethrows {
    for (index, (key, element)) in whole.enumerated() { try body(index, key, element) }
  }

  static func make(keys: [Key], elements: [Element]) -> [Key: Element] {
    Dictionary(zip(keys, elements), uniquingKeysWith: { _, last in last })
  }
}

enum OptionalShape<Base: CollectionShape>: CollectionShape {
  static var kind: CollectionKind { Base.kind }
  static var isOptional: Bool { true }
  static func isOneValue(in registry: CodecRegistry) -> Bool { Base.isOneValue(in: registry) }
  static var absent: Base.Whole?? { .some(nil) }

  static func isNil(_ whole: Base.Whole?) -> Bool { whole == nil }
  static func count(_ whole: Base.Whole?) -> Int { whole.map(Base.count) ?? 0 }

  static func forEach(
    _ whole: Base.Whole?, _ body: (Int, Base.Key?, Base.Element) throws -> Void
  ) rethrows {
    if let whole { try Base.forEach(whole, body) }
  }

  static func make(keys: [Base.Key], elements: [Base.Element]) -> Base.Whole? {
    Base.make(keys: keys, elements: elements)
  }
}
