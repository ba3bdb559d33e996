import PersistentObjectsConnections
import PersistentObjectsDriver

/// A single save, which finds new and changed objects, gives out keys, and writes them all.
///
/// Order: unique values that move on are released first; then new objects by class, referenced
/// classes before those that refer to them; then changed objects, by key where others write at
/// once; then the rows of child tables, whose referenced rows all exist by then.
struct UnitOfWork: ~Copyable {
  let session: Session
  private(set) var inserts: [[any PersistentObject]] = []
  private var insertPositions: [Int32: Int] = [:]
  /// The class that was looked up last, with its position in `inserts`.
  private var lastInsert: (entity: EntityDescription, position: Int)?
  private(set) var updates: [ChangedObject] = []
  private var isWritten = false
  /// The references that are set after all rows are written; nil if foreign keys are checked at the
  /// end of the transaction.
  private var lateReferences: LateReferences?

  /// Whether it begins with all unsaved objects of the session.
  let isOfAll: Bool
  /// The number of objects to write, as far as it is known.
  private let capacity: Int

  /// - Parameter count: the number of objects to begin with; nil for all unsaved ones.
  init(_ session: Session, of count: Int?) {
    self.session = session
    isOfAll = count == nil
    capacity = count ?? session.tracker.unsavedCount
    lateReferences = session.store.character.defersConstraints ? nil : LateReferences()
  }

  /// The number of objects to write.
  var count: Int { inserts.reduce(updates.count) { $0 + $1.count } }

  /// Whether a single statement is enough, so that no failure in the middle has to be undone.
  var isOneStatement: Bool {
    guard count == 1, let object = inserts.first?.first ?? updates.first?.object else {
      return count == 0
    }
    guard let plan = object.entityContext?.plan, plan.collections.isEmpty else { return false }
    // A new object may change others, which a save of all goes on to save.
    return !(isOfAll && plan.mayRelate && !inserts.isEmpty)
  }

  // MARK: Collecting

  /// Adds objects and what they reach through new and changed ones, by loaded references. Clean
  /// objects lead no further.
  ///
  /// New objects are reached through what has changed in others. The other references of changed
  /// objects are followed only if the session has changed objects that were not found yet.
  mutating func collect(_ roots: some Sequence<any PersistentObject>) throws {
    var stack: [any PersistentObject] = []
    for root in roots {
      stack.append(root)
      try visit(&stack)
    }
    var followed = 0
    while followed < updates.count, isMoreToFind {
      let object = updates[followed].object
      try addReferences(of: object, onto: &stack)
      try visit(&stack)
      followed += 1
    }
  }

  private var isMoreToFind: Bool { !isOfAll && updates.count < session.tracker.changedCount }

  /// Visits the objects on a stack and all that is added to it.
  private mutating func visit(_ stack: inout [any PersistentObject]) throws {
    while let object = stack.popLast() {
      try visit(object, state: object._object, onto: &stack)
    }
  }

  private func addReferences(
    of object: some PersistentObject, onto stack: inout [any PersistentObject]
  ) throws {
    let start = stack.count
    for property in object.entityContext?.plan.referringProperties ?? [] {
      let first = stack.count
      property.visitReferences(of: object) { stack.append($0) }
      if property.asDerived != nil && object._object.phase == .new {
        try refuseDeleted(stack[first...], in: property, of: object)
      }
    }
    stack[start...].reverse()
  }

  /// Throws if an object was deleted before it was put into an inverse. One that the open
  /// transaction has deleted still belongs to the session, and leaves the inverse when the
  /// transaction ends.
  private func refuseDeleted(
    _ objects: some Sequence<any PersistentObject>, in inverse: PropertyDescription,
    of owner: some PersistentObject
  ) throws {
    let deleted = objects.first { $0.isDeleted && $0.entityContext?.session !== session }
    guard let deleted else { return }
    throw PersistenceError(
      .objectDeleted,
      """
      the property has a deleted object of \(type(of: deleted)._entity.className); remove it \
      there, or add a new one instead
      """,
      context: type(of: owner)._entity.place(of: inverse))
  }

  /// Starts over, from the same roots and from the objects that have changed meanwhile.
  mutating func collectAgain(
    _ roots: some Sequence<any PersistentObject>, changed: [any PersistentObject]
  ) throws {
    finish()
    self = UnitOfWork(session, of: isOfAll ? nil : capacity)
    try collect(roots)
    try collect(changed)
  }

