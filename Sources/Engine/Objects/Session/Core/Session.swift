import PersistentObjectsConnections
import PersistentObjectsDriver

/// A unit of work on a store: its objects, one for each row, and their changes. It finds objects,
/// saves what has changed, and undoes objects together with the database when a transaction fails.
///
/// ```swift
/// try await store.transaction { session in
///   for person in try Person.findByLastName("Smith", in: session) { person.age += 1 }
/// }
/// // BEGIN IMMEDIATE
/// // SELECT pk, last_name, age FROM person WHERE last_name = ?1 ORDER BY pk
/// // UPDATE person SET age = …
/// // COMMIT
/// ```
///
/// Isolation: neither a session nor its objects are `Sendable`; both stay in the isolation that
/// created the session. `store.session { }` and `store.transaction { }` lend one; an actor may own
/// one; the main actor has one. When a session ends, its objects become `detached`.
///
/// If the session has failed, because a reference or a collection could not be read where no error
/// could be thrown, or because a rollback failed, every throwing call throws the cause first.
public final class Session: ObjectSession {
  /// The store that the session works on.
  public let store: Store

  /// The session's name in messages.
  package var name: String {
    get { connections.name }
    set { connections.name = newValue }
  }
  let connections: SessionConnections
  /// The open transaction.
  var open: OpenTransaction? {
    didSet { unretainedOpen = open.map { .passUnretained($0) } }
  }
  /// The open transaction without reference counting, for each call in it.
  @exclusivity(unchecked) private(set) var unretainedOpen: Unmanaged<OpenTransaction>?
  /// The number of the level that was begun last. Objects have the numbers of earlier
  /// levels, so none is used again before they are forgotten.
  var lastLevel: UInt32 = 0
  // Unchecked: each find and each check of an object looks up a context.
  @exclusivity(unchecked) private var contexts = ContextTable()
  /// The changes of the objects. Another one takes its place when all objects are detached.
  private(set) var tracker = ChangeTracker()
  /// The demands that the classes in use make on a save.
  private(set) var demands: SaveDemands = []
  /// The reason why the session cannot continue.
  @exclusivity(unchecked) var failure: (error: any Error, level: UInt32)?
  /// Whether the session's transaction has to run again; see ``SavepointsNeeded``.
  var needsSavepoints = false
  /// Whether what properties have left behind in the file is about to be dropped, so that it is no
  /// reason to refuse a class.
  var acceptsLeftovers = false
  /// Whether the session has ended.
  private var hasEnded = false
  /// The nesting depth of loads in progress. The `didLoad` hooks wait until it is 0.
  var loadDepth = 0
  /// The kind of save in progress, if it saves an object that had a key and times in another file.
  var broughtOver: BroughtOver?
  /// The annex of the objects that were detached from this session.
  private var detached: DetachedReading?
  /// The open cursors.
  // Unchecked: no access runs other code.
  @exclusivity(unchecked) var cursors = OpenCursors()

  /// The way in which a session reads the database when no transaction is open.
  enum Mode {
    /// Each call reads the current state of the database, and the session holds nothing between
    /// calls. For long-lived sessions, so that they do not keep the write-ahead log from being
    /// checkpointed.
    case autocommit
    /// All reads see the database as it was at the first read, until the session writes.
    case snapshot
    /// The whole session is one write transaction.
    case transaction
  }

  /// Creates a session that lives as long as its owner, such as an actor. It holds no connection
  /// and no snapshot between calls, and its calls block their thread while SQLite works.
  public convenience init(store: Store) { self.init(store: store, mode: .autocommit) }

  init(store: Store, mode: Mode) {
    self.store = store
    connections = SessionConnections(store, mode: mode)
  }

  deinit { if !hasEnded { end() } }

  /// Detaches all objects and returns the connections. Afterwards nothing can be read or saved, not
  /// even by objects that are released by this.
  func end() {
    hasEnded = true
    fail(Self.endError)
    endCursors()
    detachAll()
    connections.end()
  }

