// New objects that the session does not save by itself, but knows, since an inverse connects them with its own.

extension Session {
  /// Notes a new object: from now on its changes go back with a transaction that fails, as those of the objects
  /// do that it is connected with.
  func note(_ object: any PersistentObject) {
    newReferrers.add(object)
    adopt(object, at: level)
  }

  /// - Parameter level: the transaction level at which the object need not go back to what it was, since it was
  ///   unknown before; 0 for none.
  private func adopt(_ object: some PersistentObject, at level: UInt32) {
    let entity = type(of: object)._entity
    // A class whose table is still to be made is met as it is saved.
    guard object._object.phase == .new, object._object.context == nil, knownPlan(entity) != nil,
      let context = try? context(of: entity)
    else { return }
    object._object.context = context
    object._object.pending = .noted
    object._object.level = level
    if case .rollingBack? = inner?.kind { return }
    journal(.value { [weak self, weak object] in if let object { self?.release(object) } })
  }

  /// Notes an object that was withdrawn, if inverses know of it.
  func noteAgain(_ object: some PersistentObject) {
    guard object._object.relation == .told else { return }
    newReferrers.add(object)
    adopt(object, at: 0)
  }

  /// Forgets a noted object, if it is one of some contexts.
  func release(
    _ object: some PersistentObject, of isUnwanted: (EntityContext) -> Bool = { _ in true }
  ) {
    guard object._object.isOnlyNoted, object._object.context.map(isUnwanted) == true else { return }
    object._object.pending = .none
    object._object.context = nil
  }

  /// Forgets the noted objects of some contexts, which the session is going to let go of.
  func releaseNoted(of isUnwanted: (EntityContext) -> Bool) {
    for object in newReferrers.objects { release(object, of: isUnwanted) }
  }
}
