/// The storage of a property whose value may still be in the database: a reference or a collection
/// that has not been used yet is a *fault*.
///
/// Properties whose type is written as a plain scalar have no slot.
@frozen
public struct _Slot<Value> {
  /// The value; nil while this is a fault.
  public var value: Value?
  /// The primary key of a reference's target while the target has not been read.
  @usableFromInline var key: Int64 = 0
  /// The class of the target, as `EntityDescription.id`; negative if there is no target to read.
  @usableFromInline var entityID: Int32 = -1

  /// Creates a slot that holds a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// Makes a reference that is read at its first use.
  @inlinable
  init(faultFor key: Int64, entityID: Int32) {
    value = nil
    self.key = key
    self.entityID = entityID
  }

  /// A collection that is read at its first use.
  @inlinable
  static var fault: _Slot { _Slot(faultFor: 0, entityID: -1) }

  /// The slot that remains in the object while the value is lent to code that changes it in place.
  @inlinable
  static var lent: _Slot {
    _Slot(faultFor: 0, entityID: -2)
  }

  /// Whether the value is lent to code that changes it in place. Then there is nothing to read.
  @inlinable
  var isLent: Bool { entityID == -2 }

  /// Whether the slot has the key of an object that has not been read.
  var hasPendingKey: Bool { entityID >= 0 }

  /// Whether the value has not been read yet.
  @inlinable
  public var isFault: Bool { value == nil }

  // Only a forced unwrapping allows changes in place. The caller has checked that there is a value.
  // swift-format-ignore: NeverForceUnwrap
  /// The value of a slot that is not a fault, for changes in place.
  @inlinable
  public var loaded: Value {
    get { value.unsafelyUnwrapped }
    _modify { yield &value! }
  }
}

extension _Slot {
  /// Returns the substitute for a missing value.
  @usableFromInline
  func standIn(_ value: Value) -> Value {
    precondition(!isLent, "a property was read while it was being changed in place")
    return value
  }

  /// Returns the value of a slot that is not a fault.
  ///
  /// This reads only the memory of the value itself: of a struct of which one field is used, the
  /// compiler then copies that field alone. It does not do so for what it takes out of an optional.
  @inlinable
  @inline(__always)
  mutating func copyLoaded() -> Value {
    // An optional that is not nil begins with the bytes of its value.
    withUnsafePointer(to: &value) { UnsafeRawPointer($0).load(as: Value.self) }
  }
}

// The result of a getter. A fault remains only if reading failed: then the session is marked as
// failed, so that the substitute value is never saved. The slot is passed as `inout`, so that it is
// not copied; nothing changes it.

/// Returns the value of a slot that cannot be a fault when user code runs.
@inlinable
public func _current<Value>(_ slot: inout _Slot<Value>) -> Value {
  if slot.isFault { _missingValue(Value.self) }
  return slot.copyLoaded()
}

/// Returns the value, or nil after a failed read.
@inlinable
public func _current<Value>(_ slot: inout _Slot<Value?>) -> Value? {
  slot.isFault ? slot.standIn(nil) : slot.copyLoaded()
}

/// Returns the value, or an empty array or set after a failed read.
@inlinable
public func _current<Value: ExpressibleByArrayLiteral>(_ slot: inout _Slot<Value>) -> Value {
  slot.isFault ? slot.standIn([]) : slot.copyLoaded()
}

/// Returns the value, or an empty dictionary after a failed read.
@inlinable
public func _current<Key, Element>(_ slot: inout _Slot<[Key: Element]>) -> [Key: Element] {
  slot.isFault ? slot.standIn([:]) : slot.copyLoaded()
}

/// Makes sure that the slot holds a value that can be changed in place.
@inlinable
public func _materialize<Value>(_ slot: inout _Slot<Value>) {
  if slot.value == nil { _missingValue(Value.self) }
}

/// Makes sure that the slot holds a value that can be changed in place.
@inlinable
public func _materialize<Value>(_ slot: inout _Slot<Value?>) {
  if slot.value == nil { slot.value = .some(nil) }
}

/// Makes sure that the slot holds a value that can be changed in place.
@inlinable
public func _materialize<Value: ExpressibleByArrayLiteral>(_ slot: inout _Slot<Value>) {
  if slot.value == nil { slot.value = [] }
}

/// Makes sure that the slot holds a value that can be changed in place.
@inlinable
public func _materialize<Key, Element>(_ slot: inout _Slot<[Key: Element]>) {
  if slot.value == nil { slot.value = [:] }
}

/// Stops the program. Required references are read together with their owners, so user code finds a
/// fault only if it reads a property while that property is being changed in place.
@usableFromInline
func _missingValue(_ type: Any.Type) -> Never {
  preconditionFailure("a required property of type \(type) was used before it had a value")
}