  /// Forgets all objects: those that are still referenced become `detached`, and unsaved changes
  /// are lost. A failed session works again afterwards. Open cursors end, and with them `forEach`,
  /// whose next step throws `sessionFailed`.
  ///
  /// Inside a transaction, and in a codec, a hook or a rule that the session has called, nothing is
  /// cleared: the session fails with `hookMisused`, which its next throwing call throws.
  public func clear() {
    if open != nil || tracker.hasInner { return fail(Self.clearingError) }
    endCursors()
    // Reads in progress use contexts that they do not retain.
    if connections.isReadingOutsideTransaction { return fail(Self.clearingError) }
    detachAll()
    if !hasEnded { failure = nil }
  }

  private func detachAll() {
    releaseNoted { $0.session === self }
    // Most lent sessions have no objects left by now.
    if tracker.isUntouched && !hasContext(where: { !$0.isEmpty }) { return contexts.removeAll() }
    let former = tracker
    for object in former.enrolled where former.isUnsaved(object._object) { object._object.detach() }
    tracker = ChangeTracker()
    detachAll(of: contexts.takeAll()) { former.forgetAll() }
  }

  /// Detaches all objects of contexts that the session no longer has. All objects leave before any
  /// is released: the release may run code that comes back here and must not find any of them.
  private func detachAll(of contexts: [EntityContext], release: () -> Void = {}) {
    var required = leave(contexts)
    release()
    required.releaseCycles()
  }

  /// Detaches all objects of contexts. The result alone keeps them alive.
  private func leave(_ contexts: [EntityContext]) -> RequiredReferences {
    let groups = contexts.map { (plan: $0.plan, objects: $0.leaveAll()) }
    for (context, group) in zip(contexts, groups) { context.releaseReferences(of: group.objects) }
    return RequiredReferences(groups)
  }

  /// Whether the session is no longer needed: nothing is in progress, and it has no objects that it
  /// could still save or load.
  package var isUnused: Bool {
    guard open == nil, connections.readCount == 0, !tracker.hasInner else { return false }
    return store.isClosed || tracker.enrolled.isEmpty && !hasContext { !$0.isEmpty }
  }

  // MARK: Classes

  /// Returns the context of a class; creates its table at the first use.
  func context(of entity: EntityDescription) throws -> EntityContext {
    if let context = existingContext(entity.id) {
      try context.plan.requireFit()
      return context
    }
    let plan = try plan(of: entity)
    // Making plans may have run code of the program that has used the class.
    if let context = existingContext(entity.id) { return context }
    let context = EntityContext(plan: plan, session: self)
    contexts.add(context)
    demands.formUnion(plan.demands)
    return context
  }

  /// Returns the context of a class that is given by its type.
  func context<Object: PersistentObject>(of type: Object.Type) throws -> EntityContext {
    try unretainedContext(of: type).takeUnretainedValue()
  }

  /// Returns the context without reference counting, for reads: the session keeps its contexts
  /// while a read is in progress.
  func unretainedContext<Object: PersistentObject>(
    of type: Object.Type
  ) throws -> Unmanaged<EntityContext> {
    let entity = type._unretainedEntity
    let (id, isOwn) = entity.borrow { ($0.id, $0.type == type) }
    if isOwn, let known = contexts.unretained(id) {
      try known.borrow { try $0.plan.requireFit() }
      return known
    }
    return .passUnretained(try context(of: type.ownEntity))
  }

  func existingContext(_ id: Int32) -> EntityContext? { contexts[id] }

  var allContexts: [EntityContext] { contexts.all }

  func hasContext(where holds: (EntityContext) -> Bool) -> Bool { contexts.contains(where: holds) }

