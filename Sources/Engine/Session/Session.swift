/// A unit of work on a store: its objects, one for each row, and their changes. It finds objects, saves what has
/// changed, and undoes objects together with the database when a transaction fails.
///
/// Isolation: neither a session nor its objects are `Sendable`; both stay in the isolation that created the session.
/// `store.session { }` and `store.transaction { }` lend one; an actor may own one; the main actor has one. When a
/// session ends, its objects become `detached`.
///
/// If the session has failed, because a reference or a collection could not be read where no error could be thrown, or
/// because a rollback failed, every throwing call throws the cause first.
public final class Session: ObjectOwner {
  /// The store that the session works on.
  public let store: Store

  /// Its name in messages.
  package var name: String {
    get { connections.name }
    set { connections.name = newValue }
  }
  let connections: SessionConnections
  /// The transaction that is open.
  var open: OpenTransaction? {
    didSet { unretainedOpen = open.map { .passUnretained($0) } }
  }
  /// The same for each call in it, which counts no references to it.
  @exclusivity(unchecked) private(set) var unretainedOpen: Unmanaged<OpenTransaction>?
  /// The number of the level that was begun last; none is given out twice.
  var lastLevel: UInt32 = 0
  // Unchecked: each find and each check of an object looks one up.
  @exclusivity(unchecked) private var contexts = ContextTable()
  // Unchecked: whoever takes something out that dies lets go of it only afterwards.
  @exclusivity(unchecked) var tracking = ChangeTracking()
  /// The demands of the classes in use on a save.
  private(set) var demands: SaveDemands = []
  /// The program's code that is running in the midst of a save.
  @exclusivity(unchecked) var inner: InnerCode? {
    didSet { hasInner = inner != nil }
  }
  /// Whether there is some; each call asks, and an optional is slower to ask for.
  @exclusivity(unchecked) private(set) var hasInner = false
  /// The reason why the session cannot go on.
  @exclusivity(unchecked) var failure: (error: any Error, level: UInt32)?
  /// Whether its transaction is to be run again, see ``SavepointsNeeded``.
  var needsSavepoints = false
  /// Whether whoever lent it has taken it back.
  private var hasEnded = false
  /// The number of reads under way that belong together.
  var loadDepth = 0
  /// The object that is being saved, where it had a key and times elsewhere.
  var broughtOver: BroughtOver?
  /// New objects that may belong to an inverse that was not read yet.
  var newReferrers = NewReferrers()
  /// The streams that are being read.
  // Unchecked: no access runs other code.
  @exclusivity(unchecked) var cursors = OpenCursors()

  /// The way in which a session gets at the database when no transaction is open.
  enum Mode {
    /// Each call reads what is there now, and holds nothing between calls. For sessions that live
    /// long, so that they do not keep the write-ahead log from being checkpointed.
    case autocommit
    /// All reads see the database as it was at the first one, until the session writes.
    case snapshot
    /// The whole session is one transaction that writes.
    case transaction
  }

  /// Opens a session that lives as long as its owner, such as an actor. It holds no connection and no snapshot between
  /// calls, and its calls block their thread while SQLite works.
  public convenience init(store: Store) { self.init(store: store, mode: .autocommit) }

  init(store: Store, mode: Mode) {
    self.store = store
    connections = SessionConnections(store, mode: mode)
    super.init()
  }

  deinit { if !hasEnded { end() } }

  /// Detaches all objects and gives the connections back. Nothing can be read or saved any more, also
  /// not by objects that die of this.
  func end() {
    hasEnded = true
    fail(Self.endError)
    endCursors()
    detachAll()
    connections.end()
  }

  /// Forgets all objects: those that are still referenced become `detached`, and unsaved changes are lost. A failed
  /// session works again afterwards. Open cursors end, and with them `forEach`, whose next step throws
  /// `sessionFailed`. It must not be called inside a transaction, nor by a codec, a hook or a rule that the session has
  /// called.
  public func clear() {
    precondition(open == nil, "a session cannot be cleared inside a transaction")
    endCursors()
    // What reads goes on with contexts that it does not retain.
    precondition(
      !connections.isReadingOutsideTransaction && inner == nil,
      "a session cannot be cleared by a codec, a hook or a rule")
    detachAll()
    if !hasEnded { failure = nil }
  }

  private func detachAll() {
    releaseNoted { $0.owner === self }
    // Most sessions that were lent have lost their objects before.
    if tracking.isUntouched && !hasContext(where: { !$0.isEmpty }) { return contexts.removeAll() }
    var former = ChangeTracking()
    swap(&former, &tracking)
    for object in former.enrolled where isUnsaved(object._object) { object._object.detach() }
    detachAll(of: contexts.takeAll())
    withExtendedLifetime(former) {}
  }

