// Refreshing an object from its row.

import PersistentObjectsDriver

/// The properties that ``Session/refresh(_:keeping:)-(_,KeptProperties)`` leaves as they are.
///
/// ```swift
/// try session.refresh(joe, keeping: .changes)
/// // SELECT pk, last_name, age FROM person WHERE pk = ?1
/// ```
public enum KeptProperties: Sendable {
  /// The properties that have changed since the object was read or saved.
  case changes
}

extension Session {
  /// Updates an object to the current values of its row, even if it has unsaved changes. These are
  /// dropped, except for those of the properties `kept`, which stay changed. Use this to resolve a
  /// conflict:
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
  /// Runs one statement, and one more for each required reference to an object that is not in
  /// memory. Other references and collections are loaded again at their next use. A collection that
  /// is kept is compared, when it is saved, with the rows that it has then. The row is read like
  /// everything else in the session: from one snapshot until the session writes, and in a
  /// transaction including what that has written. If a transaction fails, it undoes the refresh as
  /// well. Calls `willRevert()` and `didRevert()`.
  ///
  /// Throws `objectNotFound` if the row is gone or the object is new, `objectDeleted` for a deleted
  /// object, `wrongSession` for one that is detached or belongs to another session, `invalidQuery`
  /// if a key path names no stored property, and whatever reading throws. The object is unchanged
  /// then.
  ///
  /// - Parameters:
  ///   - object: a saved object.
  ///   - kept: properties that keep their changes; a property without changes gets the row's value.
  public func refresh<Object: PersistentObject>(
    _ object: Object, keeping kept: PartialKeyPath<Object>...
  ) throws { try refresh(object, keepingChangesOf: kept) }

  /// Updates an object to the current values of its row, except for the properties that have
  /// unsaved changes. These stay changed: the next save overwrites what someone else has saved
  /// meanwhile. Otherwise like the overload that takes properties.
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
      let kept = Set(tracker.changes(of: object).filter(isKept))
      return plan.bindings.indices.filter { !kept.contains($0) }
    }
    // Collections that stay changed must be compared with their current rows, which someone else
    // may have changed.
    tracker.extras(of: object)?.baselines.expire()
  }
}
