/// One stored property of a persistent class: its names, and access to its storage in objects.
///
/// Subclasses know the property's type; this class lets the engine handle all of them alike.
public class PropertyDescription: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes once the class's description has been made, and all
  // closures are `@Sendable`.

  let declaration: _PropertyDeclaration

  /// The property's name in the source.
  public final var name: String { declaration.name }
  /// The column's name, which for a collection is the last part of its child table's.
  public final private(set) var column: String
  /// The column's name in earlier versions of the program.
  public final var renamedFrom: String? { declaration.renamedFrom }

  init(_ declaration: _PropertyDeclaration) {
    self.declaration = declaration
    column = declaration.column.chosen { $0 }
  }

  /// Chooses the column's name, while the class's description is being made.
  final func chooseName(_ naming: any NamingStrategy) {
    column = declaration.column.chosen { naming.column(forProperty: name, proposed: $0) }
  }

  /// The property's type.
  public var valueType: Any.Type { abstract() }

  /// The codec that the property declares, for its type or for the wrapped type.
  package var declaredCodec: (any ColumnCodec)? { nil }

  /// Binds the property to a store: chooses its codec and lays out its columns.
  func makeBinding(_ context: BindingContext) throws -> PropertyBinding { abstract() }

  /// Keeps the current value and returns a closure that restores it.
  func capture(_ object: AnyObject) -> () -> Void { abstract() }

  /// Restores the stored value at an address, without noting a change.
  func restore(_ object: AnyObject, from stored: UnsafeRawPointer) { abstract() }

  /// Whether the value is there, not still to be read.
  func isLoaded(_ object: AnyObject) -> Bool { true }

  /// Calls `body` with each object that the property refers to, as far as it is loaded.
  func visitReferences(
    of object: AnyObject, _ body: (any PersistentObject) throws -> Void
  ) rethrows {}

  /// Replaces the objects that the property refers to, as far as it is loaded.
  func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows {}

  /// Whether it is stored as a collection of objects, in a separate table.
  var isCollection: Bool { false }

  /// Whether it is a reference, or a collection to which an object can be added without further
  /// information.
  var canHaveInverse: Bool { false }

  /// The property that this one is the inverse of, if it is derived.
  var inverse: Inverse? { nil }

  /// The objects that the property refers to and that are in memory.
  func related(_ object: AnyObject, _ owner: ObjectOwner?) -> [any PersistentObject] { [] }

  /// Adds a reference to a loaded value, noting the change. Returns false if that is not possible.
  @discardableResult
  func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool { false }

  /// Removes a reference from a loaded value, noting the change. Returns false if that is not
  /// possible.
  @discardableResult
  func unrefer(
    _ object: some PersistentObject, at index: Int, from other: any PersistentObject
  ) -> Bool { false }

  /// Adds a reference to a loaded derived property, without noting a change.
  func attach(_ other: any PersistentObject, to object: AnyObject) {}

  /// Removes a reference from a loaded derived property, without noting a change.
  func detach(_ other: any PersistentObject, from object: AnyObject) {}

  /// The same for all references to objects of which `isUnwanted` is true.
  func detach(from object: AnyObject, where isUnwanted: (any PersistentObject) -> Bool) {}

  /// Removes the loaded references of an object whose session ends, so that cycles are broken.
  func releaseReferences(of object: AnyObject) {}

  /// Takes references to rows that were deleted out, as the database has done.
  func drop(_ deleted: DeletedRows, from object: AnyObject) {}

  /// The value in short form.
  func describe(_ object: AnyObject) -> String { abstract() }

  /// Whether the property holds persistent objects.
  var refersToObjects: Bool { false }

  /// Whether the value may be read later than its object: a reference or a collection.
  var canBeFault: Bool { false }

  /// The declared classes of targets; empty if any class is allowed.
  var targets: [EntityDescription] { [] }

  /// The class of a stored key without a class beside it; nil if each key has one.
  var impliedTarget: EntityDescription? { targets.first.flatMap { $0.isAbstract ? nil : $0 } }

  private func abstract(_ function: StaticString = #function) -> Never {
    preconditionFailure("\(Self.self) does not override \(function)")
  }
}

/// A property whose value is in the object itself, and in one column.
final class ValueProperty<Value>: PropertyDescription, @unchecked Sendable {
  let get: @Sendable (AnyObject) -> Value
  let set: @Sendable (AnyObject, Value) -> Void
  let codec: (any ColumnCodec<Value>)?
  let defaultValue: (@Sendable () -> Value)?

