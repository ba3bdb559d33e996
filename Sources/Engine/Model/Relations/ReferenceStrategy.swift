/// A reference to a persistent object. `Value` is a persistent class, `any PersistentObject`, or an
/// optional of one of them.
final class ReferenceStrategy<Value>: SlotStrategy<Value>, @unchecked Sendable {
  let isRequired: Bool
  private let declaredTarget: (@Sendable () -> EntityDescription)?
  let target: @Sendable (Value) -> (any PersistentObject)?
  /// Returns the value for an object; nil if the object is of another class, or if there is no
  /// object and the property is required.
  let value: @Sendable (AnyObject?) -> Value?

  /// - Parameter declaredTarget: the class of targets; nil for any. Evaluated late, since classes
  ///   may refer to each other.
  init(
    isRequired: Bool, to declaredTarget: (@Sendable () -> EntityDescription)?,
    target: @escaping @Sendable (Value) -> (any PersistentObject)?,
    value: @escaping @Sendable (AnyObject?) -> Value?
  ) {
    self.isRequired = isRequired
    self.declaredTarget = declaredTarget
    self.target = target
    self.value = value
  }

  override func makeBinding(
    _ property: SlotProperty<Value>, _ context: BindingContext
  ) throws -> PropertyBinding {
    if isRequired && property.declaration.onDelete == .nullify {
      throw context.invalid(
        property,
        """
        'onDelete: .nullify' needs a property that can be nil; make it optional, or \
        choose .restrict or .cascade
        """)
    }
    return ReferenceBinding(property: property, strategy: self, context)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) throws -> Void
  ) rethrows {
    if let object = target(value) { try body(object) }
  }

  override func replacingReferences(
    in value: Value, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Value {
    guard let object = target(value) else { return value }
    return self.value(try other(object)) ?? value
  }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard !isRequired, let null = value(nil) else { return nil }
    let isDeleted =
      if let value = slot.value {
        target(value)?.state == .deleted
      } else {
        deleted.contains(slot.key, entityID: slot.entityID)
      }
    return isDeleted ? _Slot(null) : nil
  }

  override var canHaveInverse: Bool { true }

  override var empty: Value? { value(nil) }

  override func add(_ object: any PersistentObject, to value: inout Value) -> Bool {
    guard let new = self.value(object) else { return false }
    value = new
    return true
  }

  override func remove(_ object: any PersistentObject, from value: inout Value) -> Bool {
    guard !isRequired, let null = self.value(nil) else { return false }
    value = null
    return true
  }

  override func describe(_ value: Value) -> String { target(value)?.shortDescription ?? "nil" }

  override var refersToObjects: Bool { true }

  override var targets: [EntityDescription] { targetEntity.map { [$0] } ?? [] }

  var targetEntity: EntityDescription? { declaredTarget?() }
}
