// Saving, and the keys that are given out.

extension Session {
  /// Saves everything that is new or changed in this session, in one transaction.
  ///
  /// New are the objects given to ``insert(_:)`` and those that changed objects reach. Statements:
  /// none when there is nothing to save; else one per object and one per changed row of a child
  /// table, beside those of the transaction and of the keys' counters. Eight or more new objects of one
  /// class share one for up to 512 rows, and so do the elements of their collections; changed objects
  /// that follow each other share one if the same columns have changed, none of them unique or a
  /// foreign key.
  public func save() throws {
    try throwIfFailed()
    try refuseInInnerCode("save")
    if tracking.unsavedCount == 0 { return }
    try save(tracking.enrolled.lazy.filter { self.isUnsaved($0) })
  }

  /// Saves an object and all that it reaches through loaded references, as far as it is new or
  /// changed, in one transaction. A clean object costs nothing.
  ///
  /// Throws `encodingFailed` when a value cannot be stored, `constraintViolated` when the database
  /// refuses it, `objectNotFound` when the row is gone, `wrongSession` when an object belongs to
  /// another session. Then nothing was saved and the objects are as before.
  public func save(_ object: some PersistentObject) throws {
    try throwIfFailed()
    try refuseInInnerCode("save")
    if tracking.unsavedCount == 0 && object._object.phase == .stored
      && object._object.context?.owner === self
    {
      return
    }
    if object._object.phase == .deleted { throw object.deletionError }
    try save([object])
  }

  /// Saves several objects in one transaction.
  public func save(contentsOf objects: some Sequence<any PersistentObject>) throws {
    try throwIfFailed()
    try refuseInInnerCode("save")
    try save(Array(objects) as [any PersistentObject])
  }

  /// Adds a new object to the session, to be inserted by the next ``save()``. Does nothing for an
  /// object that is in the session already. Inside a transaction that fails this is undone, too.
  ///
  /// Throws `wrongSession` for an object of another session.
  public func insert(_ object: some PersistentObject) throws {
    try throwIfFailed()
    try insert(object, object._object)
  }

  private func insert(_ object: some PersistentObject, _ state: borrowing _ObjectState) throws {
    if let owner = state.context?.owner, owner !== self {
      throw wrongSession(object, "it belongs to another session")
    }
    guard state.phase == .new, !state.isPending else { return }
    let context = try context(of: type(of: object))
    if level != 0 { journal(.given(object)) }
    give(object, state, context)
  }

  /// Makes a new object one that the next save inserts.
  func give(_ object: some PersistentObject, _ context: EntityContext) {
    give(object, object._object, context)
  }

  private func give(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ context: EntityContext
  ) {
    state.context = context
    state.pending = .waiting
    enrol(object)
  }

  private func save(_ roots: some Sequence<any PersistentObject>) throws {
    var work = UnitOfWork(self)
    defer { work.finish() }
    try work.collect(roots)
    if work.count == 0 { return tidyEnrolled() }
    let demands = work.demands
    if !demands.isDisjoint(with: [.hooks, .timestamps]) {
      try transaction { try write(&work, roots) }
      return tidyEnrolled()
    }
    if demands.contains(.rules) { try work.validate() }
    if levels.isEmpty || work.needsSavepoint || store.character.failureSpoilsTransaction {
      try transaction { try write(&work) }
    } else {
      try write(&work)
    }
    tidyEnrolled()
  }

  /// Writes objects whose classes ask for more than that. Inside a transaction from the first hook
  /// on, so that whatever hooks change goes back if one of them refuses.
  private func write(
    _ work: inout UnitOfWork, _ roots: some Sequence<any PersistentObject>
  ) throws {
    try work.callWillHooks(roots)
    work.setTimestamps()
    try work.validate()
    try write(&work)
    try work.callDidHooks()
  }

  private func write(_ work: inout UnitOfWork) throws {
    noteWritten()
    try running(.writing) { try work.write() }
  }

  /// Remembers that the open transaction has written.
  func noteWritten() { innermostLevel.hasWritten = true }

  // MARK: After writing

