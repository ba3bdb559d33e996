// New objects that the session does not save by itself, but knows because an inverse connects them
// with its objects.

extension Session {
  /// Notes a new object: from now on, a transaction that fails undoes its changes, like those of
  /// the objects that it is connected with.
  func note(_ object: any PersistentObject) {
    let isAdded = tracker.newReferrers.add(object)
    adopt(object, at: level)
    if tracker.inner?.isRollingBack == true { return }
    guard isAdded else { return }
    tracker.updateReferrers { $0.add(object, in: self) }
    tracker.journal(.value { [weak self, weak object] in if let object { self?.forget(object) } })
  }

  private func forget(_ object: some PersistentObject) {
    tracker.newReferrers.remove(object)
    release(object)
    // Inverses that are read from now on do not find it, so they have to be told again.
    if object._object.relation == .told { object._object.relation = .undone }
  }

  /// - Parameter level: the transaction level in which the object need not be restored, since it
  ///   was unknown before; 0 for none.
  private func adopt(_ object: some PersistentObject, at level: UInt32) {
    let entity = type(of: object)._entity
    // If the table of the class does not exist yet, the class is handled when the object is saved.
    guard object._object.phase == .new, object._object.context == nil, knownPlan(entity) != nil,
      let context = try? context(of: entity)
    else { return }
    object._object.context = context
    object._object.pending = .noted
    object._object.level = level
  }

  /// Notes a withdrawn object again, if inverses contain it.
  func noteAgain(_ object: some PersistentObject) {
    if object._object.relation == .told { noteAsBefore(object) }
  }

  /// Notes an object that was noted before the open transaction.
  func noteAsBefore(_ object: any PersistentObject) {
    tracker.newReferrers.add(object)
    adopt(object, at: 0)
  }

  /// Forgets a noted object, if its context satisfies a condition.
  func release(
    _ object: some PersistentObject, of isUnwanted: (EntityContext) -> Bool = { _ in true }
  ) {
    guard object._object.isOnlyNoted, object._object.context.map(isUnwanted) == true else { return }
    object._object.pending = .none
    object._object.context = nil
  }

  /// Forgets the noted objects of contexts that the session is about to drop.
  func releaseNoted(of isUnwanted: (EntityContext) -> Bool) {
    for object in tracker.newReferrers.objects { release(object, of: isUnwanted) }
  }
}