  /// Ends the life of all objects in some contexts, which the session has no more. All leave before one
  /// is let go of: those that die then may run code that comes back here, and must meet none of them.
  private func detachAll(of contexts: [EntityContext]) {
    let objects = contexts.map { $0.leaveAll() }
    for (context, objects) in zip(contexts, objects) { context.releaseReferences(of: objects) }
  }

  /// Whether nobody would miss the session: it does nothing now, and has no objects that it could
  /// still save or load.
  package var isUnused: Bool {
    guard open == nil, connections.readCount == 0, inner == nil else { return false }
    return store.isClosed || tracking.enrolled.isEmpty && !hasContext { !$0.isEmpty }
  }

  // MARK: Classes

  /// The context of a class; makes its table at the first use.
  func context(of entity: EntityDescription) throws -> EntityContext {
    if let context = existingContext(entity.id) {
      try context.plan.requireFit()
      return context
    }
    let plan = try plan(of: entity)
    // What makes plans may have asked the program, which may have used the class.
    if let context = existingContext(entity.id) { return context }
    let context = EntityContext(plan: plan, owner: self)
    contexts.add(context)
    demands.formUnion(plan.demands)
    return context
  }

  /// The same for a class that is known by its type.
  func context<Object: PersistentObject>(of type: Object.Type) throws -> EntityContext {
    try unretainedContext(of: type).takeUnretainedValue()
  }

  /// The same for reads, which count no references to it: the session keeps its contexts while one is
  /// under way.
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

  // MARK: What objects ask of their session

  @inline(__always)
  override func reading<R>(_ body: (Connection) throws -> R) throws -> R {
    try connections.reading(body)
  }

  override func objectWillChange<Object: PersistentObject>(
    _ object: Object, _ state: borrowing _ObjectState, _ index: Int
  ) { markChanged(object, state: state, at: index) }

  override func reserveRecord(
    _ type: any UndoRecord.Type, byteCount: Int, alignment: Int
  ) -> UnsafeMutableRawPointer? {
    unretainedOpen?.borrow {
      $0.journal.appendChange(type, byteCount: byteCount, alignment: alignment)
    }
  }

  override func changedIndices<Object: PersistentObject>(of object: Object) -> [Int] {
    changes(of: object)
  }

  override func loadFault<Object: PersistentObject>(_ object: Object, _ index: Int) {
    load(index, of: object)
  }

  override func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws { try find(keys, into: objects) }

  override func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)? {
    existingContext(id)?.object(for: pk) as? any PersistentObject
  }

  override func journalUndo(_ undo: @escaping () -> Void) { journal(.value(undo)) }

  override func noteNew(_ object: any PersistentObject) { note(object) }

  override func objects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    try refuseWhileWriting("read a derived property that was not read before")
    return try findObjects(referringTo: targets, by: inverse)
  }

  // MARK: Failure

  // Inlined, as the next two: each call asks.
  @inline(__always)
  func throwIfFailed() throws {
    if store.isClosed { try refuseClosed() }
    try connections.throwIfStopped()
    if failure != nil { try throwFailure() }
    if level != 0 { try requireTransaction() }
  }

  /// The error of a session that has ended.
  private static let endError: any Error = PersistenceError(
    .sessionFailed,
    """
    the session has ended with the closure that it was lent to; have another lent, and find the \
    objects there by their keys
    """)

  private func throwFailure() throws {
    guard let failure else { return }
    if hasEnded { throw Self.endError }
    throw PersistenceError(
      .sessionFailed,
      """
      an earlier read in this session failed where it could not throw: \(failure.error). Nothing \
      was saved since. Roll the transaction back, end the session or clear() it
      """,
      cause: failure.error)
  }

  /// Throws where the database no longer has the transaction that is open here: what is written would
  /// stay, statement by statement.
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
        SQL has ended the transaction: what it did before a COMMIT stays, all else is undone. Leave BEGIN, \
        COMMIT and ROLLBACK to the session
        """)
    }
    throw PersistenceError(
      .sessionFailed,
      """
      the database has ended the transaction by itself, as it does when the disk is full: \
      \(PersistenceError.clause(of: cause)). What it did is undone. Let the transaction fail, and run it again
      """, cause: cause)
  }

  /// A session that holds a connection may go on to its end. Any other has lost its database: its
  /// objects are detached.
  private func refuseClosed() throws {
    if connections.holdsConnection || inner != nil { return }
    detachAll()
    throw PersistenceError(.storeClosed, "The store \(store.name) has been closed.")
  }

  func fail(_ error: any Error) {
    if failure == nil { failure = (error, level) }
  }
}

extension PersistentObject {
  /// The session that the object belongs to; nil for a detached one, and for a new one that was not inserted.
  public var session: Session? {
    if _object.isOnlyNoted { return nil }
    // Nothing else owns contexts.
    return _object.unretainedContext.map {
      $0.borrow { unsafeDowncast($0.owner, to: Session.self) }
    }
  }
}
