// Bringing an object to what its row holds now.

/// The properties that ``Session/refresh(_:keeping:)-(_,KeptProperties)`` leaves as they are.
public enum KeptProperties: Sendable {
  /// The properties that were changed since the object was read or saved.
  case changes
}

extension Session {
  /// Takes over what an object's row holds now, as a new find would, also if the object has changes:
  /// these are dropped, but for those in the properties `kept`, which stay changed. So a conflict
  /// can be settled:
  ///
  /// ```swift
  /// do {
  ///   try session.save(joe)
  /// } catch let error as PersistenceError where error.code == .conflict {
  ///   try session.refresh(joe, keeping: \.age)
  ///   try session.save(joe)
  /// }
  /// // SELECT pk, age, name, version FROM person WHERE pk = ?1
  /// ```
  ///
  /// One statement, and one more for each required reference to an object that is not in hand. Other
  /// references and collections are read again at their next use; a collection that is kept is compared
  /// with its rows as they are when it is saved. The row is seen as the session sees all: in one
  /// snapshot as long as it has not written, and in a transaction with what that has written. If a
  /// transaction fails, the object goes back with it. Calls `willRevert()` and `didRevert()`.
  ///
  /// Throws `objectNotFound` if the row is gone, or the object is new; `objectDeleted` and
  /// `wrongSession` for one that was deleted, is detached or another session's; `invalidQuery` if a
  /// key path names no stored property; and what reading throws. Then the object is as it was.
  ///
  /// - Parameters:
  ///   - object: an object that was saved.
  ///   - kept: properties that keep their changes; one that has none takes over what the row holds.
  public func refresh<Object: PersistentObject>(
    _ object: Object, keeping kept: PartialKeyPath<Object>...
  ) throws { try refresh(object, keepingChangesOf: kept) }

  /// Takes over what an object's row holds now, but for the properties that were changed here,
  /// which stay changed: the next save writes them over what somebody else has saved meanwhile.
  /// Otherwise as ``refresh(_:keeping:)-(_,PartialKeyPath<_>...)``.
  public func refresh(_ object: some PersistentObject, keeping kept: KeptProperties) throws {
    try refresh(object) { _ in true }
  }

  package func refresh<Object: PersistentObject>(
    _ object: Object, keepingChangesOf keyPaths: [PartialKeyPath<Object>]
  ) throws {
    let plan = try context(of: type(of: object)._entity).plan
    let positions = try Set(keyPaths.map { try plan.position(of: $0) })
    try refresh(object) { positions.contains($0) }
  }

  private func refresh(
    _ object: some PersistentObject, keepingChange isKept: (Int) -> Bool
  ) throws {
    if object._object.phase == .deleted { throw object.deletionError }
    if object._object.phase == .new {
      throw PersistenceError(
        .objectNotFound, "the object has no row yet; save it first",
        context: type(of: object)._entity.place)
    }
    try putBack(object, to: "refresh an object") { plan in
      let kept = Set(changes(of: object).filter(isKept))
      return plan.bindings.indices.filter { !kept.contains($0) }
    }
    // What collections that are still changed are compared with are the rows as somebody else left them.
    guard var extras = extras(of: object) else { return }
    extras.baselines = Baselines()
    setExtras(of: object, extras)
  }
}
