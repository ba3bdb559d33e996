/// A property with a slot in the object: a value of a type that the macro does not know by name.
/// The type checker decides its kind; references and collections have subclasses.
class SlotProperty<Value>: TypedProperty<Value> {
  final let access: _SlotAccess<Value>
  private let copies: SlotCopies<_Slot<Value>>

  init(
    _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Value)?,
    access: _SlotAccess<Value>
  ) {
    self.access = access
    copies = SlotCopies(access.get)
    super.init(declaration, default: defaultValue, recordLayout: .init(of: _Slot<Value>.self))
  }

  final func get(_ object: AnyObject) -> _Slot<Value> { access.get(object) }
  final func set(_ object: AnyObject, _ slot: _Slot<Value>) { access.set(object, slot) }

  /// Binds a value in one column.
  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    try SlotBinding(
      property: self, context, codec: try context.codec(for: Value.self, of: self))
  }

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

  /// Describes a value in short form.
  func describe(value: Value) -> String { shortText(of: value) }

  override var canBeFault: Bool { refersToObjects }

  // MARK: The slot of an object

  override final func value(of object: AnyObject) -> Value? { get(object).value }

  override final func store(_ value: Value, in object: AnyObject) { set(object, _Slot(value)) }

  override final func copy(_ object: AnyObject, to place: UnsafeMutableRawPointer) {
    copies.add(of: object, at: place)
  }

  override func capture(_ object: AnyObject) -> () -> Void {
    let slot = get(object)
    return { self.set(object, slot) }
  }

  override func captureFault(_ object: AnyObject) -> () -> Void {
    let slot = get(object)
    return { [weak object] in if let object { self.set(object, slot) } }
  }

  override func restore(_ object: AnyObject, from stored: UnsafeRawPointer) {
    set(object, stored.assumingMemoryBound(to: _Slot<Value>.self).pointee)
  }

  override final func discard(_ stored: UnsafeMutableRawPointer) { copies.end(at: stored) }

  override func isLoaded(_ object: AnyObject) -> Bool { !get(object).isFault }

  override final func isLent(_ object: AnyObject) -> Bool { get(object).isLent }

  override func visitReferences(
    of object: AnyObject, _ body: (any PersistentObject) -> Void
  ) {
    if let value = get(object).value { visitReferences(in: value, body) }
  }

  override func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows {
    guard let value = get(object).value else { return }
    set(object, _Slot(try replacingReferences(in: value, with: other)))
  }

  override func related(of object: AnyObject, in session: (any ObjectSession)?) -> [any PersistentObject] {
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

  override func withReferences<R>(
    of object: AnyObject, in session: (any ObjectSession)?, _ body: (ReferenceSpan) -> R
  ) -> R {
    var result: R?
    if let value = get(object).value { withReferences(in: value) { result = body($0) } }
    return result
      ?? related(of: object, in: session).withUnsafeBufferPointer {
        body(ReferenceSpan($0.baseAddress, count: $0.count))
      }
  }

  override func visitKeys(of object: AnyObject, _ body: (ReferenceKey) -> Void) {
    let slot = get(object)
    if let value = slot.value {
      visitReferences(in: value) { if let key = ReferenceKey(of: $0) { body(key) } }
    } else if slot.hasPendingKey {
      body(ReferenceKey(pk: slot.key, entityID: slot.entityID))
    }
  }

  override func holds(
    _ other: any PersistentObject, in object: AnyObject, session: (any ObjectSession)?
  ) -> Bool { related(of: object, in: session).contains { $0 === other } }

  override func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool { accepts(other) && change(object, at: index, by: { add(other, to: &$0) }) }

  override func unrefer(
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

  /// Changes a loaded value in place. The object releases the value meanwhile, so that an array is
  /// not copied for each added element.
  final func changeInPlace(of object: AnyObject, _ body: (inout Value) -> Void) {
    var slot = get(object)
    guard slot.value != nil else { return }
    set(object, .fault)
    body(&slot.loaded)
    set(object, slot)
  }

  override final func takeValue(of other: AnyObject, into object: AnyObject) {
    set(object, get(other))
  }

  override func releaseReferences(of object: AnyObject) {
    guard refersToObjects, get(object).value != nil else { return }
    set(object, .fault)
  }

  override final func drop(_ deleted: DeletedRows, from object: AnyObject) {
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

  override func describe(_ object: AnyObject) -> String {
    let slot = get(object)
    guard let value = slot.value else { return slot.hasPendingKey ? "#\(slot.key)" : "…" }
    return describe(value: value)
  }
}

/// Copies of the slots of a property in the journal. This is a separate class, generic over the
/// slot, because its methods then know the slot's type, which ``SlotProperty`` would have to look
/// up at each call.
private final class SlotCopies<Slot>: Sendable {
  private let get: @Sendable (AnyObject) -> Slot

  init(_ get: @escaping @Sendable (AnyObject) -> Slot) { self.get = get }

  @inline(never)
  func add(of object: AnyObject, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Slot.self).initialize(to: get(object))
  }

  @inline(never)
  func end(at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Slot.self).deinitialize(count: 1)
  }
}
