// Changes in place. `friends.removeAll { … }` runs the program's code in the middle of a change,
// and so may an element's `deinit`. Swift would stop a program that reads the property during an
// access to it, so the property is not accessed meanwhile: its value is lent, and the engine
// ignores the slot.

import PersistentObjectsDriver
public import Synchronization

extension _ObjectState {
  /// Takes a slot's value out of the object for a change in place. Generated accessors call it
  /// before the change.
  @inlinable
  public func lend<Value>(_ slot: inout _Slot<Value>) -> _Slot<Value> {
    precondition(!slot.isLent, "a property was changed while it was being changed in place")
    countChangeInPlace()
    return _exchange(&slot, with: .lent)
  }

  /// Puts a lent value back. Generated accessors call it after the change.
  ///
  /// - Parameters:
  ///   - value: the lent value, which is consumed.
  ///   - slot: the slot that it belongs to.
  @inlinable
  public func takeBack<Value>(_ value: inout _Slot<Value>, into slot: inout _Slot<Value>) {
    precondition(slot.isLent, "a property was set while it was being changed in place")
    swap(&value, &slot)
    uncountChangeInPlace()
  }

  /// Notes that a value without a slot is about to be changed in place. Generated accessors call
  /// it.
  public func willChangeInPlace(_ object: AnyObject, at index: Int) {
    willChange(object, at: index)
    countChangeInPlace()
  }

  /// Notes the end of a change in place. Generated accessors call it.
  public func didChangeInPlace() { uncountChangeInPlace() }

  // Inlinable, because a call during an access to a slot would make Swift check all accesses to it
  // at run time.
  @inlinable
  func countChangeInPlace() {
    relationBits.store(relationBits.load(ordering: .relaxed) &+ changeInPlace, ordering: .relaxed)
  }

  @inlinable
  func uncountChangeInPlace() {
    relationBits.store(relationBits.load(ordering: .relaxed) &- changeInPlace, ordering: .relaxed)
  }

  /// Whether a property is being changed in place. Meanwhile, the object can be neither written nor
  /// refreshed.
  var isChangedInPlace: Bool { relationBits.load(ordering: .relaxed) >= changeInPlace }

  /// The amount that one change in place adds to ``relationBits``.
  @inlinable
  var changeInPlace: UInt8 { 4 }
}

extension _Slot {
  /// Replaces the value and returns the old slot. Generated setters call it and release the old
  /// value after the access to the property has ended, since a `deinit` may read the property.
  @inlinable
  @discardableResult
  public mutating func replace(_ value: consuming Value) -> _Slot {
    var slot = _Slot(value)
    swap(&slot)
    return slot
  }

  /// Exchanges two slots, one of which belongs to an object. The other one then releases the old
  /// value.
  @inlinable
  public mutating func swap(_ other: inout _Slot) { Swift.swap(&self, &other) }
}

/// Replaces the value of a property without a slot and returns the old one.
@inlinable
public func _exchange<Value>(_ place: inout Value, with value: consuming Value) -> Value {
  swap(&place, &value)
  return value
}

extension PersistentObject {
  /// Throws `hookMisused` if a property of the object is being changed in place.
  func refuseInChangeInPlace(_ action: String) throws {
    if !_object.isChangedInPlace { return }
    throw PersistenceError(
      .hookMisused,
      """
      \(shortDescription) cannot be \(action) while one of its properties is being changed in place; \
      do it after that
      """,
      context: .init(className: type(of: self)._entity.className, pk: pk))
  }
}
