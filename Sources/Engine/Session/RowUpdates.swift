/// Writes changed objects: one UPDATE of the changed columns each, then their child rows.
struct RowUpdates {
  private let session: Session
  private let connection: Connection
  /// The statement that the last object took: most often the next one takes it, too.
  private var last: (plan: EntityPlan, bits: UInt64, statement: Statement)?

  init(_ session: Session, _ connection: Connection) {
    self.session = session
    self.connection = connection
  }

  mutating func update(_ object: some PersistentObject) throws {
    guard let plan = object._object.context?.plan else { return }
    if object._object.changed & (1 << 63) == 0 {
      try updateRow(of: object, object._object.changed & plan.columnBits, plan)
    } else {
      try updateWideRow(of: object, plan)
    }
    if !plan.collections.isEmpty { try updateChildren(of: object, plan) }
  }

  private mutating func updateRow(
    of object: some PersistentObject, _ bits: UInt64, _ plan: EntityPlan
  ) throws {
    if bits == 0 { return }
    let statement = try statement(plan, bits)
    var row = _RowWriter(statement, plan: plan, only: bits, pk: object._object.pk)
    try object._store(into: &row)
    try run(statement, object, at: row.next, plan)
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
    try run(statement, object, at: parameter, plan)
  }

  private func run(
    _ statement: Statement, _ object: some PersistentObject, at parameter: Int, _ plan: EntityPlan
  ) throws {
    let pk = object._object.pk
    statement.set(pk, at: parameter)
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw RefusedRow(object: object, plan: plan, connection: connection, pk: pk).explain(error)
    }
    if connection.changes != 1 { throw plan.rowIsGone(pk: pk) }
  }

  private func updateChildren(of object: some PersistentObject, _ plan: EntityPlan) throws {
    let baselines = session.extras(of: object)?.baselines
    for index in session.changes(of: object) where plan.bindings[index].hasChildRows {
      try plan.bindings[index].updateChildren(
        of: object, baseline: baselines?[index], connection: connection)
    }
  }
}