  /// Drops contexts whose tables were rolled back.
  func dropContexts(_ ids: some Collection<Int32>) {
    if ids.isEmpty { return }
    endCursors()
    let dropped = ids.compactMap { contexts.take($0) }
    releaseNoted { context in dropped.contains { $0 === context } }
    detachAll(of: dropped)
  }

  // MARK: Services to objects

  /// The number of the innermost open transaction level; 0 outside of transactions.
  var level: UInt32 {
    @inline(__always) get { tracker.level }
  }

  @inline(__always)
  func reading<R>(_ body: (Connection) throws -> R) throws -> R {
    try connections.reading(body)
  }

  func detachedReading() -> DetachedReading {
    if let detached { return detached }
    let made = DetachedReading { [store] in try Session.readDetached($0, at: $1, from: store) }
    detached = made
    return made
  }

  func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)? {
    existingContext(id)?.object(for: pk) as? any PersistentObject
  }

  func objects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    try refuseWhileWriting("read a derived property that was not read before")
    return try findObjects(referringTo: targets, by: inverse)
  }

  // MARK: Failure

  // Inlined, like `requireTransaction()`: each call checks this.
  @inline(__always)
  func throwIfFailed() throws {
    if store.isClosed { try refuseClosed() }
    try connections.throwIfStopped()
    if failure != nil { try throwFailure() }
    if level != 0 { try requireTransaction() }
  }

  private static let clearingError: any Error = PersistenceError(
    .hookMisused,
    """
    the session was cleared inside a transaction, or by a codec, a hook or a rule that it has called; clear it after that
    """)

  /// The error of a session that has ended.
  private static let endError: any Error = PersistenceError(
    .sessionFailed,
    """
    the session has ended with the closure that it was lent to; open a new session, and find the \
    objects there by their keys
    """)

  private func throwFailure() throws {
    guard let failure else { return }
    if hasEnded { throw Self.endError }
    throw PersistenceError(
      .sessionFailed,
      """
      an earlier read in this session failed where it could not throw: \(failure.error). Nothing \
      has been saved since. Roll the transaction back, end the session or clear() it
      """,
      cause: failure.error)
  }

  /// Throws if the database no longer has the transaction that is open here: each statement would
  /// otherwise be committed by itself.
  @inline(__always)
  private func requireTransaction() throws {
    guard let unretainedOpen else { return }
    if unretainedOpen.borrow({ $0.unretainedConnection }).borrow({ $0.isInTransaction }) { return }
    try refuseEndedTransaction()
  }

  private func refuseEndedTransaction() throws {
    guard let cause = open?.connection.base.endingFailure else {
      throw PersistenceError(
        .sessionFailed,
        """
        SQL has ended the transaction: what it did before a COMMIT stays, everything else is undone. Leave BEGIN, \
        COMMIT and ROLLBACK to the session
        """)
    }
    throw PersistenceError(
      .sessionFailed,
      """
      the database has ended the transaction on its own, as it does when the disk is full: \
      \(PersistenceError.clause(of: cause)). Its changes are undone. Let the transaction fail, and run it again
      """, cause: cause)
  }

  /// Throws `storeClosed`, unless the session holds a connection and may continue to its end. Any
  /// other session has lost its database, so its objects are detached.
  private func refuseClosed() throws {
    if connections.holdsConnection || tracker.hasInner { return }
    detachAll()
    throw PersistenceError(.storeClosed, "The store \(store.name) has been closed.")
  }

  func fail(_ error: any Error) {
    if failure == nil { failure = (error, level) }
  }
}

/// The kind of save of an object that is brought over from another file.
enum BroughtOver {
  case underKey(Int64)
  case changed
}

extension PersistentObject {
  /// The session that the object belongs to; nil for a detached object, and for a new one that was
  /// not inserted. In the hooks and rules of a save it is the session that saves the object.
  public var session: Session? {
    if _object.isOnlyNoted && !_object.isVisited { return nil }
    return _object.unretainedContext?.borrow { $0.session as? Session }
  }
}
