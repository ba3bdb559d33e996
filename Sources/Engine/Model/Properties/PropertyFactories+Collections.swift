// The overloads of `_slotProperty` for collections: each of array, set and dictionary, required or
// optional. The kind of their elements, values, objects or collections, is found out when the
// description is made, since more overloads would cost more compile time.
//
// They are inlinable, so that the operations on each collection are compiled for its types.

/// Describes an array.
@inlinable
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]>,
  set: @escaping @Sendable (Object, inout _Slot<[Element]>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: .array())
}

/// Describes an array that may be nil.
@inlinable
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]?>,
  set: @escaping @Sendable (Object, inout _Slot<[Element]?>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: .optional(.array()))
}

/// Describes a set.
@inlinable
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  set: @escaping @Sendable (Object, inout _Slot<Set<Element>>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: .set())
}

/// Describes a set that may be nil.
@inlinable
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>?)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  set: @escaping @Sendable (Object, inout _Slot<Set<Element>?>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: .optional(.set()))
}

/// Describes a dictionary.
@inlinable
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  set: @escaping @Sendable (Object, inout _Slot<[DictionaryKey: Element]>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set), code: .dictionary())
}

/// Describes a dictionary that may be nil.
@inlinable
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]?>,
  set: @escaping @Sendable (Object, inout _Slot<[DictionaryKey: Element]?>) -> Void
) -> PropertyDescription {
  collectionProperty(
    declaration, default: defaultValue, access: _SlotAccess(get, set),
    code: .optional(.dictionary()))
}

@usableFromInline
func collectionProperty<Whole: NestableCollection>(
  _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Whole)?,
  access: _SlotAccess<Whole>, code: _CollectionCode<Whole, Whole.Shape.Key, Whole.Shape.Element>
) -> PropertyDescription {
  CollectionProperty<Whole.Shape>(
    declaration, default: defaultValue, access: access, code: code)
}
