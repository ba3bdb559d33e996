/// The other side of a reference or collection: the objects that refer to this one. It has neither
/// column nor table; it is read from the stored side, ``source``, and kept in sync with it in
/// memory.
final class InverseProperty<Value>: ReferringSlotProperty<Value>, DerivedProperty {
  private let keyPath: AnyKeyPath
  private let sourceEntity: @Sendable () -> EntityDescription
  private let shape: InverseShape<Value>

  init(
    _ declaration: _PropertyDeclaration, of source: AnyKeyPath,
    in entity: @escaping @Sendable () -> EntityDescription, shape: InverseShape<Value>,
    access: _SlotAccess<Value>
  ) {
    keyPath = source
    sourceEntity = entity
    self.shape = shape
    super.init(declaration, default: shape.make, access: access)
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    let inverse = source
    guard let stored = inverse.storedProperty?.referring,
      stored.derived == nil,
      stored.targets.allSatisfy({ context.entity.inherits(from: $0) })
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
        '\(stored.name)' of \(sourceEntity().className) cannot take an object that is put into its \
        inverse, because it is a dictionary or a collection of collections; let '@Inverse' name a reference, \
        an array or a set, or remove it and use findRelated
        """, at: self)
    }
    return try InverseBinding(property: self, inverse, context)
  }

  override var asDerived: (any DerivedProperty)? { self }

  var source: Inverse {
    let entity = sourceEntity()
    return Inverse(
      entity: entity, position: entity.position(of: keyPath) ?? -1, isSingle: shape.isSingle)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) -> Void
  ) { shape.visit(value, body) }

  func visitReferences(
    of object: AnyObject, among candidates: [any PersistentObject],
    _ body: (any PersistentObject) -> Void
  ) {
    guard let value = get(object).value else { return }
    if candidates.count > Self.mostSearched { return shape.visit(value, body) }
    let found = candidates.compactMap { candidate in
      shape.find(candidate, value).map { (position: $0, object: candidate) }
    }
    for entry in found.sorted(by: { $0.position < $1.position }) { body(entry.object) }
  }

  /// The number of objects up to which they are searched for. A search compares addresses, which
  /// takes half a nanosecond for each; to visit an object takes a hundred.
  private static var mostSearched: Int { 200 }

  override func withReferences(in value: Value, _ body: (ReferenceSpan) -> Void) {
    shape.show(value, body)
  }

  func attach(_ other: any PersistentObject, to object: AnyObject, at position: Int?) {
    changeInPlace(of: object) { shape.add(other, &$0, position) }
  }

  override func holds(
    _ other: any PersistentObject, in object: AnyObject, session: (any ObjectSession)?
  ) -> Bool { get(object).value.flatMap { shape.find(other, $0) } != nil }

  func detach(_ other: any PersistentObject, from object: AnyObject) -> Int? {
    guard let position = get(object).value.flatMap({ shape.find(other, $0) }) else { return nil }
    changeInPlace(of: object) { shape.remove(other, &$0, position) }
    return position
  }

  func detachLast(_ other: any PersistentObject, from object: AnyObject) -> Bool {
    let position = withReferences(of: object, in: nil) {
      $0.lastPosition(of: other, in: 0..<$0.count)
    }
    guard let position else { return false }
    changeInPlace(of: object) { shape.remove(other, &$0, position) }
    return true
  }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard let value = slot.value else { return nil }
    var (rest, hasDeleted) = ([any PersistentObject](), false)
    shape.visit(value) { if $0.isDeleted { hasDeleted = true } else { rest.append($0) } }
    return hasDeleted ? _Slot(self.value(of: rest)) : nil
  }

  override func describe(value: Value) -> String {
    var parts: [String] = []
    shape.visit(value) { parts.append($0.shortDescription) }
    if shape.isSingle { return parts.first ?? "nil" }
    return shortList(of: parts)
  }

  override func releaseReferences(of object: AnyObject) {
    guard get(object).value != nil else { return }
    super.releaseReferences(of: object)
    if let object = object as? any PersistentObject { forgetLists(of: object) }
  }

  override func captureFault(_ object: AnyObject) -> () -> Void {
    let slot = get(object)
    return { [weak object] in
      guard let object else { return }
      self.set(object, slot)
      if let object = object as? any PersistentObject { self.forgetLists(of: object) }
    }
  }

  /// Releases the lists of what the object's properties referred to, which would keep the objects
  /// of the unread inverse alive. All of them: a list that is missing is made again, and the
  /// property does not know its position.
  private func forgetLists(of object: some PersistentObject) {
    object._object.annex?.collections?.relatedLists = [:]
  }

  override var targetEntities: [EntityDescription] { [sourceEntity()] }

  /// Returns the value that holds these objects.
  func value(of objects: [any PersistentObject]) -> Value {
    var value = shape.make()
    for object in objects { shape.add(object, &value, nil) }
    return value
  }
}
