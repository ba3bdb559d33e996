import PersistentObjectsConnections
import PersistentObjectsDriver

/// A writer of changed objects. It gathers consecutive rows of one class with the same changed
/// columns and writes them together, then writes the child rows of objects whose collections have
/// changed.
///
/// An object counts as written once its row is gathered. If the rows cannot be written, the save
/// fails and its transaction restores the objects.
struct RowUpdates {
  private let session: Session
  private let connection: Connection
  private let children: ChildWriter
  /// The new objects that the save has inserted, by class.
  private let inserts: [[any PersistentObject]]
  private let released: ReleasedValues
  /// The gathered rows. Each has its key, its changed columns and, if the class has a version, the
  /// next version and the one to compare with.
  private var rows: RowBatch
  /// The class that the gathered objects have in common.
  private var context: EntityContext?
  private var written = WrittenColumns(bits: 0, positions: nil)
  /// The memory of the columns of one object, for those that are gathered column by column.
  private lazy var columns = ChangedColumns()
  /// All changed properties of each object, if the class has a version; needed to report conflicts.
  private var changes: [[Int]] = []

  init(
    _ session: Session, _ children: ChildWriter, after inserts: [[any PersistentObject]],
    _ released: ReleasedValues
  ) {
    self.session = session
    self.children = children
    self.inserts = inserts
    self.released = released
    connection = children.connection
    rows = connection.newBatch()
  }

