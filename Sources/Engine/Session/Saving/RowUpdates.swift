/// Writes changed objects: one UPDATE of the changed columns each, then their child rows.
struct RowUpdates {
  private let session: Session
  private let connection: Connection
  private let children: ChildWriter
  /// The statement that the last object took: most often the next one takes it, too.
  private var last: (plan: EntityPlan, bits: UInt64, statement: Statement)?

  init(_ session: Session, _ children: ChildWriter) {
    self.session = session
    self.children = children
    connection = children.connection
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

  mutating func update(
    _ object: some PersistentObject, _ state: borrowing _ObjectState
  ) throws {
    guard let plan = state.context?.plan else { return }
    let changed = state.changed
    if changed & (1 << 63) == 0 {
      try updateRow(of: object, state.pk, changed & plan.columnBits, plan)
    } else {
      try updateWideRow(of: object, plan)
    }
    if plan.mayHaveChangedCollections(changed) { try updateChildren(of: object) }
  }

  private mutating func updateRow(
    of object: some PersistentObject, _ pk: Int64, _ bits: UInt64, _ plan: EntityPlan
  ) throws {
    if bits == 0 { return }
    let statement = try statement(plan, bits)
    var row = _RowWriter(statement, plan: plan, only: bits, pk: pk)
    try object._store(into: &row)
    try run(statement, object, pk, at: row.next, plan)
  }

  private mutating func statement(_ plan: EntityPlan, _ bits: UInt64) throws -> Statement {
    if let last, last.plan === plan, last.bits == bits { return last.statement }
    let indices = (0..<63).filter { bits & (1 << UInt64($0)) != 0 }
    let statement = try connection.statement(plan.update(indices, bits: bits))
    last = (plan, bits, statement)
    return statement
  }

  /// Beyond 63 properties the bits do not tell which have changed.
  private func updateWideRow(of object: some PersistentObject, _ plan: EntityPlan) throws {
    let changed = session.changes(of: object).filter { plan.rowFields[$0].width > 0 }
    if changed.isEmpty { return }
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
    statement.set(pk, at: parameter)
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw RefusedRow(object: object, plan: plan, connection: connection, pk: pk).explain(error)
    }
    if connection.changes != 1 { throw plan.rowIsGone(pk: pk) }
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