  init<Object: AnyObject>(
    _ declaration: _PropertyDeclaration, codec: (any ColumnCodec<Value>)?,
    defaultValue: (@Sendable () -> Value)?, get: @escaping @Sendable (Object) -> Value,
    set: @escaping @Sendable (Object, Value) -> Void
  ) {
    // The engine passes a property only objects of the class that declares it.
    self.get = { get(unsafeDowncast($0, to: Object.self)) }
    self.set = { set(unsafeDowncast($0, to: Object.self), $1) }
    self.codec = codec
    self.defaultValue = defaultValue
    super.init(declaration)
  }

  override var valueType: Any.Type { Value.self }

  override var declaredCodec: (any ColumnCodec)? { codec }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    guard let codec = codec ?? context.registry.codec(for: Value.self) else {
      throw context.noCodec(for: Value.self, property: self)
    }
    // A row without a version equals one that was never changed.
    let fallback = declaration.isVersion ? defaultValue : nil
    return try ValueBinding(
      codec: fallback.map { codec.defaulting(to: $0) } ?? codec, property: self, context)
  }

  override func capture(_ object: AnyObject) -> () -> Void {
    let value = get(object)
    return { self.set(object, value) }
  }

  override func restore(_ object: AnyObject, from stored: UnsafeRawPointer) {
    set(object, stored.assumingMemoryBound(to: Value.self).pointee)
  }

  override func describe(_ object: AnyObject) -> String { shortText(of: get(object)) }
}

/// A property with a slot in the object: a value of a type that the macro does not know by name, a
/// reference or a collection. The type checker decided which, and chose the strategy.
final class SlotProperty<Value>: PropertyDescription, @unchecked Sendable {
  let get: @Sendable (AnyObject) -> _Slot<Value>
  let set: @Sendable (AnyObject, _Slot<Value>) -> Void
  let access: _SlotAccess<Value>
  let strategy: SlotStrategy<Value>
  let defaultValue: (@Sendable () -> Value)?

  init<Object: AnyObject>(
    _ declaration: _PropertyDeclaration, strategy: SlotStrategy<Value>,
    defaultValue: (@Sendable () -> Value)?, get: @escaping @Sendable (Object) -> _Slot<Value>,
    set exchange: @escaping @Sendable (Object, inout _Slot<Value>) -> Void,
    access: _SlotAccess<Value>? = nil
  ) {
    self.access = access ?? _SlotAccess(get, exchange)
    // The engine passes a property only objects of the class that declares it.
    self.get = { get(unsafeDowncast($0, to: Object.self)) }
    self.set = { object, slot in
      var slot = slot
      exchange(unsafeDowncast(object, to: Object.self), &slot)
    }
    self.strategy = strategy
    self.defaultValue = defaultValue
    super.init(declaration)
  }

  override var valueType: Any.Type { Value.self }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    try strategy.makeBinding(self, context)
  }

  override func capture(_ object: AnyObject) -> () -> Void {
    let slot = get(object)
    return { self.set(object, slot) }
  }

  override func restore(_ object: AnyObject, from stored: UnsafeRawPointer) {
    set(object, stored.assumingMemoryBound(to: _Slot<Value>.self).pointee)
  }

  override func isLoaded(_ object: AnyObject) -> Bool { !get(object).isFault }

  override func visitReferences(
    of object: AnyObject, _ body: (any PersistentObject) throws -> Void
  ) rethrows {
    guard let value = get(object).value else { return }
    try strategy.visitReferences(in: value, body)
  }

  override func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows {
    guard let value = get(object).value else { return }
    set(object, _Slot(try strategy.replacingReferences(in: value, other)))
  }

  override var isCollection: Bool { strategy.isCollection }

  override var canHaveInverse: Bool { strategy.canHaveInverse }

  override var inverse: Inverse? { strategy.inverse }

  override func related(_ object: AnyObject, _ owner: ObjectOwner?) -> [any PersistentObject] {
    let slot = get(object)
    var found: [any PersistentObject] = []
    if let value = slot.value {
      strategy.visitReferences(in: value) { found.append($0) }
    } else if slot.hasPendingKey,
      let target = owner?.objectInHand(ofEntity: slot.entityID, pk: slot.key)
    {
      found.append(target)
    }
    return found
  }

  override func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool { change(object, index) { strategy.add(other, to: &$0) } }

  override func unrefer(
    _ object: some PersistentObject, at index: Int, from other: any PersistentObject
  ) -> Bool { change(object, index) { strategy.remove(other, from: &$0) } }

  private func change(
    _ object: some PersistentObject, _ index: Int, _ body: (inout Value) -> Bool
  ) -> Bool {
    let slot = get(object)
    // A reference is replaced whatever it was; a collection was loaded before. A value that is
    // being changed in place is left alone.
    guard !slot.isLent, var value = slot.value ?? strategy.empty, body(&value) else { return false }
    if object._object.notesChange(of: index) {
      object._object.willChange(object, at: index, from: slot)
    }
    set(object, _Slot(value))
    return true
  }

  override func attach(_ other: any PersistentObject, to object: AnyObject) {
    inPlace(object) { _ = strategy.add(other, to: &$0) }
  }

  override func detach(_ other: any PersistentObject, from object: AnyObject) {
    inPlace(object) { _ = strategy.remove(other, from: &$0) }
  }

  override func detach(from object: AnyObject, where isUnwanted: (any PersistentObject) -> Bool) {
    inPlace(object) { strategy.removeAll(from: &$0, where: isUnwanted) }
  }

  /// Changes a loaded value. The object releases it meanwhile, so that an array is not copied for
  /// each element that is added.
  private func inPlace(_ object: AnyObject, _ body: (inout Value) -> Void) {
    var slot = get(object)
    guard slot.value != nil else { return }
    set(object, .fault)
    body(&slot.loaded)
    set(object, slot)
  }

  override func releaseReferences(of object: AnyObject) {
    guard strategy.refersToObjects, get(object).value != nil else { return }
    set(object, .fault)
  }

  override func drop(_ deleted: DeletedRows, from object: AnyObject) {
    if let slot = strategy.slot(get(object), without: deleted) { set(object, slot) }
  }

  override func describe(_ object: AnyObject) -> String {
    let slot = get(object)
    guard let value = slot.value else { return slot.hasPendingKey ? "#\(slot.key)" : "…" }
    return strategy.describe(value)
  }

  override var refersToObjects: Bool { strategy.refersToObjects }

  override var canBeFault: Bool { strategy.canBeFault }

  override var targets: [EntityDescription] { strategy.targets }
}