  /// Reads the former elements of collections that were replaced without having been loaded, for
  /// all objects at once.
  func readBaselines(of objects: [ChangedObject]) throws {
    guard session.hasContext(where: { !$0.plan.collections.isEmpty }) else { return }
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

  /// Writes an object, now or at the latest with ``write()``.
  mutating func update(
    _ object: some PersistentObject, state: borrowing _ObjectState
  ) throws {
    guard let context = state.context else { return }
    let changed = state.changed
    let written = changed | bits(releasedOf: object)
    if written & (1 << 63) == 0 && !context.plan.mayHaveChangedComposites(written) {
      try add(object, pk: state.pk, bits: written & context.plan.columnBits, in: context)
    } else {
      try addColumns(object, pk: state.pk, in: context)
    }
    guard context.plan.mayHaveChangedCollections(changed) else { return }
    // Compare the version first.
    try write()
    try forEachChildChange(of: object) { try $0.updateChildren($1, by: children) }
  }

  private func bits(releasedOf object: some PersistentObject) -> UInt64 {
    if released.properties.isEmpty { return 0 }
    return session.tracker.bits(of: released.properties[ObjectIdentifier(object)] ?? [])
  }

  // MARK: Gathering

  private mutating func add(
    _ object: some PersistentObject, pk: Int64, bits: UInt64, in context: EntityContext
  ) throws {
    let plan = context.plan
    if bits == 0 && (plan.version == nil || !plan.areStored(object._object.changed)) { return }
    try begin(context, WrittenColumns(bits: bits, positions: nil))
    rows.addRow()
    rows.set(pk, at: 0)
    var row = _RowWriter(rows, plan: plan, from: 1, only: bits, pk: pk)
    try object._store(into: &row)
    try addVersion(of: object, plan)
  }

  /// Gathers a row column by column: properties beyond the 63rd have changed, which the bits do not
  /// distinguish, or values in several columns, of which only those that differ are written.
  private mutating func addColumns(
    _ object: some PersistentObject, pk: Int64, in context: EntityContext
  ) throws {
    let plan = context.plan
    let (tracker, columns) = (session.tracker, columns)
    let changed = changedColumns(of: object, in: plan)
    try columns.write(
      changed, of: object, pk: pk, in: plan, since: tracker.extras(of: object)?.baselines)
    let positions = columns.positions
    if positions.isEmpty && (plan.version == nil || !plan.areStored(object._object.changed)) {
      return
    }
    try begin(context, WrittenColumns(bits: tracker.bits(of: changed), positions: positions))
    rows.addRow()
    rows.set(pk, at: 0)
    columns.copy(to: rows, at: 1)
    try addVersion(of: object, plan)
  }

  /// Returns the changed properties that have columns in the class's own table, ascending.
  private func changedColumns(of object: some PersistentObject, in plan: EntityPlan) -> [Int] {
    var changed = session.tracker.changes(of: object)
    if let released = released.properties[ObjectIdentifier(object)] {
      changed = Set(changed + released).sorted()
    }
    return changed.filter { plan.rowFields[$0].width > 0 }
  }

  /// Makes room for a row, and writes the gathered rows first if it cannot join them.
  private mutating func begin(_ context: EntityContext, _ written: WrittenColumns) throws {
    if context === self.context && written == self.written && !rows.isFull { return }
    // Rows are written in the order of the objects.
    try write()
    self.context = context
    self.written = written
    let width =
      written.positions?.count
      ?? context.plan.indices(of: written.bits).reduce(0) { $0 + context.plan.rowFields[$1].width }
    rows.begin(width: context.plan.version == nil ? width + 1 : width + 3)
  }

  /// Adds the next version, and the one to compare with.
  private mutating func addVersion(of object: some PersistentObject, _ plan: EntityPlan) throws {
    try session.requireUntouched(object._object)
    guard let version = plan.version else { return }
    let next = try version.next(of: object)
    try version.encode(next, into: rows, at: rows.width - 2)
    try version.encode(version.value(of: object), into: rows, at: rows.width - 1)
    changes.append(session.tracker.changes(of: object))
  }

  // MARK: Writing

  /// Writes the gathered rows, or queues them to be written together with other statements.
  mutating func write() throws {
    guard let context, rows.count > 0 else { return }
    try session.requireNoMisuse()
    let width = rows.width
    defer {
      rows.begin(width: width)
      changes.removeAll()
    }
    if let queue = children.queue {
      if rows.count < Connection.fewestTogether {
        try enqueue(in: context, queue)
        rows = connection.newBatch()
        return
      }
      try queue.run()
    }
    try writeRows(in: context)
  }

  private func enqueue(in context: EntityContext, _ queue: StatementQueue) throws {
    let gathered = self
    try queue.add(
      QueuedStatement(
        statement: try connection.statement(context.plan.update(written)),
        rows: rows, isBatch: false,
        refusal: { gathered.refusal($0, row: $1, in: context) },
        check: { try gathered.check($0, in: context, canAsk: $1) }))
  }

  private func writeRows(in context: EntityContext) throws {
    if try areWrittenTogether(context.plan) { return try setVersions(in: context) }
    let statement = try connection.statement(context.plan.update(written))
    try update(by: statement, in: context)
  }

  private func setVersions(in context: EntityContext) throws {
    guard let version = context.plan.version else { return }
    for row in 0..<rows.count {
      guard let object = object(for: rows[row].integer(at: 0)) else { continue }
      version.set(try version.next(of: object), in: object, session)
    }
  }

  /// Writes the rows in one statement. Returns false if that does not pay off or fails: the rows
  /// then have to be written one by one, to find out which one is refused or gone.
  private func areWrittenTogether(_ plan: EntityPlan) throws -> Bool {
    guard rows.count >= Connection.fewestTogether, written.bits & ~plan.batchBits == 0,
      let text = plan.updateBatch(written)
    else { return false }
    let statement = try connection.statement(text)
    defer { statement.reset() }
    statement.set(rows, at: 0)
    var written: Set<Int64> = []
    do {
      try connection.attempting {
        while let row = try statement.next() { written.insert(row.integer(at: 0)) }
      }
    } catch let error as PersistenceError {
      // Some failures make the database roll everything back by itself, and others are not about a
      // row.
      guard connection.isInTransaction, Self.codesOfRows.contains(error.code) else {
        throw error.adding(plan.place(pk: nil))
      }
      return false
    }
    guard let version = plan.version else { return statement.changes == rows.count }
    let passedOver = (0..<rows.count).first { !written.contains(rows[$0].integer(at: 0)) }
    guard let passedOver else { return true }
    throw try conflict(passedOver, version: version, plan: plan, sql: text.sql, on: connection)
  }

  /// The failures that a single row can cause, by itself or by a trigger.
  private static let codesOfRows: Set<PersistenceError.Code> = [
    .constraintViolated, .encodingFailed, .databaseFailed,
  ]

  private func update(by statement: Statement, in context: EntityContext) throws {
    try statement.run(
      for: rows,
      refusal: { refusal($0, row: $1, in: context) },
      check: { try check($0, in: context, canAsk: true) })
  }

  /// Checks that each row existed, in the version that was compared.
  /// - Parameter canAsk: whether the reason can be queried before the rollback.
  private func check(_ changes: [Int], in context: EntityContext, canAsk: Bool) throws {
    let plan = context.plan
    guard let row = changes.firstIndex(where: { $0 != 1 }) else {
      return try setVersions(in: context)
    }
    let pk = rows[row].integer(at: 0)
    guard let version = plan.version else { throw plan.rowIsGone(pk: pk) }
    let sql = plan.update(written).sql
    if canAsk {
      throw try conflict(row, version: version, plan: plan, sql: sql, on: connection)
    }
    throw DeferredExplanation(error: plan.rowHasChanged(pk: pk, sql: sql)) {
      try conflict(row, version: version, plan: plan, sql: sql, on: $0)
    }
  }

  // MARK: Errors

  private func conflict(
    _ row: Int, version: EntityVersion, plan: EntityPlan, sql: String,
    on connection: Connection
  ) throws -> PersistenceError {
    let pk = rows[row].integer(at: 0)
    guard let object = object(for: pk) else { return plan.rowIsGone(pk: pk) }
    return try ConflictingRow(plan: plan, version: version, connection: connection).error(
      of: object, changed: changes[row], sql: sql)
  }

  private func refusal(
    _ error: PersistenceError, row: Int, in context: EntityContext
  ) -> any Error {
    let pk = rows[min(row, rows.count - 1)].integer(at: 0)
    guard let object = object(for: pk) else {
      return error.adding(context.plan.place(pk: pk))
    }
    return RefusedRow(
      object: object, plan: context.plan, connection: connection, pk: pk,
      inserted: Array(inserts.joined())
    ).explain(error)
  }

  private func object(for pk: Int64) -> (any PersistentObject)? {
    context?.object(for: pk) as? any PersistentObject
  }

  // MARK: Child rows

  /// Calls `body` with each collection that has changed.
  private func forEachChildChange(
    of object: some PersistentObject, _ body: (PropertyBinding, ChildChange) throws -> Void
  ) rethrows {
    let changed = object._object.changed
    guard let plan = object._object.context?.plan, plan.mayHaveChangedCollections(changed)
    else { return }
    let extras = session.tracker.extras(of: object)
    for index in plan.collections {
      let isChanged =
        index < 63 ? changed & (1 << UInt64(index)) != 0 : extras?.overflow.contains(index) == true
      if !isChanged { continue }
      try body(
        plan.bindings[index],
        ChildChange(
          object: object, index: index, former: extras?.baselines.former(index),
          mayHaveLeftovers: (extras?.leftovers ?? 0) & session.tracker.bit(of: index) != 0))
    }
  }
}