  private mutating func visit(
    _ object: some PersistentObject, state: borrowing _ObjectState,
    onto stack: inout [any PersistentObject]
  ) throws {
    let phase = state.phase
    // Objects that only a deleted object refers to are not reached.
    if state.isVisited || phase == .deleted { return }
    let plan = try add(object, state: state, phase: phase)
    // A clean object refers to no new ones, and is not written.
    if phase == .stored && state.changed == 0 { return }
    state.isVisited = true
    if plan.referringProperties.isEmpty { return }
    if phase == .new {
      try addReferences(of: object, onto: &stack)
    } else {
      try addChanges(of: object, onto: &stack)
    }
  }

  /// Adds the objects through which new objects can be reached: those that were put into changed
  /// properties.
  private func addChanges(
    of object: some PersistentObject, onto stack: inout [any PersistentObject]
  ) throws {
    let start = stack.count
    defer { stack[start...].reverse() }
    let properties = type(of: object)._entity.properties
    let (changed, extras) = (object._object.changed, session.tracker.extras(of: object))
    for index in properties.indices {
      guard let property = properties[index].referring else { continue }
      let isChanged =
        index < 63 ? changed & (1 << UInt64(index)) != 0 : extras?.overflow.contains(index) == true
      if !isChanged { continue }
      if let property = property.asDerived {
        let (first, newcomers) = (stack.count, extras?.newcomers.objects(at: index) ?? [])
        property.visitReferences(of: object, among: newcomers) { stack.append($0) }
        try refuseDeleted(stack[first...], in: property, of: object)
      } else {
        property.visitReferences(of: object, since: extras?.baselines[index]) { stack.append($0) }
      }
    }
  }

  /// Adds an object if it is to be written.
  private mutating func add(
    _ object: some PersistentObject, state: borrowing _ObjectState, phase: _ObjectState.Phase
  ) throws -> EntityPlan {
    if phase == .detached {
      throw session.sessionEnded(of: object)
    }
    if state.isChangedInPlace { try object.refuseInChangeInPlace("saved") }
    let context = try context(of: object, state)
    if phase == .new {
      inserts[position(of: context.plan.entity)].append(object)
    } else if state.changed != 0 {
      if updates.isEmpty { updates.reserveCapacity(capacity) }
      updates.append(ChangedObject(object: object))
    }
    return context.plan
  }

  private func context(
    of object: some PersistentObject, _ state: borrowing _ObjectState
  ) throws -> EntityContext {
    if let context = state.context {
      if context.session === session { return context }
      // A session that has only noted a new object does not own it.
      guard state.isOnlyNoted else { throw session.foreign(object) }
      state.pending = .none
      state.context = nil
    }
    if state.phase != .new { throw session.wrongSession(object, reason: "its deinit has begun") }
    let context = try session.context(of: type(of: object))
    state.context = context
    return context
  }

  private mutating func position(of entity: EntityDescription) -> Int {
    if let lastInsert, lastInsert.entity === entity { return lastInsert.position }
    if insertPositions[entity.id] == nil {
      insertPositions[entity.id] = inserts.count
      inserts.append([])
      // Usually all objects are of one class.
      if inserts.count == 1 {
        inserts[0].reserveCapacity(capacity)
      }
    }
    let position = insertPositions[entity.id, default: 0]
    lastInsert = (entity, position)
    return position
  }

  /// Ends the traversal. New objects that were not written and had no session before have none
  /// again.
  func finish() {
    if isWritten { return }
    for objects in inserts { for object in objects { finish(object._object) } }
    for entry in updates { finish(entry.object._object) }
  }

  private func finish(_ state: borrowing _ObjectState) {
    state.isVisited = false
    if state.phase == .new && state.pending == .none { state.context = nil }
  }

  // MARK: Writing

  /// Writes everything. An object becomes clean as soon as it is written: if something fails later,
  /// the transaction's journal restores it.
  ///
  /// - Parameter endsTransaction: whether the transaction is committed next. Statements may then
  ///   wait for the commit.
  mutating func write(in transaction: OpenTransaction, endsTransaction: Bool) throws {
    let connection = transaction.connection
    if session.store.published.mayHaveMisfits { try requireFit() }
    let ordered = inserts.count > 1 ? inserts.sorted(by: orderOfInsertion()) : inserts
    // Objects without references are written before all that refer to them, so it is early enough
    // to give them their keys then.
    for objects in ordered where refers(objects) {
      try giveKeys(to: objects, in: transaction)
    }
    let released = try releaseUniqueValues(on: connection)
    let queue = connection.makeQueue()
    defer { if transaction.waiting == nil { queue?.removeAll() } }
    for objects in ordered { try insert(objects, in: transaction, queue) }
    try lateReferences?.write(connection, after: queue)
    let children = ChildWriter(connection, queue, mayMeetDeleted: session.tracker.hasDeleted)
    try update(children, released)
    for objects in ordered { try insertChildren(of: objects, children) }
    try children.finish()
    if endsTransaction && transaction.endsPlainly {
      transaction.waiting = queue
    } else {
      try queue?.run()
    }
    isWritten = true
  }

