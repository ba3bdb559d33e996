import Synchronization

/// One persistent class within one session: its plan and its identity map.
///
/// Every object of the session points here, and from here to its session.
public final class EntityContext {
  let plan: EntityPlan
  /// Unowned, since the session owns its contexts and clears its objects' pointers when it ends.
  @usableFromInline unowned(unsafe) let owner: ObjectOwner
  /// Whether nothing but the row itself goes when an object is deleted, as the open transaction knows.
  /// An atomic, since it is read without an exclusivity check.
  private let isPlainlyDeletedBit = Atomic<Bool>(false)
  /// In memory of its own: a look-up costs less than the exclusivity check of a property would.
  private let identityMap: UnsafeMutablePointer<IdentityMap>

  init(plan: EntityPlan, owner: ObjectOwner) {
    self.plan = plan
    self.owner = owner
    identityMap = .allocate(capacity: 1)
    identityMap.initialize(to: IdentityMap())
  }

  deinit {
    identityMap.deinitialize(count: 1)
    identityMap.deallocate()
  }

  var isPlainlyDeleted: Bool {
    get { isPlainlyDeletedBit.load(ordering: .relaxed) }
    set { isPlainlyDeletedBit.store(newValue, ordering: .relaxed) }
  }

  /// The object with a key, if somebody holds it.
  func object(for pk: Int64) -> AnyObject? { identityMap.pointee.object(for: pk) }

  /// Whether there are no live objects.
  var isEmpty: Bool { identityMap.pointee.count == 0 }

  /// The live objects, in no order.
  var objects: [AnyObject] { identityMap.pointee.all() }

  /// Makes room for more objects at once.
  func reserve(_ count: Int) { identityMap.pointee.reserve(count) }

  /// Takes a dying object's entry out.
  func forget(_ pk: Int64) { identityMap.pointee.remove(pk) }

  /// Makes an object the one that stands for the row of its key: a new one, or one whose deletion is
  /// undone. Should SQL have made room for another row with that key, the object of the other is detached.
  func register(_ object: some PersistentObject) { register(object, object._object) }

  func register(_ object: some PersistentObject, _ state: borrowing _ObjectState) {
    if !identityMap.pointee.insert(object, for: state.pk) { replace(state.pk, by: object) }
    state.enter(self, pk: state.pk)
  }

  private func replace(_ pk: Int64, by object: AnyObject) {
    let other = self.object(for: pk) as? any PersistentObject
    if let other { leave(other) }
    _ = identityMap.pointee.insert(object, for: pk)
    if let other { releaseReferences(of: [other]) }
  }

  /// Makes an object that was read the one that stands for its row; false where there is one: a codec
  /// that was asked for a value may have found the same row.
  func registerLoaded(_ object: some PersistentObject, pk: Int64) -> Bool {
    guard identityMap.pointee.insert(object, for: pk) else { return false }
    object._object.enter(self, pk: pk)
    return true
  }

  /// Undoes ``register(_:)``: the object is no longer the one for its row.
  func unregister(_ state: borrowing _ObjectState) {
    if state.hasKey { forget(state.pk) }
  }
}

/// The primary keys of the objects that one fetch gave, so that a property that one of them needs
/// can be read for all of them at once.
final class FetchBatch {
  let pks: [Int64]

  init(pks: [Int64]) { self.pks = pks }
}

/// What objects ask of their session. The session subclasses it; objects know no more of it.
open class ObjectOwner {
  /// The number of the innermost open transaction level, never given out twice; 0 outside of
  /// transactions.
  @inlinable
  final var level: UInt32 {
    get { levelMemory.pointee }
    set { levelMemory.pointee = newValue }
  }

  /// In memory of its own: every setter of a property asks for it, without an exclusivity check.
  @usableFromInline final let levelMemory: UnsafeMutablePointer<UInt32>

  init() {
    levelMemory = .allocate(capacity: 1)
    levelMemory.initialize(to: 0)
  }

  deinit { levelMemory.deallocate() }

  /// A property of an object is about to change: marks it and enrols the object for saving.
  @usableFromInline
  func objectWillChange<Object: PersistentObject>(
    _ object: Object, _ state: borrowing _ObjectState, _ index: Int
  ) { preconditionFailure("the session overrides this") }

  /// Room in the journal for what undoes a change; the caller puts a record there at once.
  @usableFromInline
  func reserveRecord(
    _ type: any UndoRecord.Type, byteCount: Int, alignment: Int
  ) -> UnsafeMutableRawPointer { preconditionFailure("the session overrides this") }

  /// The properties of an object that were changed since the last save, ascending.
  func changedIndices<Object: PersistentObject>(of object: Object) -> [Int] {
    preconditionFailure("the session overrides this")
  }

  /// Reads a property of an object and of its siblings.
  func loadFault<Object: PersistentObject>(_ object: Object, _ index: Int) {
    preconditionFailure("the session overrides this")
  }

  // MARK: For bindings that read and write references and child tables

  /// Puts the object of each key into memory that has none yet, reading those that are not in hand in
  /// one statement for each class. Where there is no row the object is nil. When it throws there is
  /// none in the memory.
  func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws { preconditionFailure("the session overrides this") }

  /// The object for a row, if somebody holds it.
  func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)? {
    preconditionFailure("the session overrides this")
  }

  /// Keeps what undoes a change that is no property's own until the transaction level ends.
  func journalUndo(_ undo: @escaping () -> Void) {
    preconditionFailure("the session overrides this")
  }

  /// A new object refers to one of this session whose inverse may be read later.
  func noteNew(_ object: any PersistentObject) {
    preconditionFailure("the session overrides this")
  }

  /// The objects that refer to each of some objects, by rows and by what has changed in memory: stored
  /// ones in the order of their keys, new ones at the end.
  func objects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    preconditionFailure("the session overrides this")
  }

  /// Lends a connection that sees what this session sees.
  func reading<R>(_ body: (Connection) throws -> R) throws -> R {
    preconditionFailure("the session overrides this")
  }
}

extension EntityContext {
  /// Ends the life of all objects in the session, and gives them.
  func leaveAll() -> [any PersistentObject] { leaveAll(plan.entity.type) }

  private func leaveAll<Object: PersistentObject>(_ type: Object.Type) -> [any PersistentObject] {
    // A context has objects of one class.
    let objects = objects.map { unsafeDowncast($0, to: type) }
    for object in objects { leave(object) }
    return objects
  }

  /// Ends an object's life in the session. It lets go of other objects, so that circles fall apart.
  func detach(_ object: some PersistentObject) {
    leave(object)
    releaseReferences(of: [object])
  }

  private func leave(_ object: some PersistentObject) {
    forget(object._object.pk)
    object._object.detach()
  }

  /// Lets objects let go of those that they refer to.
  func releaseReferences(of objects: [any PersistentObject]) {
    for property in plan.referringProperties {
      for object in objects { property.releaseReferences(of: object) }
    }
  }
}

extension _ObjectState {
  /// Becomes the object of a row.
  func enter(_ context: EntityContext, pk: Int64) {
    self.pk = pk
    phase = .stored
    self.context = context
  }

  /// Leaves the session; the key is kept for descriptions.
  func detach() {
    guard context != nil else { return }
    context = nil
    batch = nil
    pending = .none
    if phase == .stored { phase = .detached }
  }
}
