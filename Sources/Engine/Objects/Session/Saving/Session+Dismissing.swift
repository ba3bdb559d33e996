// Removing new objects that are not to be saved from the inverses of the objects they refer to.

extension Session {
  /// Removes new objects from the inverses that contain them, so that no save finds them there. An
  /// object is added again if it is saved after all, or if its references change.
  func dismiss(_ objects: [any PersistentObject]) {
    if objects.isEmpty { return }
    var left: [InverseIdentity: any PersistentObject] = [:]
    for object in objects {
      for (other, position) in inverses(knowing: object)
      where remove(object, from: other, at: position) {
        left[InverseIdentity(object: ObjectIdentifier(other), position: position)] = other
      }
    }
    for (place, object) in left { unmark(object, at: place.position) }
    // Inverses that are not loaded yet would find them here.
    let noted = objects.filter { tracker.newReferrers.remove($0) }
    if noted.isEmpty { return }
    for object in noted { release(object) }
    tracker.journal(.value { [unowned self] in noted.forEach(noteAsBefore) })
  }

  /// Returns the inverses that may contain a new object, and marks the object to be added to
  /// inverses again.
  private func inverses(knowing object: some PersistentObject) -> [InversePlace] {
    let (entity, relation) = (type(of: object)._entity, object._object.relation)
    guard object._object.phase == .new, relation != .none else { return [] }
    tracker.journal(.value { object._object.relation = relation })
    object._object.relation = .undone
    var places: [InversePlace] = []
    for (index, property) in entity.storedReferences where entity.relates(index) {
      for other in property.related(of: object, in: self) where !isForeign(other) {
        let positions = type(of: other)._entity.inverses(of: index, in: entity)
        places += positions.map { (object: other, position: $0) }
      }
    }
    return places
  }

  private func isForeign(_ object: some PersistentObject) -> Bool {
    object._object.context.map { $0.session !== self } ?? false
  }

  /// Returns whether the inverse contained the object.
  private func remove(
    _ dismissed: any PersistentObject, from object: some PersistentObject, at index: Int
  ) -> Bool {
    guard let property = type(of: object)._entity.properties[index].derived else { return false }
    guard let position = property.detach(dismissed, from: object) else {
      if property.isLent(object) { object._object.noteMissed(dismissed, of: index) }
      return false
    }
    tracker.journal(.value { property.attach(dismissed, to: object, at: position) })
    return true
  }

  /// Forgets the change of an inverse without new objects: it was marked as changed so that a save
  /// would reach them.
  private func unmark(_ object: some PersistentObject, at index: Int) {
    if !tracker.changes(of: object).contains(index) { return }
    if hasNewcomer(object, at: index) { return }
    if object._object.level != level { tracker.touch(object, state: object._object) }
    tracker.forgetChanges(of: object, [index])
  }

  /// Whether an inverse contains a new object. Those that some inverses may lack are searched for
  /// last, since most of them were removed from this one.
  private func hasNewcomer(_ object: some PersistentObject, at index: Int) -> Bool {
    guard let newcomers = tracker.extras(of: object)?.newcomers,
      let property = type(of: object)._entity.properties[index].derived
    else { return false }
    func hasNewcomer(thatInversesMayLack mayBeLacking: Bool) -> Bool {
      newcomers.contains(at: index) {
        $0.state == .new && $0.inversesMayLackIt == mayBeLacking
          && property.holds($0, in: object, session: self)
      }
    }
    return hasNewcomer(thatInversesMayLack: false) || hasNewcomer(thatInversesMayLack: true)
  }
}

extension PersistentObject {
  fileprivate var inversesMayLackIt: Bool { _object.relation == .undone }
}

/// A derived property of an object.
private typealias InversePlace = (object: any PersistentObject, position: Int)

private struct InverseIdentity: Hashable {
  let object: ObjectIdentifier
  let position: Int
}
