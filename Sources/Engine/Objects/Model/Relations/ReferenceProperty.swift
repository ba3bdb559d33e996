import PersistentObjectsSchema

/// A reference to a persistent object. `Value` is a persistent class, `any PersistentObject`, or an
/// optional of one of them.
final class ReferenceProperty<Value>: ReferringSlotProperty<Value>, RequiredReference {
  let isRequired: Bool
  private let declaredTarget: (@Sendable () -> EntityDescription)?
  let target: @Sendable (Value) -> (any PersistentObject)?
  /// Returns the value for an object; nil if the object is of another class, or if there is no
  /// object and the property is required.
  let value: @Sendable (AnyObject?) -> Value?

  /// - Parameter declaredTarget: the class of targets; nil for any. It is evaluated late, since
  ///   classes may refer to each other.
  init(
    _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Value)?,
    to declaredTarget: (@Sendable () -> EntityDescription)?,
    target: @escaping @Sendable (Value) -> (any PersistentObject)?,
    value: @escaping @Sendable (AnyObject?) -> Value?, access: _SlotAccess<Value>
  ) {
    isRequired = value(nil) == nil
    self.declaredTarget = declaredTarget
    self.target = target
    self.value = value
    super.init(declaration, default: defaultValue, access: access)
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    if isRequired && declaration.onDelete == .nullify {
      throw context.entity.invalid(
        """
        'onDelete: .nullify' needs a property that can be nil; make it optional, or \
        choose .restrict or .cascade
        """, at: self)
    }
    return try ReferenceBinding(property: self, context)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) -> Void
  ) {
    if let object = target(value) { body(object) }
  }

  override func replacingReferences(
    in value: Value, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Value {
    guard let object = target(value) else { return value }
    return self.value(try other(object)) ?? value
  }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard let null = value(nil) else { return nil }
    let isDeleted =
      if let value = slot.value {
        target(value)?.state == .deleted
      } else {
        deleted.contains(slot.key, entityID: slot.entityID)
      }
    return isDeleted ? _Slot(null) : nil
  }

  override func visitKeys(of object: AnyObject, _ body: (ReferenceKey?) -> Void) {
    // A required reference is not lost: its row is deleted, too, or the deletion is refused.
    if !isRequired { super.visitKeys(of: object, body) }
  }

  override func releaseReferences(of object: AnyObject) {
    if !isRequired { super.releaseReferences(of: object) }
  }

  func setTarget(_ target: AnyObject?, of object: AnyObject) {
    let value = target.flatMap { self.value($0) }
    set(object, value.map { _Slot($0) } ?? .fault)
  }

  override func given(references: [AnyObject]) -> GivenValue? {
    value(references.first).map(TypedValue.init)
  }

  override var canHaveInverse: Bool { true }

  override var empty: Value? { value(nil) }

  override func accepts(_ object: any PersistentObject) -> Bool { value(object) != nil }

  override func add(_ object: any PersistentObject, to value: inout Value) {
    if let new = self.value(object) { value = new }
  }

  override var givesUpObjects: Bool { !isRequired }

  override func remove(_ object: any PersistentObject, from value: inout Value) {
    if let null = self.value(nil) { value = null }
  }

  override func describe(value: Value) -> String { target(value)?.shortDescription ?? "nil" }

  override var targetEntities: [EntityDescription] { declaredTarget.map { [$0()] } ?? [] }
}
