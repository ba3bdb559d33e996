// The overloads of `_slotProperty` for collections: each of array, set and dictionary, required or
// optional. What their elements are, values, objects or collections, is found out when the
// description is made: it costs the compiler more to choose among more overloads.

/// Describes an array.
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]>,
  set: @escaping @Sendable (Object, _Slot<[Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<ArrayShape<Element>>(),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes an array that may be nil.
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]?>,
  set: @escaping @Sendable (Object, _Slot<[Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<ArrayShape<Element>>>(),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set.
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<SetShape<Element>>(),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set that may be nil.
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>?)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<SetShape<Element>>>(),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<DictionaryShape<DictionaryKey, Element>>(),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary that may be nil.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]?>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<DictionaryShape<DictionaryKey, Element>>>(),
    defaultValue: defaultValue, get: get, set: set)
}
