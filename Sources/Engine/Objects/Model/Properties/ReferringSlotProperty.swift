/// A property with a slot whose value refers to persistent objects: the part that references,
/// collections and derived properties share.
class ReferringSlotProperty<Value>: SlotProperty<Value>, ReferringProperty {
  override var referring: (any ReferringProperty)? { self }
  override var refersToObjects: Bool { true }
  override var canBeFault: Bool { true }

  var isReferenceCollection: Bool { false }
  var canHaveInverse: Bool { false }
  var targetEntities: [EntityDescription] { [] }
  var asDerived: (any DerivedProperty)? { nil }

  // MARK: The value, without its object

  /// Calls `body` with each object that a value refers to.
  func visitReferences(
    in value: Value, _ body: (any PersistentObject) -> Void
  ) {}

  /// Calls `body` with the objects that a value refers to, as contiguous references. Does nothing
  /// if they are not contiguous.
  func withReferences(in value: Value, _ body: (ReferenceSpan) -> Void) {}

  /// Returns the value with the objects that it refers to replaced by others.
  func replacingReferences(
    in value: Value, with other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Value { value }

  /// The value that represents an unloaded reference when it is changed; nil if it must be loaded
  /// first.
  var empty: Value? { nil }

  /// Whether a reference to an object can be added.
  func accepts(_ object: any PersistentObject) -> Bool { false }

  /// Adds a reference to an object that is accepted.
  func add(_ object: any PersistentObject, to value: inout Value) {}

  /// Whether references can be removed.
  var givesUpObjects: Bool { false }

  /// Removes all references to an object.
  func remove(_ object: any PersistentObject, from value: inout Value) {}

  /// Returns the slot without references to deleted rows; nil if it has no such references.
  func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? { nil }

  // MARK: The slot of an object

  func visitReferences(
    of object: AnyObject, since baseline: SlotBaseline?, _ body: (any PersistentObject) -> Void
  ) {
    if let value = get(object).value { visitReferences(in: value, body) }
  }

  func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows {
    guard let value = get(object).value else { return }
    set(object, _Slot(try replacingReferences(in: value, with: other)))
  }

  func related(of object: AnyObject, in session: (any ObjectSession)?) -> [any PersistentObject] {
    let slot = get(object)
    var found: [any PersistentObject] = []
    if let value = slot.value {
      visitReferences(in: value) { found.append($0) }
    } else if slot.hasPendingKey,
      let target = session?.objectInHand(ofEntity: slot.entityID, pk: slot.key)
    {
      found.append(target)
    }
    return found
  }

  func withReferences<R>(
    of object: AnyObject, in session: (any ObjectSession)?, _ body: (ReferenceSpan) -> R
  ) -> R {
    var result: R?
    if let value = get(object).value { withReferences(in: value) { result = body($0) } }
    return result
      ?? related(of: object, in: session).withUnsafeBufferPointer {
        body(ReferenceSpan($0.baseAddress, count: $0.count))
      }
  }

  func visitKeys(of object: AnyObject, _ body: (ReferenceKey?) -> Void) {
    let slot = get(object)
    if let value = slot.value {
      visitReferences(in: value) { target in
        let key = ReferenceKey(of: target)
        if key != nil || target.state == .new { body(key) }
      }
    } else if slot.hasPendingKey {
      body(ReferenceKey(pk: slot.key, entityID: slot.entityID))
    }
  }

  func holds(
    _ other: any PersistentObject, in object: AnyObject, session: (any ObjectSession)?
  ) -> Bool { related(of: object, in: session).contains { $0 === other } }

  func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool { accepts(other) && change(object, at: index, by: { add(other, to: &$0) }) }

  func unrefer(
    _ object: some PersistentObject, at index: Int, from other: any PersistentObject
  ) -> Bool { givesUpObjects && change(object, at: index, by: { remove(other, from: &$0) }) }

  private func change(
    _ object: some PersistentObject, at index: Int, by body: (inout Value) -> Void
  ) -> Bool {
    // A reference is replaced whatever its value was; a collection has been loaded before. A value
    // that is being changed in place is left alone.
    let (isFault, isLent) = (get(object).isFault, get(object).isLent)
    if isLent || isFault && empty == nil { return false }
    object._object.willChange(object, at: index)
    if isFault, let empty { store(empty, in: object) }
    changeInPlace(of: object, body)
    return true
  }

  func releaseReferences(of object: AnyObject) {
    guard get(object).value != nil else { return }
    set(object, .fault)
  }

  final func drop(_ deleted: DeletedRows, from object: AnyObject) {
    guard dropReferences(to: deleted, from: object) else { return }
    if let object = object as? any PersistentObject { forgetBaselines(of: object) }
  }

  /// Removes references to rows that were deleted. Returns whether there were any.
  func dropReferences(to deleted: DeletedRows, from object: AnyObject) -> Bool {
    guard let slot = slot(get(object), without: deleted) else { return false }
    set(object, slot)
    return true
  }

  /// Forgets the copies of collections, which contain deleted objects.
  private func forgetBaselines(of object: some PersistentObject) {
    object._object.forgetBaselines()
  }
}
