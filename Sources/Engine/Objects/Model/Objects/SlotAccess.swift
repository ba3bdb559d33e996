/// The operations on the slots of all objects of a fetch or a save. Like a ``_CollectionCode``,
/// they are made where the compiler knows the types.
public struct _SlotAccess<Value>: Sendable {
  @usableFromInline typealias VisitChange =
    @Sendable (
      AnyObject, SlotBaseline?, _ body: (TypedSlotBaseline<Value>?, Value) throws -> Void
    ) throws -> Void

  /// Returns the slot of an object.
  @usableFromInline let get: @Sendable (AnyObject) -> _Slot<Value>
  /// Replaces the slot of an object without noting a change.
  @usableFromInline let set: @Sendable (AnyObject, _Slot<Value>) -> Void
  /// Whether the slot of an object is a fault.
  @usableFromInline let isFault: @Sendable (AnyObject) -> Bool
  /// Moves a collection into the slot of an object.
  @usableFromInline let fill:
    @Sendable (AnyObject, UnsafeMutablePointer<Value>, _ isSparse: Bool) -> Void
  /// Returns the current value in the slot of an object; nil for a fault.
  @usableFromInline let capture: @Sendable (AnyObject) -> SlotBaseline?
  /// Calls `body` with the baseline of the slot, if there is one, and with the current contents.
  /// Does nothing if the slot is a fault. Afterwards the collection no longer counts as sparse,
  /// since its rows are the same as in memory.
  @usableFromInline let visitChange: VisitChange

  /// Creates the operations for objects of a class. The engine passes only objects of that class.
  @inlinable
  public init<Object: AnyObject>(
    _ get: @escaping @Sendable (Object) -> _Slot<Value>,
    _ exchange: @escaping @Sendable (Object, inout _Slot<Value>) -> Void
  ) {
    @Sendable func own(_ object: AnyObject) -> Object { unsafeDowncast(object, to: Object.self) }
    self.get = { get(own($0)) }
    set = { object, slot in
      var slot = slot
      exchange(own(object), &slot)
    }
    isFault = {
      let slot = get(own($0))
      return slot.isFault && !slot.isLent
    }
    fill = { object, value, isSparse in
      var slot = _Slot(value.move())
      slot.key = isSparse ? 1 : 0
      exchange(own(object), &slot)
    }
    capture = {
      let slot = get(own($0))
      return slot.value.map { TypedSlotBaseline($0, isSparse: slot.key != 0) }
    }
    visitChange = { object, baseline, body in
      let object = own(object)
      var slot = get(object)
      guard let value = slot.value else { return }
      // The baseline was made by `capture` of the same property.
      let former = baseline.map { unsafeDowncast($0, to: TypedSlotBaseline<Value>.self) }
      try body(former, value)
      if slot.key == 0 { return }
      slot.key = 0
      exchange(object, &slot)
    }
  }
}
