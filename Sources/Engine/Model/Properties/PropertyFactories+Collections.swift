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
  collectionProperty(declaration, defaultValue, get, set, _SlotAccess(get, set), .array())
}

@usableFromInline
func collectionProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> [Element])?,
  _ get: @escaping @Sendable (Object) -> _Slot<[Element]>,
  _ set: @escaping @Sendable (Object, inout _Slot<[Element]>) -> Void,
  _ access: _SlotAccess<[Element]>, _ code: _CollectionCode<[Element], Never, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration, strategy: CollectionStrategy<ArrayShape<Element>>(code),
    defaultValue: defaultValue, get: get,
    set: set, access: access)
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
    declaration, defaultValue, get, set, _SlotAccess(get, set), .optional(.array()))
}

@usableFromInline
func collectionProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> [Element]?)?,
  _ get: @escaping @Sendable (Object) -> _Slot<[Element]?>,
  _ set: @escaping @Sendable (Object, inout _Slot<[Element]?>) -> Void,
  _ access: _SlotAccess<[Element]?>, _ code: _CollectionCode<[Element]?, Never, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration, strategy: CollectionStrategy<OptionalShape<ArrayShape<Element>>>(code),
    defaultValue: defaultValue, get: get,
    set: set, access: access)
}

/// Describes a set.
@inlinable
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  set: @escaping @Sendable (Object, inout _Slot<Set<Element>>) -> Void
) -> PropertyDescription {
  collectionProperty(declaration, defaultValue, get, set, _SlotAccess(get, set), .set())
}

@usableFromInline
func collectionProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> Set<Element>)?,
  _ get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  _ set: @escaping @Sendable (Object, inout _Slot<Set<Element>>) -> Void,
  _ access: _SlotAccess<Set<Element>>, _ code: _CollectionCode<Set<Element>, Never, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration, strategy: CollectionStrategy<SetShape<Element>>(code), defaultValue: defaultValue,
    get: get,
    set: set, access: access)
}

/// Describes a set that may be nil.
@inlinable
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>?)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  set: @escaping @Sendable (Object, inout _Slot<Set<Element>?>) -> Void
) -> PropertyDescription {
  collectionProperty(declaration, defaultValue, get, set, _SlotAccess(get, set), .optional(.set()))
}

@usableFromInline
func collectionProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> Set<Element>?)?,
  _ get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  _ set: @escaping @Sendable (Object, inout _Slot<Set<Element>?>) -> Void,
  _ access: _SlotAccess<Set<Element>?>, _ code: _CollectionCode<Set<Element>?, Never, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration, strategy: CollectionStrategy<OptionalShape<SetShape<Element>>>(code),
    defaultValue: defaultValue, get: get,
    set: set, access: access)
}

/// Describes a dictionary.
@inlinable
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  set: @escaping @Sendable (Object, inout _Slot<[DictionaryKey: Element]>) -> Void
) -> PropertyDescription {
  collectionProperty(declaration, defaultValue, get, set, _SlotAccess(get, set), .dictionary())
}

@usableFromInline
func collectionProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  _ get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  _ set: @escaping @Sendable (Object, inout _Slot<[DictionaryKey: Element]>) -> Void,
  _ access: _SlotAccess<[DictionaryKey: Element]>,
  _ code: _CollectionCode<[DictionaryKey: Element], DictionaryKey, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration, strategy: CollectionStrategy<DictionaryShape<DictionaryKey, Element>>(code),
    defaultValue: defaultValue, get: get,
    set: set, access: access)
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
    declaration, defaultValue, get, set, _SlotAccess(get, set), .optional(.dictionary()))
}

@usableFromInline
func collectionProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration, _ defaultValue: (@Sendable () -> [DictionaryKey: Element]?)?,
  _ get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]?>,
  _ set: @escaping @Sendable (Object, inout _Slot<[DictionaryKey: Element]?>) -> Void,
  _ access: _SlotAccess<[DictionaryKey: Element]?>,
  _ code: _CollectionCode<[DictionaryKey: Element]?, DictionaryKey, Element>
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<DictionaryShape<DictionaryKey, Element>>>(code),
    defaultValue: defaultValue, get: get,
    set: set, access: access)
}
