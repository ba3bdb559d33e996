/// One save: finds what is new or changed, gives out keys, and writes it all.
///
/// Order: new objects by class, those referred to before those that refer; then changed objects;
/// then the rows of child tables, whose references all exist by now.
struct UnitOfWork {
  let session: Session
  private(set) var inserts: [[any PersistentObject]] = []
  private var insertPositions: [Int32: Int] = [:]
  /// Where the objects of the class stand that was met last.
  private var lastInsert: (entityID: Int32, position: Int)?
  private(set) var updates: [any PersistentObject] = []
  /// What was walked through and is not written itself.
  private var passed: [any PersistentObject] = []
  private var isWritten = false
  /// How many of the session's unsaved objects were met.
  private var metCount = 0

  init(_ session: Session) { self.session = session }

  /// How many objects there are to write.
  var count: Int { inserts.reduce(updates.count) { $0 + $1.count } }

  /// Whether it takes more than one statement, so that a failure in the middle has to be undone.
  var needsSavepoint: Bool {
    guard count == 1, let object = inserts.first?.first ?? updates.first else { return count > 0 }
    return object.entityContext.map { !$0.plan.collections.isEmpty } ?? true
  }

  // MARK: Collecting

  /// Whether the session has unsaved objects that were not met yet. New objects are only reached
  /// through unsaved ones, so without any there is no need to walk on through clean ones.
  private var isMoreToFind: Bool { metCount < session.tracking.pointee.unsavedCount }

  /// Adds objects and all that they reach through loaded references, as far as it is new or
  /// changed.
  mutating func collect(_ roots: some Sequence<any PersistentObject>) throws {
    var stack: [any PersistentObject] = []
    for root in roots {
      try visit(root, &stack)
      while let object = stack.popLast() { try visit(object, &stack) }
    }
  }

  /// Begins anew, from the same roots and from what has changed meanwhile.
  mutating func collectAgain(
    _ roots: some Sequence<any PersistentObject>, changed: ArraySlice<any PersistentObject>
  ) throws {
    finish()
    self = UnitOfWork(session)
    try collect(roots)
    try collect(changed)
  }

  private mutating func visit(
    _ object: some PersistentObject, _ stack: inout [any PersistentObject]
  ) throws {
    // What only a deleted object refers to is not reached.
    if object._object.isVisited || object._object.phase == .deleted { return }
    if try !add(object) { passed.append(object) }
    object._object.isVisited = true
    if object._object.changed == 0 && object._object.phase == .stored && !isMoreToFind { return }
    let start = stack.count
    for property in object._object.context?.plan.referringProperties ?? [] {
      property.visitReferences(of: object) { stack.append($0) }
    }
    stack[start...].reverse()
  }

  /// Takes an object up if it is to be written; false if it is not.
  private mutating func add(_ object: some PersistentObject) throws -> Bool {
    switch object._object.phase {
    case .new:
      try addInsert(object)
      return true
    case .stored:
      try requireOwn(object)
      if object._object.changed == 0 { return false }
      updates.append(object)
      metCount += 1
      return true
    case .deleted: return false
    case .detached: throw session.wrongSession(object, "its session has ended; find it again")
    }
  }

  private mutating func addInsert(_ object: some PersistentObject) throws {
    let entity = type(of: object)._entity
    if object._object.isPending { metCount += 1 }
    if let context = object._object.context {
      if context.owner !== session { try requireOwn(object) }
    } else {
      object._object.context = try session.context(of: entity)
    }
    inserts[position(of: entity)].append(object)
  }

  private mutating func position(of entity: EntityDescription) -> Int {
    if let lastInsert, lastInsert.entityID == entity.id { return lastInsert.position }
    if insertPositions[entity.id] == nil {
      insertPositions[entity.id] = inserts.count
      inserts.append([])
    }
    let position = insertPositions[entity.id, default: 0]
    lastInsert = (entity.id, position)
    return position
  }

  private func requireOwn(_ object: some PersistentObject) throws {
    guard object._object.context?.owner !== session else { return }
    throw session.wrongSession(
      object, "it belongs to another session; find it in this one by its key")
  }

  /// Ends the walk. New objects that were not written go back to having no session.
  func finish() {
    for object in passed { finish(object) }
    if isWritten { return }
    for objects in inserts { for object in objects { finish(object) } }
    for object in updates { finish(object) }
  }

