/// A property that holds persistent objects: a reference, a collection, or a derived property.
protocol ReferringProperty: PropertyDescription {
  /// Whether the property is stored as a collection of objects in a separate table.
  var isReferenceCollection: Bool { get }

  /// Whether the property is a reference, or a collection to which an object can be added without
  /// further information.
  var canHaveInverse: Bool { get }

  /// The declared classes of targets; empty if any class is allowed.
  var targetEntities: [EntityDescription] { get }

  /// The property as the other side of a stored one, if it is that.
  var asDerived: (any DerivedProperty)? { get }

  /// Calls `body` with each object that the property refers to, if it is loaded, except those that
  /// a collection already had before it changed.
  func visitReferences(
    of object: AnyObject, since baseline: SlotBaseline?, _ body: (any PersistentObject) -> Void)

  /// Replaces the objects that the property refers to, if it is loaded.
  func replaceReferences(
    in object: AnyObject, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows

  /// Returns the objects that the property refers to and that are in memory.
  func related(of object: AnyObject, in session: (any ObjectSession)?) -> [any PersistentObject]

  /// Calls `body` with the key of each row to which the property loses its reference if the row is
  /// deleted, and with nil for each new object, which has no row yet. A collection that is not
  /// loaded has no references.
  func visitKeys(of object: AnyObject, _ body: (ReferenceKey?) -> Void)

  /// Adds a reference to a loaded value and notes the change. Returns false if that is not
  /// possible.
  @discardableResult
  func refer(
    _ object: some PersistentObject, at index: Int, to other: any PersistentObject
  ) -> Bool

  /// Removes a reference from a loaded value and notes the change. Returns false if that is not
  /// possible.
  @discardableResult
  func unrefer(
    _ object: some PersistentObject, at index: Int, from other: any PersistentObject
  ) -> Bool

  /// Calls `body` with the objects that the property refers to, as contiguous references.
  func withReferences<R>(
    of object: AnyObject, in session: (any ObjectSession)?, _ body: (ReferenceSpan) -> R
  ) -> R

  /// Whether the property refers to an object that is in memory. One that is not loaded, except a
  /// reference whose key is known, does not.
  func holds(
    _ other: any PersistentObject, in object: AnyObject, session: (any ObjectSession)?
  ) -> Bool

  /// Removes the loaded references of an object whose session ends, which breaks reference cycles.
  /// Required references stay, since nothing could take their place.
  func releaseReferences(of object: AnyObject)

  /// Removes references to rows that were deleted, as the database has done.
  func drop(_ deleted: DeletedRows, from object: AnyObject)
}

extension ReferringProperty {
  /// Calls `body` with each object that the property refers to, if it is loaded.
  func visitReferences(of object: AnyObject, _ body: (any PersistentObject) -> Void) {
    visitReferences(of: object, since: nil, body)
  }
}

/// A property that is the other side of a stored one. It has no column, and is changed without
/// noting a change of its object.
protocol DerivedProperty: ReferringProperty {
  /// The stored side.
  var source: Inverse { get }

  /// Calls `body` with each of some objects that is in the property, in its order. May do so with
  /// others in it, too.
  func visitReferences(
    of object: AnyObject, among candidates: [any PersistentObject],
    _ body: (any PersistentObject) -> Void)

  /// Adds a reference to a loaded value. If the property has positions and none is given, adds it
  /// at the end.
  func attach(_ other: any PersistentObject, to object: AnyObject, at position: Int?)

  /// Removes the reference to an object from a loaded value. Returns its position, or nil if there
  /// is none.
  func detach(_ other: any PersistentObject, from object: AnyObject) -> Int?

  /// Removes the last of several references to an object. Returns false if there is none.
  func detachLast(_ other: any PersistentObject, from object: AnyObject) -> Bool
}

/// A reference that an object cannot be without.
protocol RequiredReference: ReferringProperty {
  /// Sets the reference without noting a change; nil makes it a fault.
  func setTarget(_ target: AnyObject?, of object: AnyObject)
}
