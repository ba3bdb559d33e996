/// The other side of a reference or collection: the objects that refer to this one. It has neither
/// column nor table; it is read from the stored side, ``source``, and kept in step with it in
/// memory.
final class InverseProperty<Value>: SlotProperty<Value> {
  private let source: AnyKeyPath
  private let sourceEntity: @Sendable () -> EntityDescription
  private let shape: InverseShape<Value>

  init(
    _ declaration: _PropertyDeclaration, of source: AnyKeyPath,
    in entity: @escaping @Sendable () -> EntityDescription, shape: InverseShape<Value>,
    access: _SlotAccess<Value>
  ) {
    self.source = source
    sourceEntity = entity
    self.shape = shape
    super.init(declaration, default: shape.make, access: access)
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    guard let inverse, let stored = inverse.storedProperty, stored.refersToObjects,
      stored.inverse == nil,
      stored.targets.allSatisfy({
        context.entity.inherits(from: $0) || $0.inherits(from: context.entity)
      })
    else {
      throw context.entity.invalid(
        """
        '@Inverse' must name a stored reference or collection of \(sourceEntity().className) that \
        refers to objects of \(context.entity.className)
        """, at: self)
    }
    guard stored.canHaveInverse else {
      throw context.entity.invalid(
        """
        '\(stored.name)' of \(sourceEntity().className) has no place for an object that is put into \
        its inverse, as it is a dictionary or a collection of collections; let '@Inverse' name a \
        reference, an array or a set, or leave it away and ask with findRelated
        """, at: self)
    }
    return try InverseBinding(property: self, inverse, context)
  }

  override var inverse: Inverse? {
    let entity = sourceEntity()
    return Inverse(
      entity: entity, position: entity.position(of: source) ?? -1, isSingle: shape.isSingle)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) -> Void
  ) { shape.visit(value, body) }

  override func add(_ object: any PersistentObject, to value: inout Value) -> Bool {
    shape.add(object, &value)
    return true
  }

  override func removeAll(
    from value: inout Value, where isUnwanted: (any PersistentObject) -> Bool
  ) { shape.remove(&value, isUnwanted) }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard var value = slot.value else { return nil }
    var hasDeleted = false
    shape.visit(value) { hasDeleted = hasDeleted || $0.state == .deleted }
    if !hasDeleted { return nil }
    shape.remove(&value) { $0.state == .deleted }
    return _Slot(value)
  }

  override func describe(value: Value) -> String {
    var parts: [String] = []
    shape.visit(value) { parts.append($0.shortDescription) }
    if shape.isSingle { return parts.first ?? "nil" }
    return shortList(of: parts)
  }

  override var refersToObjects: Bool { true }

  override var targets: [EntityDescription] { [sourceEntity()] }

  /// The value that holds these objects.
  func value(of objects: [any PersistentObject]) -> Value {
    var value = shape.make()
    for object in objects { shape.add(object, &value) }
    return value
  }
}