  /// Makes way for unique values that move on from one object to another.
  private mutating func releaseUniqueValues(on connection: Connection) throws -> ReleasedValues {
    var released = ReleasedValues()
    guard !updates.isEmpty, count > 1, session.hasContext(where: { $0.plan.uniqueBits != 0 }) else {
      return released
    }
    orderUpdates()
    try released.release(for: inserts, updates, in: session, connection)
    return released
  }

  /// Throws if a plan no longer fits: the layout may have changed since the contexts were found.
  private func requireFit() throws {
    for objects in inserts { try objects.first?.entityContext?.plan.requireFit() }
    for update in updates { try update.object.entityContext?.plan.requireFit() }
  }

  private func refers(_ objects: [any PersistentObject]) -> Bool {
    objects.first?.entityContext?.plan.referringProperties.isEmpty == false
  }

  private func giveKeys(
    to objects: [any PersistentObject], in transaction: OpenTransaction
  ) throws {
    guard let plan = objects.first?.entityContext?.plan else { return }
    try session.countingKeys(of: plan, count: objects.count, in: transaction) { next in
      for object in objects { giveKey(try next(), to: object) }
    }
  }

  private func giveKey(_ pk: Int64, to object: some PersistentObject) { object._object.pk = pk }

  private mutating func insert(
    _ objects: [any PersistentObject], in transaction: OpenTransaction, _ queue: StatementQueue?
  ) throws {
    guard let context = objects.first?.entityContext else { return }
    let plan = context.plan
    session.tracker.journal(.inserted(objects))
    let rows = transaction.connection.newBatch()
    rows.begin(width: plan.columnCount)
    var writer = _RowWriter(rows, plan: plan)
    var waiting = objects[...]
    func insertRows(areLast: Bool) throws {
      try session.requireNoMisuse()
      let written = waiting.prefix(rows.count)
      let connection = transaction.connection
      func refusal(_ error: PersistenceError, row: Int) -> any Error {
        let refused = written.startIndex + row
        return RefusedRow(
          object: objects[refused], plan: plan, connection: connection, pk: nil,
          inserted: Array(objects[..<refused])
        ).explain(error)
      }
      if let queue, areLast {
        try queue.insert(rows, plan.insertion) { refusal($0, row: $1) }
      } else {
        try queue?.run()
        try connection.insert(rows, plan.insertion) { refusal($0, row: $1) }
      }
      for object in written { session.didInsert(object, state: object._object, in: context) }
    }
    try session.countingKeys(of: plan, count: objects.count, in: transaction) { next in
      let hasKeys = refers(objects)
      for object in objects {
        if rows.isFull {
          try insertRows(areLast: false)
          waiting = waiting.dropFirst(rows.count)
          rows.begin(width: plan.columnCount)
        }
        let key = hasKeys ? nil : try next()
        try write(
          object, state: object._object, key: key, into: rows, by: &writer, version: plan.version)
        lateReferences?.leaveOut(of: object, plan: plan, from: rows)
      }
      try insertRows(areLast: true)
    }
  }

  private func write(
    _ object: some PersistentObject, state: borrowing _ObjectState, key: Int64?,
    into rows: RowBatch, by writer: inout _RowWriter, version: EntityVersion?
  ) throws {
    if let key { state.pk = key }
    rows.addRow()
    rows.set(state.pk, at: 0)
    let level = state.level
    state.level = .duringWrite
    defer { state.level = level }
    try object._store(into: &writer)
    try session.requireUntouched(state)
    if let version { try version.encodeFirst(into: rows) }
  }

  private mutating func update(_ children: ChildWriter, _ released: ReleasedValues) throws {
    if updates.isEmpty { return }
    orderUpdates()
    var rows = RowUpdates(session, children, after: inserts, released)
    try rows.readBaselines(of: updates)
    var count = 0
    defer { session.tracker.journal(.updated(updates[..<count])) }
    for position in updates.indices {
      let object = updates[position].object
      try update(object, state: object._object, at: position, into: &rows)
      count += 1
    }
    try rows.write()
  }

