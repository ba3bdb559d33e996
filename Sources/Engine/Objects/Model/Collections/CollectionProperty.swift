/// A collection in child tables, or in one column if a codec was declared for the whole collection.
final class CollectionProperty<Whole: _ColumnCollection>: ReferringSlotProperty<Whole> {
  private let contents: CollectionContents<Whole>

  init(
    _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Whole)?,
    access: _SlotAccess<Whole>, code: _CollectionCode<Whole, Whole._Key, Whole._Element>
  ) {
    contents = CollectionContents(code: code)
    super.init(declaration, default: defaultValue, access: access)
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    if contents.isOneColumn(in: context.registry) { return try super.makeBinding(context) }
    return try CollectionBinding(property: self, contents: contents, context)
  }

  override func visitReferences(
    in value: Whole, _ body: (any PersistentObject) -> Void
  ) { contents.visitReferences(in: value, body) }

  override func visitReferences(
    of object: AnyObject, since baseline: SlotBaseline?, _ body: (any PersistentObject) -> Void
  ) {
    guard let value = get(object).value else { return }
    guard let baseline else { return visitReferences(in: value, body) }
    // The baseline was made by `capture` of this property.
    let former = unsafeDowncast(baseline, to: TypedSlotBaseline<Whole>.self).value
    contents.visitReferences(in: value, since: former, body)
  }

  override func withReferences(in value: Whole, _ body: (ReferenceSpan) -> Void) {
    contents.withReferences(in: value, body)
  }

  override func replacingReferences(
    in value: Whole, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Whole { try contents.replacingReferences(in: value, with: other) }

  override func dropReferences(to deleted: DeletedRows, from object: AnyObject) -> Bool {
    guard let removal = removal(of: deleted, from: object) else { return false }
    changeInPlace(of: object, removal)
    if contents.havePositions { setSparse(object) }
    return true
  }

  private func removal(
    of deleted: DeletedRows, from object: AnyObject
  ) -> ((inout Whole) -> Void)? {
    let slot = get(object)
    if slot.isLent { noteLeftovers(in: object) }
    return slot.value.flatMap { contents.removal(of: deleted, from: $0) }
  }

  /// Notes that a collection is being changed in place and may keep deleted objects.
  private func noteLeftovers(in object: AnyObject) {
    guard let object = object as? any PersistentObject,
      let index = type(of: object)._entity.properties.firstIndex(where: { $0 === self })
    else { return }
    object.entityContext?.session.tracker.noteLeftovers(in: object, at: index)
  }

  private func setSparse(_ object: AnyObject) {
    var slot = get(object)
    slot.isSparse = true
    set(object, slot)
  }

  override func describe(value: Whole) -> String { contents.describe(value) }

  override var referring: (any ReferringProperty)? { refersToObjects ? self : nil }

  override var isReferenceCollection: Bool { contents.refersToObjects }

  override func given(references: [AnyObject]) -> GivenValue? {
    guard let whole = contents.whole(of: references) else { return nil }
    return TypedValue(whole)
  }

  override var canHaveInverse: Bool { contents.takesObjects }

  override func accepts(_ object: any PersistentObject) -> Bool { contents.accepts(object) }

  override func add(_ object: any PersistentObject, to value: inout Whole) {
    contents.add(object, to: &value)
  }

  override var givesUpObjects: Bool { canHaveInverse }

  override func remove(_ object: any PersistentObject, from value: inout Whole) {
    contents.remove(object, from: &value)
  }

  override func holds(
    _ other: any PersistentObject, in object: AnyObject, session: (any ObjectSession)?
  ) -> Bool { get(object).value.map { contents.contains(other, in: $0) } ?? false }

  override var refersToObjects: Bool { contents.refersToObjects }

  override var targetEntities: [EntityDescription] { contents.targets }
}
