/// A collection in child tables, or in one column if a codec was declared for the whole collection.
final class CollectionStrategy<Shape: CollectionShape>: SlotStrategy<Shape.Whole>,
  @unchecked Sendable
{
  let elements = CollectionElements<Shape.Element>.ofType()
  private let code: _CollectionCode<Shape.Whole, Shape.Key, Shape.Element>

  init(_ code: _CollectionCode<Shape.Whole, Shape.Key, Shape.Element>) { self.code = code }

  override func makeBinding(
    _ property: SlotProperty<Shape.Whole>, _ context: BindingContext
  ) throws -> PropertyBinding {
    if Shape.isOneValue(in: context.registry) {
      return try ValueStrategy().makeBinding(property, context)
    }
    return try CollectionBinding<Shape>(property: property, elements: elements, code: code, context)
  }

  override func visitReferences(
    in value: Shape.Whole, _ body: (any PersistentObject) throws -> Void
  ) rethrows { try Shape.visitReferences(in: value, elements, body) }

  override func replacingReferences(
    in value: Shape.Whole, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Shape.Whole { try Shape.replacingReferences(in: value, elements, other) }

  override func slot(
    _ slot: _Slot<Shape.Whole>, without deleted: DeletedRows
  ) -> _Slot<Shape.Whole>? {
    guard elements.refersToObjects, let value = slot.value,
      Shape.isAffectedByDeletion(value, elements)
    else { return nil }
    var rest = _Slot(Shape.withoutDeleted(value, elements))
    rest.isSparse = Shape.kind == .array || elements.havePositions
    return rest
  }

  override func describe(_ value: Shape.Whole) -> String { Shape.describe(value, elements) }

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