  private mutating func update(
    _ object: some PersistentObject, state: borrowing _ObjectState, at position: Int,
    into rows: inout RowUpdates
  ) throws {
    updates[position].changed = state.changed
    updates[position].level = state.level
    state.level = .duringWrite
    do {
      try rows.update(object, state: state)
      // A single object may have no savepoint that would restore it.
      if updates.count == 1 { try rows.write() }
      try session.requireUntouched(state)
    } catch {
      state.level = updates[position].level
      throw error
    }
    if let extras = session.tracker.extras(of: object) {
      session.tracker.journal(.extras(object, extras))
    }
    session.didUpdate(object, state: state)
  }

  private func insertChildren(
    of objects: [any PersistentObject], _ children: ChildWriter
  ) throws {
    guard let plan = objects.first?.entityContext?.plan else { return }
    for position in plan.collections {
      try plan.bindings[position].insertChildren(of: objects, children)
    }
  }

  // MARK: Order

  /// Orders changed objects by table, changed columns and key if several transactions write at
  /// once: those that lock the same rows in different orders would block each other until the
  /// database ends one. Those with the same changed columns stay together, since they are written
  /// together. Those with a changed unique value come last, in the order of changes, in which such
  /// values move on.
  private mutating func orderUpdates() {
    guard updates.count > 1, session.store.character.maximumWriters > 1 else { return }
    var ordered: [(place: (String, UInt64, Int64), object: ChangedObject)] = []
    var last: [ChangedObject] = []
    for object in updates {
      if object.changesUniqueValue {
        last.append(object)
      } else {
        ordered.append((object.lockOrder, object))
      }
    }
    ordered.sort { $0.place < $1.place }
    updates = ordered.map(\.object) + last
  }

  /// Returns an order that puts referenced classes before those that refer to them. If classes
  /// refer to each other in a cycle, any order works: foreign keys are checked at the end of the
  /// transaction, or the references are set late.
  private func orderOfInsertion() -> ([any PersistentObject], [any PersistentObject]) -> Bool {
    var ranks: [Int32: Int] = [:]
    var next = 0
    func visit(_ entity: EntityDescription) {
      if ranks[entity.id] != nil { return }
      ranks[entity.id] = .max
      entity.storedReferences.flatMap(\.property.targetEntities)
        .filter { insertPositions[$0.id] != nil }.forEach(visit)
      ranks[entity.id] = next
      next += 1
    }
    // Start with objects without references: a reference to any object names no class to visit.
    for objects in inserts.filter({ !refers($0) }) + inserts {
      if let first = objects.first { visit(type(of: first)._entity) }
    }
    func rank(_ objects: [any PersistentObject]) -> Int {
      objects.first.flatMap { ranks[type(of: $0)._entity.id] } ?? 0
    }
    return { rank($0) < rank($1) }
  }
}

extension ChangedObject {
  fileprivate var lockOrder: (String, UInt64, Int64) {
    (type(of: object)._entity.table, Self.changedColumns(object._object), object.rowKey)
  }

  private static func changedColumns(_ state: borrowing _ObjectState) -> UInt64 {
    state.changed & (state.context?.plan.columnBits ?? 0)
  }

  /// Whether a property that a unique index depends on has changed.
  var changesUniqueValue: Bool { Self.changesUniqueValue(object._object) }

  private static func changesUniqueValue(_ state: borrowing _ObjectState) -> Bool {
    guard let plan = state.context?.plan else { return false }
    return state.changed & plan.uniqueBits != 0
  }
}

extension EntityPlan {
  /// Returns the place of an object, for errors.
  func place(pk: Int64?) -> PersistenceError.Context {
    PersistenceError.Context(className: entity.className, table: entity.table, pk: pk)
  }

  func rowIsGone(pk: Int64) -> PersistenceError {
    PersistenceError(
      .objectNotFound,
      "the row of this object is gone: someone else deleted it. Nothing was changed",
      context: place(pk: pk))
  }

  /// The conflict of a row about which nothing more is known.
  func rowHasChanged(pk: Int64, sql: String) -> PersistenceError {
    PersistenceError(
      .conflict,
      """
      someone else has changed or deleted \(entity.className)#\(pk) since it was read; nothing was written. \
      Read the row's current values with session.refresh(object), and try again
      """, context: place(pk: pk), sql: sql)
  }
}
