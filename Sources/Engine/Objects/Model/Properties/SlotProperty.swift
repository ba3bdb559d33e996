/// A property with a slot in the object: a value of a type that the macro does not know by name.
/// The type checker decides its kind; what refers to objects has subclasses.
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

  /// Binds a value in one column or several.
  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    try SlotBinding(property: self, context, form: try context.form(for: Value.self, of: self))
  }

  /// Describes a value in short form.
  func describe(value: Value) -> String { shortText(of: value) }

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
