/// The kind of a collection's elements: values with a codec, persistent objects, or collections.
/// Known before there is any store; ``ElementBinding`` is its counterpart within one store.
class CollectionElements<Element> {
  /// Binds the elements to a store; `place` is that of the rows of nested collections.
  func bind(_ property: PropertyDescription, in place: ChildPlace, _ context: BindingContext) throws
    -> ElementBinding<Element>
  { preconditionFailure("\(Self.self) does not override \(#function)") }

  /// Whether elements are persistent objects, or have some in them.
  var refersToObjects: Bool { false }

  /// Whether elements are persistent objects.
  var areObjects: Bool { false }

  /// Whether there are arrays in them, whose rows have gaps after deletions.
  var havePositions: Bool { false }

  /// The class of the objects; empty for values and for objects of any class.
  var targets: [EntityDescription] { [] }

  func visitReferences(
    in element: Element, _ body: (any PersistentObject) -> Void
  ) {}

  /// The element with other objects in the place of those that it refers to.
  func replacingReferences(
    in element: Element, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { element }

  /// Whether an element is an object that was deleted, or has one in it.
  func isAffectedByDeletion(_ element: Element) -> Bool { false }

  /// The element without deleted objects; nil if it is a deleted object.
  func withoutDeleted(_ element: Element) -> Element? { element }

  /// The element in short form.
  func describe(_ element: Element) -> String { shortText(of: element) }

  /// Returns the kind of elements of this type.
  static func ofType() -> CollectionElements<Element> {
    let found: Any? =
      switch Element.self {
      case is (any PersistentObject).Type: AnyReferenceElements()
      case let type as any PersistentObject.Type: references(to: type)
      case let type as any NestableCollection.Type: collections(type)
      default: nil
      }
    return found as? CollectionElements<Element> ?? ValueElements()
  }

  private static func references<Target: PersistentObject>(to type: Target.Type) -> Any {
    ReferenceElements<Target>()
  }

  private static func collections<Inner: NestableCollection>(_ type: Inner.Type) -> Any {
    NestedElements<Inner.Shape>()
  }
}

final class ValueElements<Element>: CollectionElements<Element> {
  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, _ context: BindingContext
  ) throws -> ElementBinding<Element> {
    guard let codec = context.registry.codec(for: Element.self) else {
      throw context.noCodec(for: Element.self, property: property)
    }
    return try ValueElementBinding(codec: codec, property: property)
  }
}

final class ReferenceElements<Element: PersistentObject>: CollectionElements<Element> {
  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, _ context: BindingContext
  ) throws -> ElementBinding<Element> {
    try context.refuseCascade(property)
    return ReferenceElementBinding(
      reference: ReferenceColumns(
        target: Element._entity, directory: context.directory,
        character: context.dialect.character),
      property: property)
  }

  override var refersToObjects: Bool { true }
  override var areObjects: Bool { true }
  override var targets: [EntityDescription] { [Element._entity] }

  override func visitReferences(
    in element: Element, _ body: (any PersistentObject) -> Void
  ) { body(element) }

  override func replacingReferences(
    in element: Element, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { try other(element) as? Element ?? element }

  override func isAffectedByDeletion(_ element: Element) -> Bool {
    element._object.phase == .deleted
  }

  override func withoutDeleted(_ element: Element) -> Element? {
    isAffectedByDeletion(element) ? nil : element
  }
}

/// Objects of any persistent class.
final class AnyReferenceElements: CollectionElements<any PersistentObject> {
  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, _ context: BindingContext
  ) throws -> ElementBinding<any PersistentObject> {
    try context.refuseCascade(property)
    return AnyReferenceElementBinding(
      reference: ReferenceColumns(
        target: nil, directory: context.directory, character: context.dialect.character),
      property: property)
  }

  override var refersToObjects: Bool { true }
  override var areObjects: Bool { true }

  override func visitReferences(
    in element: any PersistentObject, _ body: (any PersistentObject) -> Void
  ) { body(element) }

  override func replacingReferences(
    in element: any PersistentObject,
    with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> any PersistentObject { try other(element) }

  override func isAffectedByDeletion(_ element: any PersistentObject) -> Bool {
    element.state == .deleted
  }

  override func withoutDeleted(_ element: any PersistentObject) -> (any PersistentObject)? {
    isAffectedByDeletion(element) ? nil : element
  }
}

/// Collections in a collection: a separate table, unless the inner type has a codec.
final class NestedElements<Inner: CollectionShape>: CollectionElements<Inner.Whole> {
  private let contents = CollectionContents<Inner>(code: Inner.code)
  private var elements: CollectionElements<Inner.Element> { contents.elements }

  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, _ context: BindingContext
  ) throws -> ElementBinding<Inner.Whole> {
    if Inner.isOneValue(in: context.registry) || Inner.isDoublyOptional {
      return try ValueElements().bind(property, in: place, context)
    }
    let level = try ChildLevel<Inner>(
      property: property, contents: contents, in: place, context)
    // A collection that cannot have rows, such as a set of optionals, is archived as a whole if
    // possible.
    if level.hasNullableKey, let codec = context.registry.codec(for: Inner.Whole.self) {
      return try ValueElementBinding(codec: codec, property: property)
    }
    try level.refuseNullableKey()
    return NestedElementBinding(level: level, property: property)
  }

  override var refersToObjects: Bool { elements.refersToObjects }
  override var havePositions: Bool { Inner.kind == .array || elements.havePositions }
  override var targets: [EntityDescription] { elements.targets }

  override func visitReferences(
    in element: Inner.Whole, _ body: (any PersistentObject) -> Void
  ) { contents.visitReferences(in: element, body) }

  override func replacingReferences(
    in element: Inner.Whole, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Inner.Whole { try contents.replacingReferences(in: element, with: other) }

  override func isAffectedByDeletion(_ element: Inner.Whole) -> Bool {
    elements.refersToObjects && contents.areAffectedByDeletion(in: element)
  }

  override func withoutDeleted(_ element: Inner.Whole) -> Inner.Whole? {
    contents.withoutDeleted(element)
  }

  override func describe(_ element: Inner.Whole) -> String { contents.describe(element) }
}