/// The kind of a slot's value, and its stored form.
class SlotStrategy<Value>: @unchecked Sendable {
  func makeBinding(
    _ property: SlotProperty<Value>, _ context: BindingContext
  ) throws -> PropertyBinding {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  func visitReferences(
    in value: Value, _ body: (any PersistentObject) throws -> Void
  ) rethrows {}

  /// The value with other objects in the place of those that it refers to.
  func replacingReferences(
    in value: Value, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Value { value }

  /// Whether this is a collection of objects in a separate table.
  var isCollection: Bool { false }

  /// Whether it is a reference, or a collection to which an object can be added without further
  /// information.
  var canHaveInverse: Bool { false }

  /// The property that this one is the inverse of, if it is derived.
  var inverse: Inverse? { nil }

  /// The value that stands for an unloaded reference when it changes; nil if it must be loaded
  /// first.
  var empty: Value? { nil }

  /// Adds a reference. Returns false if that is not possible.
  func add(_ object: any PersistentObject, to value: inout Value) -> Bool { false }

  /// Removes a reference. Returns false if that is not possible.
  func remove(_ object: any PersistentObject, from value: inout Value) -> Bool { false }

  /// Takes references out of a derived value.
  func removeAll(from value: inout Value, where isUnwanted: (any PersistentObject) -> Bool) {}

  /// The slot without references to deleted rows; nil if it has none.
  func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? { nil }

  func describe(_ value: Value) -> String { shortText(of: value) }

  /// Whether the value is or holds persistent objects.
  var refersToObjects: Bool { false }

  /// Whether the value may be read later than its object: a reference or a collection.
  var canBeFault: Bool { refersToObjects }

  /// The declared classes of targets. Read only when a store opens the class, never while
  /// descriptions are being made, since classes may refer to each other.
  var targets: [EntityDescription] { [] }
}

/// A value of a custom type in one column.
final class ValueStrategy<Value>: SlotStrategy<Value>, @unchecked Sendable {
  override func makeBinding(
    _ property: SlotProperty<Value>, _ context: BindingContext
  ) throws -> PropertyBinding {
    guard let codec = context.registry.codec(for: Value.self) else {
      throw context.noCodec(for: Value.self, property: property)
    }
    return try ValueSlotBinding(codec: codec, property: property, context)
  }
}

/// A value in a description: quoted if it is text, and never longer than a line.
func shortText<Value>(of value: Value) -> String {
  if let optional = value as? any OptionalValue {
    return optional.wrapped.map { shortText(of: $0) } ?? "nil"
  }
  if let object = value as? any PersistentObject { return object.shortDescription }
  let text = (value as? String).map { "\"\($0)\"" } ?? String(describing: value)
  return text.count <= 80 ? text : text.prefix(79) + "…"
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
