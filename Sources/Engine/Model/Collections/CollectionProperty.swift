/// A collection in child tables, or in one column if a codec was declared for the whole collection.
final class CollectionProperty<Shape: CollectionShape>: SlotProperty<Shape.Whole> {
  private let contents: CollectionContents<Shape>
  private var elements: CollectionElements<Shape.Element> { contents.elements }

  init(
    _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Shape.Whole)?,
    access: _SlotAccess<Shape.Whole>, code: _CollectionCode<Shape.Whole, Shape.Key, Shape.Element>
  ) {
    contents = CollectionContents(code: code)
    super.init(declaration, default: defaultValue, access: access)
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    if Shape.isOneValue(in: context.registry) { return try super.makeBinding(context) }
    return try CollectionBinding<Shape>(property: self, contents: contents, context)
  }

  override func visitReferences(
    in value: Shape.Whole, _ body: (any PersistentObject) -> Void
  ) { contents.visitReferences(in: value, body) }

  override func replacingReferences(
    in value: Shape.Whole, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Shape.Whole { try contents.replacingReferences(in: value, with: other) }

  override func slot(
    _ slot: _Slot<Shape.Whole>, without deleted: DeletedRows
  ) -> _Slot<Shape.Whole>? {
    guard elements.refersToObjects, let value = slot.value,
      contents.areAffectedByDeletion(in: value)
    else { return nil }
    var rest = _Slot(contents.withoutDeleted(value))
    rest.isSparse = Shape.kind == .array || elements.havePositions
    return rest
  }

  override func describe(value: Shape.Whole) -> String { contents.describe(value) }

  override var canBeFault: Bool { true }

  override var isCollection: Bool { elements.refersToObjects }

  override var canHaveInverse: Bool {
    elements.areObjects && Shape.Whole.self is any ObjectCollection.Type
  }

  override func add(_ object: any PersistentObject, to value: inout Shape.Whole) -> Bool {
    change(&value) { $0.add(object) }
  }

  override func remove(_ object: any PersistentObject, from value: inout Shape.Whole) -> Bool {
    change(&value) { $0.remove(object) }
  }

  private func change(
    _ value: inout Shape.Whole, _ body: (inout any ObjectCollection) -> Bool
  ) -> Bool {
    guard var objects = value as? any ObjectCollection, body(&objects),
      let changed = objects as? Shape.Whole
    else { return false }
    value = changed
    return true
  }

  override var refersToObjects: Bool { elements.refersToObjects }

  override var targets: [EntityDescription] { elements.targets }
}
