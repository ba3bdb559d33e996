/// One save: finds what is new or changed, gives out keys, and writes it all.
///
/// Order: new objects by class, those referred to before those that refer; then changed objects;
/// then the rows of child tables, whose references all exist by now.
struct UnitOfWork {
  private let session: Session
  private var inserts: [[any PersistentObject]] = []
  private var insertPositions: [Int32: Int] = [:]
  private var updates: [any PersistentObject] = []
  private var visited: [any PersistentObject] = []
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
  private var isMoreToFind: Bool { metCount < session.unsavedCount }

  /// Adds objects and all that they reach through loaded references, as far as it is new or
  /// changed.
  mutating func collect(_ roots: some Sequence<any PersistentObject>) throws {
    var stack = Array(roots.reversed())
    while let object = stack.popLast() {
      try visit(object, &stack)
    }
  }

  private mutating func visit(
    _ object: some PersistentObject, _ stack: inout [any PersistentObject]
  ) throws {
    // What only a deleted object refers to is not reached.
    if object._object.isVisited || object._object.phase == .deleted { return }
    try add(object)
    object._object.isVisited = true
    visited.append(object)
    if object._object.changed == 0 && object._object.phase == .stored && !isMoreToFind { return }
    let start = stack.count
    for property in object._object.context?.plan.referringProperties ?? [] {
      property.visitReferences(of: object) { stack.append($0) }
    }
    stack[start...].reverse()
  }

  private mutating func add(_ object: some PersistentObject) throws {
    switch object._object.phase {
    case .new: try addInsert(object)
    case .stored:
      try requireOwn(object)
      if object._object.changed != 0 {
        updates.append(object)
        metCount += 1
      }
    case .deleted: break
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
    if let position = insertPositions[entity.id] {
      inserts[position].append(object)
    } else {
      insertPositions[entity.id] = inserts.count
      inserts.append([object])
    }
  }

  private func requireOwn(_ object: some PersistentObject) throws {
    guard object._object.context?.owner !== session else { return }
    throw session.wrongSession(
      object, "it belongs to another session; find it in this one by its key")
  }

  /// Ends the walk. New objects that were not written go back to having no session.
  func finish() {
    for object in visited { finish(object) }
  }

  private func finish(_ object: some PersistentObject) {
    object._object.isVisited = false
    if object._object.phase == .new && !object._object.isPending { object._object.context = nil }
  }

  // MARK: Writing

  /// Writes everything. The objects' states do not change before all of it has succeeded.
  func write() throws {
    guard let connection = session.writer else { preconditionFailure("no transaction is open") }
    let ordered = inserts.sorted(by: orderOfInsertion())
    for objects in ordered {
      for object in objects { try giveKey(to: object) }
    }
    for objects in ordered { try insert(objects, connection) }
    for object in updates { try update(object, connection) }
    for objects in ordered { try insertChildren(of: objects, connection) }
    for objects in ordered {
      for object in objects { session.didInsert(object) }
    }
    for object in updates { session.didUpdate(object) }
  }

  private func giveKey(to object: some PersistentObject) throws {
    object._object.pk = try session.nextKey(table: type(of: object)._entity.table)
  }

  private func insert(_ objects: [any PersistentObject], _ connection: Connection) throws {
    guard let context = objects.first?.entityContext else { return }
    let plan = context.plan
    let statement = try connection.statement(plan.insert)
    defer { statement.clearParameters() }
    for object in objects { try insert(object, statement, plan) }
  }

  private func insert(
    _ object: some PersistentObject, _ statement: Statement, _ plan: EntityPlan
  ) throws {
    statement.set(object._object.pk, at: 0)
    try object._store(into: _RowWriter(statement, plan: plan))
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw error.adding(plan.place(pk: nil))
    }
  }

  private func insertChildren(
    of objects: [any PersistentObject], _ connection: Connection
  ) throws {
    guard let plan = objects.first?.entityContext?.plan else { return }
    for position in plan.collections {
      for object in objects {
        try plan.bindings[position].insertChildren(of: object, connection: connection)
      }
    }
  }

  private func update(_ object: some PersistentObject, _ connection: Connection) throws {
    guard let plan = object._object.context?.plan else { return }
    let changed = session.changes(of: object)
    try updateRow(of: object, changed, plan, connection)
    let baselines = session.extras[ObjectIdentifier(object)]?.baselines
    for index in changed where plan.bindings[index].hasChildRows {
      try plan.bindings[index].updateChildren(
        of: object, baseline: baselines?[index], connection: connection)
    }
  }

  private func updateRow(
    of object: some PersistentObject, _ changed: [Int], _ plan: EntityPlan,
    _ connection: Connection
  ) throws {
    let pk = object._object.pk
    let columns = changed.filter { !plan.bindings[$0].columns.isEmpty }
    if columns.isEmpty { return }
    let statement = try connection.statement(plan.update(columns, bits: session.bits(of: columns)))
    defer { statement.reset() }
    var parameter = 0
    for index in columns {
      let binding = plan.bindings[index]
      do {
        try binding.encode(object, into: statement, at: parameter)
      } catch {
        throw binding.encodingFailed(error, pk: pk)
      }
      parameter += binding.columns.count
    }
    statement.set(pk, at: parameter)
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw error.adding(plan.place(pk: pk))
    }
    if connection.changes != 1 { throw plan.rowIsGone(pk: pk) }
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
      entity.properties.flatMap(\.targets).filter { insertPositions[$0.id] != nil }.forEach(visit)
      ranks[entity.id] = next
      next += 1
    }
    for objects in inserts {
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
