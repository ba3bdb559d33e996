/// One persistent class within one session: its plan and its identity map.
///
/// Each object of the class in the session points to this context, which points to the session.
@usableFromInline
final class EntityContext {
  let plan: EntityPlan
  /// The class. It is unretained, since it lives as long as the program.
  let entity: Unmanaged<EntityDescription>
  /// The session. It is unowned, since it owns its contexts and clears its objects' pointers when
  /// it ends.
  unowned(unsafe) let session: any ObjectSession
  /// The session's tracker, unowned for the same reason. Every setter of a property uses it.
  unowned(unsafe) let tracker: ChangeTracker
  /// Whether deleting an object takes no more than deleting its row. Valid only in the open
  /// transaction, which determines it.
  @exclusivity(unchecked) var isPlainlyDeleted = false
  // Unchecked: the exclusivity check would cost more than a look-up.
  @exclusivity(unchecked) private var identityMap = IdentityMap()
  @exclusivity(unchecked) private var referrers: ReferrerIndex?
  /// Whether references were dropped before. The index of referrers does not pay off for a single
  /// deletion.
  private var hasDropped = false

  init(plan: EntityPlan, session: any ObjectSession) {
    self.plan = plan
    entity = .passUnretained(plan.entity)
    self.session = session
    tracker = session.tracker
  }

  /// Notes that a property of an object is about to change.
  func willChange(_ object: AnyObject, _ state: borrowing _ObjectState, at index: Int) {
    willChange(object, of: entity.takeUnretainedValue().type, state, at: index)
  }

  private func willChange<Object: PersistentObject>(
    _ object: AnyObject, of type: Object.Type, _ state: borrowing _ObjectState, at index: Int
  ) { tracker.willChange(unsafeDowncast(object, to: type), state: state, at: index) }

  /// Returns the object with a key, if it is alive.
  func object(for pk: Int64) -> AnyObject? { identityMap.object(for: pk) }

  /// Returns the object with a key, if it is alive.
  ///
  /// - Parameter type: the class of the context.
  @inline(__always)
  func object<Object: PersistentObject>(for pk: Int64, as type: Object.Type) -> Object? {
    guard let object = identityMap.object(for: pk) else { return nil }
    return unsafeDowncast(object, to: type)
  }

  /// Whether there are no live objects.
  var isEmpty: Bool { identityMap.count == 0 }

  /// The live objects, in no order.
  var objects: [AnyObject] { identityMap.all() }

  /// Returns the live objects, in no order.
  ///
  /// - Parameter type: the class of the context.
  func objects<Object: PersistentObject>(as type: Object.Type) -> [Object] {
    objects.map { unsafeDowncast($0, to: type) }
  }

  /// Removes the entry for a key.
  func forget(_ pk: Int64) { identityMap.remove(pk) }

  /// Registers an object for the row of its key: a new object, or one whose deletion is undone. If
  /// SQL freed the key for another row, the object registered before is detached.
  func register(_ object: some PersistentObject) {
    register(object, object._object)
  }

  func register(_ object: some PersistentObject, _ state: borrowing _ObjectState) {
    if !identityMap.insert(object, for: state.pk) { replace(state.pk, by: object) }
    state.enter(self, pk: state.pk)
    noteReferences(of: state.pk)
  }

  private func replace(_ pk: Int64, by object: AnyObject) {
    let other = self.object(for: pk) as? any PersistentObject
    if let other {
      tracker.willReplace(other, in: self)
      leave(other)
    }
    _ = identityMap.insert(object, for: pk)
    if let other { releaseReferences(of: [other]) }
  }

  /// Registers an object again that ``register(_:)`` has detached.
  func takeBack(_ object: some PersistentObject) {
    forget(object._object.pk)
    register(object)
  }