  func didInsert(
    _ object: some PersistentObject, _ state: borrowing _ObjectState, _ context: EntityContext
  ) {
    state.isVisited = false
    state.level = level
    leavePending(state, .ended)
    context.register(object, state)
    if let version = context.plan.version { version.set(EntityVersion.first, in: object, self) }
    if context.plan.mayRelate { Relations.relate(object) }
  }

  func didUpdate(_ object: some PersistentObject, _ state: borrowing _ObjectState) {
    state.isVisited = false
    state.level = level
    forgetChanges(of: object, state)
  }

  // MARK: Keys

  /// Calls `body` with a function that gives the next primary key of a table.
  func countingKeys(of table: String, _ body: (() throws -> Int64) throws -> Void) throws {
    if case .underKey(let key) = broughtOver { return try body { key } }
    var next: Int64?
    defer { if let next { sequences[table] = next } }
    try body {
      try store.configuration.keys.nextKey(table: table) {
        let key = try next ?? sequences[table] ?? readSequence(of: table)
        guard key < .max else {
          throw PersistenceError(
            .databaseFailed, "the table has no free primary key left", context: .init(table: table))
        }
        next = key + 1
        return key
      }
    }
  }

  /// The first free key: the counter, or what follows the greatest key if rows came in another way.
  func readSequence(of table: String) throws -> Int64 {
    guard let writer else { preconditionFailure("no transaction is open") }
    if store.character.maximumWriters > 1 { try claimSequence(of: table, writer) }
    let dialect = store.dialect
    let recorded = """
      coalesce((SELECT next_pk FROM \(SchemaCatalog.sequenceTable) \
      WHERE table_name = \(dialect.placeholder(1))), 1)
      """
    let greatest = "coalesce((SELECT max(pk) FROM \(dialect.quoted(table))), 0)"
    let statement = try writer.statement(
      sql: "SELECT \(dialect.greatest(recorded, "\(greatest) + 1"))")
    defer { statement.reset() }
    statement.set(.text(table), at: 0)
    guard let row = try statement.next() else { return 1 }
    switch row[0] {
    case .integer(let next): return next
    // What follows the greatest integer is none in SQL.
    case .real(let next) where next >= 0x1p63: return .max
    default: throw damagedSequence(of: table)
    }
  }

  /// Writes the counter as it is, so that others who count meanwhile wait or conflict here, rather than
  /// give out the same keys.
  private func claimSequence(of table: String, _ writer: Connection) throws {
    let statement = try writer.statement(
      sql: """
        UPDATE \(SchemaCatalog.sequenceTable) SET next_pk = next_pk \
        WHERE table_name = \(store.dialect.placeholder(1))
        """)
    statement.set(.text(table), at: 0)
    try statement.run()
  }

  private func damagedSequence(of table: String) -> PersistenceError {
    PersistenceError(
      .corrupt,
      """
      the counter of the table's keys, next_pk in \(SchemaCatalog.sequenceTable), is damaged: it is no \
      integer; nothing was saved. Restore the file from a backup, or delete the table's row there: \
      counting then goes on after the greatest key
      """,
      context: .init(table: table))
  }

  /// Records how far the counters have come, one row per table.
  func writeSequences() throws {
    guard let writer, !sequences.isEmpty else { return }
    let statement = try writer.statement(
      sql: """
        INSERT INTO \(SchemaCatalog.sequenceTable) (table_name, next_pk) \
        VALUES (\(store.dialect.placeholder(1)), \(store.dialect.placeholder(2))) \
        ON CONFLICT (table_name) DO UPDATE SET next_pk = excluded.next_pk
        """)
    for (table, next) in sequences.sorted(by: { $0.key < $1.key }) {
      statement.set(.text(table), at: 0)
      statement.set(next, at: 1)
      try statement.run()
    }
  }

  // MARK: Errors

  func wrongSession(_ object: some PersistentObject, _ reason: String) -> PersistenceError {
    PersistenceError(
      .wrongSession, "\(object.shortDescription) cannot be used in this session: \(reason)",
      context: .init(className: type(of: object)._entity.className, pk: object.pk))
  }
}

extension PersistentObject {
  /// The error for the use of a deleted object.
  package var deletionError: PersistenceError {
    PersistenceError(
      .objectDeleted, "the object has been deleted; save a new one instead",
      context: .init(className: Self._entity.className))
  }
}