  private func finish(_ object: some PersistentObject) {
    object._object.isVisited = false
    if object._object.phase == .new && !object._object.isPending { object._object.context = nil }
  }

  // MARK: Writing

  /// Writes everything. An object becomes clean as soon as it is written: should something fail
  /// later, the transaction's journal takes it back.
  mutating func write() throws {
    guard let connection = session.writer else { preconditionFailure("no transaction is open") }
    let ordered = inserts.sorted(by: orderOfInsertion())
    // What refers to nothing comes before all that refers to it, and has its keys soon enough when
    // it is written.
    for objects in ordered where refers(objects) { try giveKeys(to: objects) }
    for objects in ordered { try insert(objects, connection) }
    let children = ChildWriter(connection)
    var rows = RowUpdates(session, children)
    try rows.readBaselines(of: updates)
    for object in updates { try update(object, &rows) }
    for objects in ordered { try insertChildren(of: objects, children) }
    isWritten = true
  }

  private func refers(_ objects: [any PersistentObject]) -> Bool {
    objects.first?.entityContext?.plan.referringProperties.isEmpty == false
  }

  private func giveKeys(to objects: [any PersistentObject]) throws {
    guard let plan = objects.first?.entityContext?.plan else { return }
    try session.countingKeys(of: plan.entity.table) { next in
      for object in objects { giveKey(try next(), to: object) }
    }
  }

  private func giveKey(_ pk: Int64, to object: some PersistentObject) { object._object.pk = pk }

  private func insert(_ objects: [any PersistentObject], _ connection: Connection) throws {
    guard let context = objects.first?.entityContext else { return }
    let plan = context.plan
    let statement = try connection.statement(plan.insert)
    defer { statement.clearParameters() }
    var row = _RowWriter(statement, plan: plan)
    if refers(objects) {
      for object in objects { try insert(object, statement, &row, plan, connection) }
    } else {
      try session.countingKeys(of: plan.entity.table) { next in
        for object in objects {
          giveKey(try next(), to: object)
          try insert(object, statement, &row, plan, connection)
        }
      }
    }
  }

  private func insert(
    _ object: some PersistentObject, _ statement: Statement, _ row: inout _RowWriter,
    _ plan: EntityPlan, _ connection: Connection
  ) throws {
    statement.set(object._object.pk, at: 0)
    try object._store(into: &row)
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw RefusedRow(object: object, plan: plan, connection: connection, pk: nil).explain(error)
    }
    session.didInsert(object)
  }

  private func update(_ object: some PersistentObject, _ rows: inout RowUpdates) throws {
    try rows.update(object)
    session.didUpdate(object)
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

  /// Puts classes that are referred to before those that refer to them. Where classes refer to each
  /// other in a circle any order does, since foreign keys are checked at the end of the transaction.
  private func orderOfInsertion() -> ([any PersistentObject], [any PersistentObject]) -> Bool {
    var ranks: [Int32: Int] = [:]
    var next = 0
    func visit(_ entity: EntityDescription) {
      if ranks[entity.id] != nil { return }
      ranks[entity.id] = .max
      entity.properties.filter { $0.inverse == nil }.flatMap(\.targets)
        .filter { insertPositions[$0.id] != nil }.forEach(visit)
      ranks[entity.id] = next
      next += 1
    }
    // Those first that refer to nothing: a reference to any object names no class to be visited.
    for objects in inserts.filter({ !refers($0) }) + inserts {
      if let first = objects.first { visit(type(of: first)._entity) }
    }
    func rank(_ objects: [any PersistentObject]) -> Int {
      objects.first.flatMap { ranks[type(of: $0)._entity.id] } ?? 0
    }
    return { rank($0) < rank($1) }
  }
}

extension EntityPlan {
  /// The place of an object, for errors.
  func place(pk: Int64?) -> PersistenceError.Context {
    PersistenceError.Context(className: entity.className, table: entity.table, pk: pk)
  }

  func rowIsGone(pk: Int64) -> PersistenceError {
    PersistenceError(
      .objectNotFound,
      "the row of this object is gone: someone else deleted it. Nothing was changed",
      context: place(pk: pk))
  }
}
