// The functions that an expansion of `@Persistent` calls to describe its properties. Overload
// resolution determines what the macro cannot see: whether a type is a persistent class, a
// collection or a value.

public import PersistentObjectsCodec

/// Describes a property of a plain scalar type.
public func _property<Value>(
  _ type: Value.Type, _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Value)?
) -> PropertyDescription {
  ValueProperty(declaration, form: nil, default: defaultValue)
}

/// Describes a property with its own codec. Inlinable, so that the codec's functions are compiled
/// for its type.
@inlinable
public func _property<Codec: ColumnCodec>(
  _ type: Codec.Value.Type, _ declaration: _PropertyDeclaration, codec: Codec,
  default defaultValue: (@Sendable () -> Codec.Value)?
) -> PropertyDescription {
  codedProperty(declaration, .column(CodecFunctions(codec)), default: defaultValue)
}

/// Describes an optional property with its own codec for the wrapped type. Inlinable for the same
/// reason.
@inlinable
public func _property<Codec: ColumnCodec>(
  _ type: Codec.Value?.Type, _ declaration: _PropertyDeclaration, codec: Codec,
  default defaultValue: (@Sendable () -> Codec.Value?)?
) -> PropertyDescription {
  codedProperty(
    declaration, .column(CodecFunctions(optional: CodecFunctions(codec))), default: defaultValue)
}

/// Describes a property with its own codec of several columns.
@inlinable
public func _property<Codec: CompositeCodec>(
  _ type: Codec.Value.Type, _ declaration: _PropertyDeclaration, codec: Codec,
  default defaultValue: (@Sendable () -> Codec.Value)?
) -> PropertyDescription {
  codedProperty(declaration, .composite(_CompositeFunctions(codec)), default: defaultValue)
}

/// Describes an optional property with its own codec of several columns for the wrapped type.
@inlinable
public func _property<Codec: CompositeCodec>(
  _ type: Codec.Value?.Type, _ declaration: _PropertyDeclaration, codec: Codec,
  default defaultValue: (@Sendable () -> Codec.Value?)?
) -> PropertyDescription {
  codedProperty(
    declaration, .composite(_CompositeFunctions(optional: _CompositeFunctions(codec))),
    default: defaultValue)
}

/// Explains a codec of another type.
@available(
  *, unavailable,
  message: "the codec stores values of another type than the property has"
)
public func _property<Value, Codec: ColumnCodec>(
  _ type: Value.Type, _ declaration: _PropertyDeclaration, codec: Codec,
  default defaultValue: (@Sendable () -> Value)?
) -> PropertyDescription { ValueProperty(declaration, form: nil, default: defaultValue) }

@usableFromInline
func codedProperty<Value>(
  _ declaration: _PropertyDeclaration, _ form: ValueForm<Value>,
  default defaultValue: (@Sendable () -> Value)?
) -> PropertyDescription {
  ValueProperty(declaration, form: form, default: defaultValue)
}

/// Describes a property of any other type: a value in one column.
public func _slotProperty<Object: AnyObject, Value>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Value)?,
  get: @escaping @Sendable (Object) -> _Slot<Value>,
  set: @escaping @Sendable (Object, inout _Slot<Value>) -> Void
) -> PropertyDescription {
  SlotProperty(declaration, default: defaultValue, access: _SlotAccess(get, set))
}

/// Describes a collection: an array, a set or a dictionary, or one of these that may be nil. The
/// kind of its elements (values, objects or collections) is determined when the description is
/// made.
///
/// Inlinable, so that the operations on each collection are compiled for its types.
@inlinable
public func _slotProperty<Object: AnyObject, Whole: _ColumnCollection>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Whole)?,
  get: @escaping @Sendable (Object) -> _Slot<Whole>,
  set: @escaping @Sendable (Object, inout _Slot<Whole>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: Whole._code)
}

@usableFromInline
func collectionProperty<Whole: _ColumnCollection>(
  _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Whole)?,
  access: _SlotAccess<Whole>, code: _CollectionCode<Whole, Whole._Key, Whole._Element>
) -> PropertyDescription {
  CollectionProperty(declaration, default: defaultValue, access: access, code: code)
}

