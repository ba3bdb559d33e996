// The overloads of `_slotProperty` for collections: each of array, set and dictionary, required or
// optional, of values or of persistent objects.

/// Describes an array of values.
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]>,
  set: @escaping @Sendable (Object, _Slot<[Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<ArrayShape<Element>>(elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes an array of persistent objects.
public func _slotProperty<Object: AnyObject, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]>,
  set: @escaping @Sendable (Object, _Slot<[Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<ArrayShape<Element>>(elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes an array of values that may be nil.
public func _slotProperty<Object: AnyObject, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]?>,
  set: @escaping @Sendable (Object, _Slot<[Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<ArrayShape<Element>>>(
      elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes an array of persistent objects that may be nil.
public func _slotProperty<Object: AnyObject, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[Element]?>,
  set: @escaping @Sendable (Object, _Slot<[Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<ArrayShape<Element>>>(
      elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set of values.
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<SetShape<Element>>(elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set of persistent objects.
public func _slotProperty<Object: AnyObject, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<SetShape<Element>>(elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set of values that may be nil.
public func _slotProperty<Object: AnyObject, Element: Hashable>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>?)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<SetShape<Element>>>(
      elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a set of persistent objects that may be nil.
public func _slotProperty<Object: AnyObject, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> Set<Element>?)?,
  get: @escaping @Sendable (Object) -> _Slot<Set<Element>?>,
  set: @escaping @Sendable (Object, _Slot<Set<Element>?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<SetShape<Element>>>(
      elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary of values.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<DictionaryShape<DictionaryKey, Element>>(
      elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary of persistent objects.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element])?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<DictionaryShape<DictionaryKey, Element>>(
      elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary of values that may be nil.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]?>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<DictionaryShape<DictionaryKey, Element>>>(
      elements: ValueElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}

/// Describes a dictionary of persistent objects that may be nil.
public func _slotProperty<Object: AnyObject, DictionaryKey: Hashable, Element: PersistentObject>(
  _ declaration: _PropertyDeclaration,
  default defaultValue: (@Sendable () -> [DictionaryKey: Element]?)?,
  get: @escaping @Sendable (Object) -> _Slot<[DictionaryKey: Element]?>,
  set: @escaping @Sendable (Object, _Slot<[DictionaryKey: Element]?>) -> Void
) -> PropertyDescription {
  SlotProperty(
    declaration,
    strategy: CollectionStrategy<OptionalShape<DictionaryShape<DictionaryKey, Element>>>(
      elements: ReferenceElements<Element>()),
    defaultValue: defaultValue, get: get, set: set)
}
