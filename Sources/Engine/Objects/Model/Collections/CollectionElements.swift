import PersistentObjectsCodec

/// The kind of a collection's elements: values with a codec, unless a subclass makes them
/// persistent objects or collections. It is known before there is any store; ``ElementBinding`` is
/// its counterpart within one store.
class CollectionElements<Element> {
  /// Binds the elements to a store; `place` is that of the rows of nested collections.
  func bind(
    _ property: PropertyDescription, in place: ChildPlace, context: BindingContext
  ) throws -> ElementBinding<Element> {
    switch try context.form(for: Element.self, of: property) {
    case .column(let codec): try ValueElementBinding(codec: codec, property: property)
    case .composite(let functions):
      try CompositeElementBinding(
        context.composite(functions, of: property), property: property, context: context)
    }
  }

  /// Whether elements are or contain persistent objects.
  var refersToObjects: Bool { false }

  /// Whether elements are persistent objects.
  var areObjects: Bool { false }

  /// Whether elements may change without being replaced: they are, or contain, instances of a class
  /// with a codec.
  var areMutable: Bool { Self.isClass(Element.self) }

  private static func isClass(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return isClass(optional.wrapped) }
    return type is AnyClass
  }

  /// Whether elements contain arrays, whose rows have gaps after deletions.
  var havePositions: Bool { false }

  /// The classes of the objects; empty for values and for objects of any class.
  var targets: [EntityDescription] { [] }

  func visitReferences(
    in element: Element, _ body: (any PersistentObject) -> Void
  ) {}

  /// Visits the references that are not in the same place in a former element.
  func visitReferences(
    in element: Element, since former: Element, _ body: (any PersistentObject) -> Void
  ) { visitReferences(in: element, body) }

  /// Returns the element with the objects that it refers to replaced by others.
  func replacingReferences(
    in element: Element, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { element }

  /// Whether an element is or contains an object that was deleted.
  func isAffectedByDeletion(_ element: Element) -> Bool { false }

  /// Returns the element without deleted objects; nil if it is a deleted object.
  func withoutDeleted(_ element: Element) -> Element? { element }

  /// Returns an object as an element; nil if it is of another type.
  func element(of object: any PersistentObject) -> Element? { nil }

  /// Describes the element in short form.
  func describe(_ element: Element) -> String { shortText(of: element) }

  /// Returns the kind of elements of this type.
  static func ofType() -> CollectionElements<Element> {
    let found: Any? =
      switch Element.self {
      case is (any PersistentObject).Type:
        ReferenceElements<any PersistentObject>(
          to: nil, object: { $0 }, cast: { $0 })
      case let type as any PersistentObject.Type: references(to: type)
      case let type as any _ColumnCollection.Type: collections(type)
      default: nil
      }
    return found as? CollectionElements<Element> ?? CollectionElements()
  }

  private static func references<Target: PersistentObject>(to type: Target.Type) -> Any {
    ReferenceElements<Target>(
      to: { Target._entity }, object: { $0 }, cast: { $0 as? Target })
  }

  private static func collections<Inner: _ColumnCollection>(_ type: Inner.Type) -> Any {
    CollectionContents<Inner>()
  }
}

/// Elements that are objects of one persistent class, or of any.
final class ReferenceElements<Element>: CollectionElements<Element> {
  /// The class of the objects; nil for any. It is evaluated late, since classes may refer to each
  /// other.
  private let target: (() -> EntityDescription)?
  private let object: (Element) -> any PersistentObject
  /// Returns an object as an element; nil if it is of another class.
  private let cast: (any PersistentObject) -> Element?

  init(
    to target: (() -> EntityDescription)?, object: @escaping (Element) -> any PersistentObject,
    cast: @escaping (any PersistentObject) -> Element?
  ) {
    self.target = target
    self.object = object
    self.cast = cast
  }

  override func bind(
    _ property: PropertyDescription, in place: ChildPlace, context: BindingContext
  ) throws -> ElementBinding<Element> {
    try context.refuseCascade(property)
    return ReferenceElementBinding(
      reference: ReferenceColumns(to: target?(), context), property: property, object: object,
      cast: cast)
  }

  override var refersToObjects: Bool { true }
  override var areObjects: Bool { true }
  override var areMutable: Bool { false }
  override var targets: [EntityDescription] { target.map { [$0()] } ?? [] }

  override func visitReferences(in element: Element, _ body: (any PersistentObject) -> Void) {
    body(object(element))
  }

  override func replacingReferences(
    in element: Element, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Element { cast(try other(object(element))) ?? element }

  override func isAffectedByDeletion(_ element: Element) -> Bool { object(element).isDeleted }

  override func element(of object: any PersistentObject) -> Element? { cast(object) }

  override func withoutDeleted(_ element: Element) -> Element? {
    isAffectedByDeletion(element) ? nil : element
  }
}
