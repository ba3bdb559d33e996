// Changes in place. `friends.removeAll { … }` runs the program's code in the midst of a change, and so
// may what dies with an element. The property is not accessed meanwhile, since Swift would stop a
// program that looks at it: its value is lent, and the engine passes over the slot.

import Synchronization

extension _ObjectState {
  /// Called by a generated accessor before a value that lies in a slot is changed in place: takes it
  /// out of the object.
  @inlinable
  public func lend<Value>(_ slot: inout _Slot<Value>) -> _Slot<Value> {
    precondition(!slot.isLent, "a property was changed in the midst of a change of it in place")
    willChangeInPlace()
    return _exchange(&slot, with: .lent)
  }

  /// Called by a generated accessor after the change: puts the value back.
  ///
  /// - Parameters:
  ///   - value: what was lent. It is nothing any more afterwards.
  ///   - slot: where it belongs.
  @inlinable
  public func takeBack<Value>(_ value: inout _Slot<Value>, into slot: inout _Slot<Value>) {
    precondition(slot.isLent, "a property was set in the midst of a change of it in place")
    swap(&value, &slot)
    didChangeInPlace()
  }

  /// Called by a generated accessor before a value without a slot is changed in place.
  @inlinable
  public func willChangeInPlace() {
    relationBits.store(relationBits.load(ordering: .relaxed) &+ changeInPlace, ordering: .relaxed)
  }

  /// Called by a generated accessor after the change.
  @inlinable
  public func didChangeInPlace() {
    relationBits.store(relationBits.load(ordering: .relaxed) &- changeInPlace, ordering: .relaxed)
  }

  /// Whether a property is being changed in place, so that the object can neither be written nor read
  /// anew.
  var isChangedInPlace: Bool { relationBits.load(ordering: .relaxed) >= changeInPlace }

  /// What one change in place adds to ``relationBits``.
  @inlinable
  var changeInPlace: UInt8 { 4 }
}

extension _Slot {
  /// Called by a generated setter: puts a value in the place of another, and gives that. The setter lets
  /// go of it when the access to the property has ended: what dies then may look at the property.
  @inlinable
  @discardableResult
  public mutating func replace(_ value: consuming Value) -> _Slot {
    var slot = _Slot(value)
    swap(&slot)
    return slot
  }

  /// Exchanges two slots, one of which is that of an object. The other one lets go of the old value.
  @inlinable
  public mutating func swap(_ other: inout _Slot) { Swift.swap(&self, &other) }
}

/// Puts a value in the place of another, and gives that, where a property has no slot.
@inlinable
public func _exchange<Value>(_ place: inout Value, with value: consuming Value) -> Value {
  swap(&place, &value)
  return value
}

extension PersistentObject {
  /// Throws where a property of the object is being changed in place.
  func refuseInChangeInPlace(_ action: String) throws {
    if !_object.isChangedInPlace { return }
    throw PersistenceError(
      .hookMisused,
      """
      \(shortDescription) cannot be \(action) in the midst of a change of one of its properties in \
      place; do it after that
      """,
      context: .init(className: type(of: self)._entity.className, pk: pk))
  }
}
