/// Writes changed objects: one UPDATE of the changed columns each, or for many, then their child rows.
struct RowUpdates {
  private let session: Session
  private let connection: Connection
  private let children: ChildWriter
  /// The statement that the last object took: most often the next one takes it, too.
  private var last: (plan: EntityPlan, bits: UInt64, statement: Statement)?
  /// Objects that wait to be written together; nil where there are too few for that.
  private var staged: StagedUpdates?

  /// - Parameter count: how many objects there will be.
  init(_ session: Session, _ children: ChildWriter, count: Int) {
    self.session = session
    self.children = children
    connection = children.connection
    if count >= StagedUpdates.fewest { staged = StagedUpdates(session, connection) }
  }

  /// Reads what collections were before that were replaced without having been read, for all objects
  /// at once.
  func readBaselines(of objects: [ChangedObject]) throws {
    guard session.allContexts.contains(where: { !$0.plan.collections.isEmpty }) else { return }
    var changes: [ObjectIdentifier: (binding: PropertyBinding, changes: [ChildChange])] = [:]
    for entry in objects {
      forEachChildChange(of: entry.object) { binding, change in
        if change.baseline != nil { return }
        changes[ObjectIdentifier(binding), default: (binding, [])].changes.append(change)
      }
    }
    for (binding, changes) in changes.values.sorted(by: { $0.binding.precedes($1.binding) }) {
      try binding.readBaselines(of: changes, children)
    }
  }

  /// Writes an object, now or at the latest with ``finish()``.
  mutating func update(
    _ object: some PersistentObject, _ state: borrowing _ObjectState
  ) throws {
    guard let context = state.context else { return }
    let plan = context.plan
    let changed = state.changed
    if try staged?.add(object, state.pk, changed, context) == true { return }
    // Rows are written in the order of the objects.
    try finish()
    if changed & (1 << 63) == 0 {
      try updateRow(of: object, state.pk, changed & plan.columnBits, plan)
    } else {
      try updateWideRow(of: object, plan)
    }
    if plan.mayHaveChangedCollections(changed) { try updateChildren(of: object) }
  }

  /// Writes what waits.
  mutating func finish() throws { try staged?.write() }

  private mutating func updateRow(
    of object: some PersistentObject, _ pk: Int64, _ bits: UInt64, _ plan: EntityPlan
  ) throws {
    if bits == 0 && (plan.version == nil || !plan.areStored(object._object.changed)) { return }
    let statement = try statement(plan, bits)
    var row = _RowWriter(statement, plan: plan, only: bits, pk: pk)
    try object._store(into: &row)
    try run(statement, object, pk, at: row.next, plan)
  }

  private mutating func statement(_ plan: EntityPlan, _ bits: UInt64) throws -> Statement {
    if let last, last.plan === plan, last.bits == bits { return last.statement }
    let statement = try connection.statement(plan.update(bits: bits))
    last = (plan, bits, statement)
    return statement
  }

  /// Beyond 63 properties the bits do not tell which have changed.
  private func updateWideRow(of object: some PersistentObject, _ plan: EntityPlan) throws {
    let changes = session.changes(of: object)
    let changed = changes.filter { plan.rowFields[$0].width > 0 }
    let isOfRows = plan.version != nil && changes.contains { plan.bindings[$0].hasChildRows }
    if changed.isEmpty && !isOfRows { return }
    let statement = try connection.statement(
      plan.update(changed, bits: session.bits(of: changed)))
    var parameter = 0
    for index in changed {
      let binding = plan.bindings[index]
      do {
        try binding.encode(object, into: statement, at: parameter)
      } catch {
        throw binding.encodingFailed(error, pk: object._object.pk)
      }
      parameter += plan.rowFields[index].width
    }
    try run(statement, object, object._object.pk, at: parameter, plan)
  }

  private func run(
    _ statement: Statement, _ object: some PersistentObject, _ pk: Int64, at parameter: Int,
    _ plan: EntityPlan
  ) throws {
    try session.requireUntouched(object._object)
    if let version = plan.version {
      return try run(statement, object, pk, at: parameter, version, plan)
    }
    statement.set(pk, at: parameter)
    try run(statement, object, pk, plan)
    if connection.changes != 1 { throw plan.rowIsGone(pk: pk) }
  }

  /// The same where the version that was read is compared.
  private func run(
    _ statement: Statement, _ object: some PersistentObject, _ pk: Int64, at parameter: Int,
    _ version: EntityVersion, _ plan: EntityPlan
  ) throws {
    let next = try version.next(of: object)
    try version.encode(next, into: statement, at: parameter)
    statement.set(pk, at: parameter + 1)
    try version.encode(version.value(of: object), into: statement, at: parameter + 2)
    try run(statement, object, pk, plan)
    if connection.changes != 1 {
      throw try ConflictingRow(plan, version, connection).error(
        of: object, changed: session.changes(of: object), sql: statement.sql)
    }
    version.set(next, in: object, session)
  }

  private func run(
    _ statement: Statement, _ object: some PersistentObject, _ pk: Int64, _ plan: EntityPlan
  ) throws {
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw RefusedRow(object: object, plan: plan, connection: connection, pk: pk).explain(error)
    }
  }

  private func updateChildren(of object: some PersistentObject) throws {
    try forEachChildChange(of: object) { try $0.updateChildren($1, children) }
  }

  /// Calls `body` with each collection that has changed.
  private func forEachChildChange(
    of object: some PersistentObject, _ body: (PropertyBinding, ChildChange) throws -> Void
  ) rethrows {
    let changed = object._object.changed
    guard let plan = object._object.context?.plan, plan.mayHaveChangedCollections(changed)
    else { return }
    let extras = session.extras(of: object)
    for index in plan.collections {
      let isChanged =
        index < 63 ? changed & (1 << UInt64(index)) != 0 : extras?.overflow.contains(index) == true
      if !isChanged { continue }
      try body(
        plan.bindings[index], ChildChange(object: object, baseline: extras?.baselines[index]))
    }
  }
}