  /// Registers an object that was read. Returns false if its key already has an object, since a
  /// codec that decoded one of its values may have found the same row.
  func registerLoaded(_ object: some PersistentObject, pk: Int64) -> Bool {
    guard identityMap.insert(object, for: pk) else { return false }
    object._object.enter(self, pk: pk)
    noteReferences(of: pk)
    return true
  }

  /// Undoes ``register(_:)``: removes the object's entry.
  func unregister(_ state: borrowing _ObjectState) {
    if state.hasKey { forget(state.pk) }
  }
}

extension EntityContext {
  /// Notes that the references of an object may have changed: it was read, changed or saved.
  @inline(__always)
  func noteReferences(of pk: Int64) {
    if referrers?.note(pk) == false { referrers = nil }
  }

  /// Removes references to deleted rows from the objects that may have some.
  func drop(_ deleted: DeletedRows, from properties: [any ReferringProperty]) {
    for object in referrers(to: deleted) {
      for property in properties { property.drop(deleted, from: object) }
    }
    indexReferrers()
  }

  /// Returns the objects that may refer to deleted rows.
  private func referrers(to deleted: DeletedRows) -> [AnyObject] {
    guard let referrers, deleted.count < identityMap.count else { return objects }
    return referrers.pks(referringTo: deleted).compactMap(object(for:))
  }

  private func indexReferrers() {
    if referrers == nil && hasDropped { referrers = ReferrerIndex(of: pks(plan.entity.type)) }
    hasDropped = true
    let properties = plan.referringProperties.filter { $0.derived == nil }
    let isUseful = referrers?.update(
      properties, liveCount: identityMap.count, object: object(for:),
      expectChange: { expectChange(of: $0, plan.entity.type) })
    if isUseful == false { referrers = nil }
  }

  /// Lets the next change of an object be noted, even of a property that has changed before.
  /// Returns false if the object is being changed in place.
  private func expectChange<Object: PersistentObject>(
    of object: AnyObject, _ type: Object.Type
  ) -> Bool {
    let object = unsafeDowncast(object, to: type)
    if object._object.isChangedInPlace { return false }
    if object._object.changed != 0 { object._object.level = .expectingChange }
    return true
  }

  private func pks<Object: PersistentObject>(_ type: Object.Type) -> [Int64] {
    objects(as: type).map { $0._object.pk }
  }
}

extension EntityContext {
  /// Detaches all live objects of the class and returns them.
  func leaveAll() -> [any PersistentObject] { leaveAll(plan.entity.type) }

  private func leaveAll<Object: PersistentObject>(_ type: Object.Type) -> [any PersistentObject] {
    let objects = objects(as: type)
    for object in objects { leave(object) }
    return objects
  }

  /// Detaches an object from the session. The object releases the objects that it need not refer
  /// to, which breaks reference cycles.
  func detach(_ object: some PersistentObject) {
    leave(object)
    releaseReferences(of: [object])
  }

  private func leave(_ object: some PersistentObject) {
    forget(object._object.pk)
    object._object.detach()
  }

  /// Releases the objects that the given objects refer to, except by required references. What was
  /// released is read again when it is used.
  func releaseReferences(of objects: [any PersistentObject]) {
    for property in plan.referringProperties {
      for object in objects { property.releaseReferences(of: object) }
    }
    if !plan.hasFaults || objects.isEmpty { return }
    let reading = session.detachedReading()
    for object in objects { prepare(object, for: reading) }
  }

  /// Replaces the notes for changes, which hold other objects.
  private func prepare(_ object: some PersistentObject, for reading: DetachedReading) {
    object._object.annex = object._object.phase == .detached ? reading : nil
  }
}

extension _ObjectState {
  /// Makes the object that of a row in a session.
  func enter(_ context: EntityContext, pk: Int64) {
    self.pk = pk
    phase = .stored
    self.context = context
  }

  /// Leaves the session. The key is kept for descriptions.
  func detach() {
    guard context != nil else { return }
    context = nil
    annex = nil
    pending = .none
    if phase == .stored { phase = .detached }
  }
}