/// Describes a derived property that holds at most one object.
public func _inverseProperty<Object: AnyObject, Target: PersistentObject>(
  _ declaration: _PropertyDeclaration, of source: PartialKeyPath<Target>,
  get: @escaping @Sendable (Object) -> _Slot<Target?>,
  set: @escaping @Sendable (Object, inout _Slot<Target?>) -> Void
) -> PropertyDescription {
  InverseProperty(
    declaration, of: source, in: { Target._entity }, shape: .single(), access: _SlotAccess(get, set)
  )
}

/// Describes a derived property that holds objects in an array.
public func _inverseProperty<Object: AnyObject, Target: PersistentObject>(
  _ declaration: _PropertyDeclaration, of source: PartialKeyPath<Target>,
  get: @escaping @Sendable (Object) -> _Slot<[Target]>,
  set: @escaping @Sendable (Object, inout _Slot<[Target]>) -> Void
) -> PropertyDescription {
  InverseProperty(
    declaration, of: source, in: { Target._entity }, shape: .array(), access: _SlotAccess(get, set))
}

/// Describes a derived property that holds objects in a set.
///
/// Inlinable, so that the code that iterates over the set is compiled for its type.
@inlinable
public func _inverseProperty<Object: AnyObject, Target: PersistentObject>(
  _ declaration: _PropertyDeclaration, of source: PartialKeyPath<Target>,
  get: @escaping @Sendable (Object) -> _Slot<Set<Target>>,
  set: @escaping @Sendable (Object, inout _Slot<Set<Target>>) -> Void
) -> PropertyDescription {
  inverseSetProperty(declaration, of: source, access: _SlotAccess(get, set)) {
    withElements(of: $0, $1)
  }
}

@usableFromInline
func inverseSetProperty<Target: PersistentObject>(
  _ declaration: _PropertyDeclaration, of source: PartialKeyPath<Target>,
  access: _SlotAccess<Set<Target>>,
  elements: @escaping @Sendable (Set<Target>, (UnsafeBufferPointer<Target>) -> Void) -> Void
) -> PropertyDescription {
  InverseProperty(
    declaration, of: source, in: { Target._entity }, shape: .set(elements: elements),
    access: access)
}

/// Describes a required reference to a persistent object.
public func _slotProperty<Object: AnyObject, Target: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Target)?,
  get: @escaping @Sendable (Object) -> _Slot<Target>,
  set: @escaping @Sendable (Object, inout _Slot<Target>) -> Void
) -> PropertyDescription {
  ReferenceProperty(
    declaration, default: defaultValue, to: { Target._entity }, target: { $0 },
    value: { $0 as? Target }, access: _SlotAccess(get, set))
}

/// Describes an optional reference to a persistent object.
public func _slotProperty<Object: AnyObject, Target: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Target?)?,
  get: @escaping @Sendable (Object) -> _Slot<Target?>,
  set: @escaping @Sendable (Object, inout _Slot<Target?>) -> Void
) -> PropertyDescription {
  ReferenceProperty(
    declaration, default: defaultValue, to: { Target._entity }, target: { $0 },
    value: { object in
      guard let object else { return .some(nil) }
      return (object as? Target).map { .some($0) }
    }, access: _SlotAccess(get, set))
}

/// Describes a required reference to an object of any persistent class.
public func _slotProperty<Object: AnyObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> any PersistentObject)?,
  get: @escaping @Sendable (Object) -> _Slot<any PersistentObject>,
  set: @escaping @Sendable (Object, inout _Slot<any PersistentObject>) -> Void
) -> PropertyDescription {
  ReferenceProperty(
    declaration, default: defaultValue, to: nil, target: { $0 },
    value: { $0 as? any PersistentObject }, access: _SlotAccess(get, set))
}

/// Describes an optional reference to an object of any persistent class.
public func _slotProperty<Object: AnyObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> (any PersistentObject)?)?,
  get: @escaping @Sendable (Object) -> _Slot<(any PersistentObject)?>,
  set: @escaping @Sendable (Object, inout _Slot<(any PersistentObject)?>) -> Void
) -> PropertyDescription {
  ReferenceProperty(
    declaration, default: defaultValue, to: nil, target: { $0 },
    value: { object in object.map { $0 as? any PersistentObject } ?? .some(nil) },
    access: _SlotAccess(get, set))
}
