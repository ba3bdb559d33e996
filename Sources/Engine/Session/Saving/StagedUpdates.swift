/// Changed objects of one class with the same changed columns, which follow each other in a save:
/// their rows are staged, then written by one UPDATE.
///
/// An object counts as written when its row is staged. If the rows cannot be written the save fails,
/// and its transaction takes the objects back.
struct StagedUpdates {
  /// Fewer rows are written one by one, which costs as much.
  static let fewest = 8
  /// The statement walks over rows that lie between those staged. Up to so many for each of them
  /// cost less than a statement for each.
  private static let mostKeysPerRow: UInt64 = 4

  private let connection: Connection
  private let session: Session
  private let rows = StagedRows()
  /// What the staged objects have in common.
  private var context: EntityContext?
  private var bits: UInt64 = 0

  init(_ session: Session, _ connection: Connection) {
    self.session = session
    self.connection = connection
  }

  /// Stages an object's changed columns; false if they have to be written by themselves.
  mutating func add(
    _ object: some PersistentObject, _ pk: Int64, _ changed: UInt64, _ context: EntityContext
  ) throws -> Bool {
    if context !== self.context || changed != bits {
      if changed & ~context.plan.stagedBits != 0 { return false }
      try write()
      begin(context.plan, changed)
      self.context = context
      bits = changed
    } else if rows.isFull {
      try write()
    }
    rows.add(pk)
    var row = _RowWriter(rows, plan: context.plan, only: bits, pk: pk)
    try object._store(into: &row)
    if let version = context.plan.version { try add(version, of: object, at: row.next) }
    return true
  }

  private func begin(_ plan: EntityPlan, _ changed: UInt64) {
    let width = plan.width(of: changed)
    if plan.version == nil { return rows.begin(width: width) }
    rows.begin(width: width + 2, noting: plan.entity.table)
  }

  /// Stages the version that follows, and the one that is to be compared.
  private func add(
    _ version: EntityVersion, of object: some PersistentObject, at index: Int
  ) throws {
    let next = try version.next(of: object)
    try version.encode(next, into: rows, at: index)
    try version.encode(version.value(of: object), into: rows, at: index + 1)
    version.set(next, in: object, session)
  }

  /// Writes all staged rows.
  func write() throws {
    guard let context, rows.count > 0 else { return }
    defer { rows.clear() }
    if try areWrittenTogether(context.plan) { return }
    let statement = try connection.statement(context.plan.update(bits: bits))
    defer { statement.clearParameters() }
    for key in rows.keys { try update(key, statement, context) }
  }

  /// Writes rows by one statement. Where that is of no use, or goes wrong, they are to be written one
  /// by one: of several rows nobody could tell which one is refused or gone.
  private func areWrittenTogether(_ plan: EntityPlan) throws -> Bool {
    guard rows.count >= Self.fewest, areDense, let text = plan.updateStaged(bits) else {
      return false
    }
    do {
      try connection.update(rows, text)
    } catch let error as PersistenceError {
      // Some failures make the database roll everything back by itself.
      if !connection.isInTransaction { throw error.adding(plan.place(pk: nil)) }
      return false
    }
    if connection.changes == rows.count { return true }
    // Those that match have been written, so that they would no longer match.
    if let version = plan.version { throw try conflict(plan, version, sql: text.sql) }
    return false
  }

  private func conflict(
    _ plan: EntityPlan, _ version: EntityVersion, sql: String
  ) throws -> PersistenceError {
    guard let key = rows.firstUnwritten, let object = object(for: key.pk) else {
      return PersistenceError(
        .databaseFailed,
        "the database has written \(connection.changes) of \(rows.count) rows, without saying which",
        context: plan.place(pk: nil), sql: sql)
    }
    return try conflict(object, version, plan, sql: sql)
  }

  private func conflict(
    _ object: some PersistentObject, _ version: EntityVersion, _ plan: EntityPlan, sql: String
  ) throws -> PersistenceError {
    try ConflictingRow(plan, version, connection).error(
      of: object, version: version.value(of: object) - 1, changed: plan.indices(of: bits), sql: sql)
  }

  private func object(for pk: Int64) -> (any PersistentObject)? {
    context?.object(for: pk) as? any PersistentObject
  }

  private var areDense: Bool {
    rows.withAscendingKeys { keys in
      guard let first = keys.first, let last = keys.last else { return false }
      return UInt64(bitPattern: last.pk &- first.pk) < UInt64(keys.count) * Self.mostKeysPerRow
    }
  }

  private func update(
    _ key: StagedRows.RowKey, _ statement: Statement, _ context: EntityContext
  ) throws {
    rows.copyRow(key.row, to: statement)
    if context.plan.version == nil {
      statement.set(key.pk, at: rows.width)
    } else {
      // The version that is compared comes after the key.
      statement.set(rows.cells[(key.row + 1) * rows.width - 1], at: rows.width)
      statement.set(key.pk, at: rows.width - 1)
    }
    do {
      try statement.run()
    } catch let error as PersistenceError {
      throw explain(error, key.pk, context)
    }
    if connection.changes != 1 { throw try missing(key.pk, context.plan, sql: statement.sql) }
  }

  private func missing(_ pk: Int64, _ plan: EntityPlan, sql: String) throws -> PersistenceError {
    guard let version = plan.version, let object = object(for: pk) else {
      return plan.rowIsGone(pk: pk)
    }
    return try conflict(object, version, plan, sql: sql)
  }

  private func explain(
    _ error: PersistenceError, _ pk: Int64, _ context: EntityContext
  ) -> PersistenceError {
    guard let object = object(for: pk) else {
      return error.adding(context.plan.place(pk: pk))
    }
    return RefusedRow(object: object, plan: context.plan, connection: connection, pk: pk)
      .explain(error)
  }
}
