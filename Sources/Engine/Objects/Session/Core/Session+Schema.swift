// Creating tables at the first use of a class.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Returns the plan of a class whose tables are up to date. The first use in a store compares the
  /// class with the database, and creates or alters tables in a transaction of its own, or in the
  /// open one.
  func plan(of entity: EntityDescription) throws -> EntityPlan {
    if let plan = knownPlan(entity) { return plan }
    try entity.requireTable()
    try store.requireHome(of: entity)
    let plans = try store.makePlans(for: entity, known: openPlans)
    guard let plan = plans.first else {
      // Another thread was faster.
      if let plan = store.readyPlan(entity.id) { return plan }
      preconditionFailure("a plan was neither ready nor made")
    }
    if store.isReadOnly {
      store.published.publish(plans, at: try readableVersion(plans))
    } else if let open, !store.character.transactsLayout {
      try keepUp(plans, in: open)
    } else if open != nil {
      // On a level of its own: a hook or a codec may go on after a failure, and the call with it.
      try inTransaction { try keepUp(plans, in: $0) }
    } else if let version = try upToDateVersion(plans) {
      store.published.publish(plans, at: version)
    } else {
      try inAttempts { try inTransaction { try keepUp(plans, in: $0) } }
      try connections.renewSnapshot()
    }
    return plan
  }

  /// Returns a plan whose tables are up to date, as this session sees them.
  func knownPlan(_ entity: EntityDescription) -> EntityPlan? {
    open?.plans[entity.id] ?? store.readyPlan(entity.id)
  }

  /// The plans that belong to the open transaction.
  var openPlans: EntityTable<EntityPlan> { open?.plans ?? EntityTable() }

  /// Returns the version of the layout of a read-only file. Records and indices may be missing
  /// there, but nothing else.
  private func readableVersion(_ plans: [EntityPlan]) throws -> Int64? {
    let (version, pending) = try reading { connection in
      let (catalog, version) = try SchemaCatalog.ofOneLayout(
        on: connection, from: connection.layoutVersion())
      return (version, try compare(plans, with: catalog, on: connection).changes)
    }
    guard let needed = pending.first(where: \.isNeededForReading) else { return version }
    throw PersistenceError(
      .readOnly,
      """
      the store \(store.name) is read-only, but the class needs a change to its file: \(needed). Use \
      the class once in a store that can write
      """,
      context: .init(className: plans.first?.entity.className))
  }

  /// Returns the version of the layout if it has everything that the plans need; the version itself
  /// is nil if the driver cannot tell it. Returns nil if something is missing.
  private func upToDateVersion(_ plans: [EntityPlan]) throws -> Int64?? {
    let cached = store.known.withLock { $0.catalog }
    if let (catalog, version) = cached, version == nil || store.published.fit(version),
      !areRenamed(plans), (try? changes(for: plans, catalog))?.isEmpty == true
    {
      return .some(version)
    }
    return try reading { connection in
      let (catalog, version) = try knownCatalog(on: connection)
      store.known.withLock { $0.catalog = (catalog, version) }
      let changes = try compare(plans, with: catalog, on: connection).changes
      return changes.isEmpty ? .some(version) : nil
    }
  }

  /// Returns the tables as a connection sees them, and the version of the layout. The tables are
  /// read unless that version is known.
  private func knownCatalog(
    on connection: Connection
  ) throws -> (SchemaCatalog, version: Int64?) {
    let version = try connection.layoutVersion()
    if let version, let known = store.known.withLock({ $0.catalog }), known.version == version {
      return known
    }
    return try SchemaCatalog.ofOneLayout(on: connection, from: version)
  }

  /// Returns the tables as a transaction sees them. The transaction gives them up, so that they can
  /// be changed in place.
  private func takeCatalog(
    of transaction: OpenTransaction
  ) throws -> (SchemaCatalog, version: Int64?) {
    defer { transaction.catalog = nil }
    let writer = transaction.connection
    if let found = transaction.catalog, let version = found.version,
      try writer.layoutVersion() == version
    {
      return found
    }
    return try transaction.hasWritten
      ? SchemaCatalog.ofOneLayout(on: writer, from: writer.layoutVersion())
      : knownCatalog(on: writer)
  }

  /// Creates what is missing.
  private func keepUp(_ plans: [EntityPlan], in transaction: OpenTransaction) throws {
    let writer = transaction.connection
    if let begin = store.texts.beginUpkeep, transaction.canBeginAgain {
      return try keepUp(plans, before: transaction, beginningWith: begin)
    }
    var (catalog, version) = try takeCatalog(of: transaction)
    transaction.noteLayout(version)
    let (plans, changes) = try compare(plans, with: catalog, on: writer)
    // Tables that existed before stay if the transaction fails, and so do their objects.
    if changes.isEmpty
      && transaction.levels.allSatisfy({ $0.madePlans.isEmpty && !$0.effects.contains(.recoded) })
    {
      transaction.catalog = (catalog, version)
      let isCommitted = version != nil && version == transaction.layout
      if isCommitted { store.known.withLock { $0.catalog = (catalog, version) } }
      return store.published.publish(plans, at: isCommitted ? version : nil)
    }
    transaction.forgetRules()
    if !changes.isEmpty {
      if !store.character.transactsLayout { try requireNothingWritten(in: transaction, plans) }
      try store.directory.requireSound()
      try writer.lockUpkeep(since: version)
    }
    try writer.reachingAll { try SchemaUpkeep(writer).apply(changes, in: catalog) }
    if version != nil, catalog.note(changes) {
      transaction.catalog = (catalog, try writer.layoutVersion())
    }
    if changes.contains(where: \.recordsColumn) { transaction.note(.recorded) }
    for plan in plans {
      transaction.plans[plan.entity.id] = plan
      transaction.innermost.madePlans.append(plan.entity.id)
    }
  }

  /// Creates what is missing in a transaction of its own. The open one, which has done nothing yet,
  /// is begun again after it.
  private func keepUp(
    _ plans: [EntityPlan], before transaction: OpenTransaction, beginningWith begin: StatementText
  ) throws {
    let writer = transaction.connection
    try writer.rollBack()
    let result = Result {
      try inSeveralAttempts {
        try writer.run(begin)
        do {
          let made = try makeTables(of: plans, on: writer)
          try writer.run(store.texts.commit)
          store.forgetKnown()
          store.published.publish(made.plans, at: made.version)
        } catch {
          try writer.rollBack()
          throw error
        }
      }
    }
    try writer.run(store.texts.beginWrite)
    try result.get()
  }

  /// Creates what is missing, and returns the plans that fit the new layout.
  private func makeTables(
    of plans: [EntityPlan], on writer: Connection
  ) throws -> (plans: [EntityPlan], version: Int64?) {
    let (catalog, version) = try SchemaCatalog.ofOneLayout(on: writer, from: writer.layoutVersion())
    let (plans, changes) = try compare(plans, with: catalog, on: writer)
    if changes.isEmpty { return (plans, version) }
    try store.directory.requireSound()
    try writer.lockUpkeep(since: version)
    try writer.reachingAll { try SchemaUpkeep(writer).apply(changes, in: catalog) }
    return (plans, try writer.layoutVersion())
  }

  /// Throws if creating tables would commit what the transaction has written so far.
  private func requireNothingWritten(
    in transaction: OpenTransaction, _ plans: [EntityPlan]
  ) throws {
    let mayCommit = transaction.levels.allSatisfy { level in
      !level.hasSavepoint && level.effects.isDisjoint(with: [.written, .deleted, .writtenBySQL])
    }
    if mayCommit { return }
    throw PersistenceError(
      .unsupported,
      """
      the database would commit the transaction to create or change the class's tables; use the class once before \
      the transaction, for example by counting its objects
      """,
      context: .init(className: plans.first?.entity.className))
  }

  /// Publishes the plans of tables that a committed transaction has created.
  func publishPlans(_ ids: [Int32], of transaction: OpenTransaction, at version: Int64?) {
    if ids.isEmpty { return }
    store.forgetKnown()
    if let version, let found = transaction.catalog, found.version == version {
      store.known.withLock { $0.catalog = found }
    }
    store.published.publish(ids.compactMap { transaction.plans[$0] }, at: version)
  }

  /// Compares classes with the file; if they do not fit by themselves, together with their
  /// namesakes. To find these, all classes of the store have to be described.
  private func compare(
    _ plans: [EntityPlan], with catalog: SchemaCatalog, on connection: Connection
  ) throws -> (plans: [EntityPlan], changes: [SchemaChange]) {
    let alone = Result { try changes(for: plans, catalog, on: connection) }
    if case .success(let changes) = alone, changes.isEmpty, !areRenamed(plans) {
      return (plans, [])
    }
    let namesakes = try store.makeNamesakes(of: plans, known: openPlans)
    if namesakes.isEmpty { return (plans, try alone.get()) }
    let together = plans + namesakes
    return (together, try changes(for: together, catalog, on: connection))
  }

  /// Whether classes may fit by themselves and yet not together, as those that exchange their
  /// names.
  private func areRenamed(_ plans: [EntityPlan]) -> Bool {
    plans.contains { !$0.entity.renamedFrom.isEmpty }
  }

  /// Compares a class with the file as its next use does.
  /// - Returns: the tables of the other classes that are compared with it, and what that use will
  ///   do.
  func compareNextUse(
    of plan: EntityPlan, with catalog: SchemaCatalog, on connection: Connection
  ) throws -> (others: [RequiredTable], changes: [SchemaChange]) {
    let isInUse = knownPlan(plan.entity) != nil
    let plans = try isInUse ? [plan] : store.makePlans(for: plan.entity, known: openPlans)
    let found = try compare(plans, with: catalog, on: connection)
    let others = found.plans.filter { $0.entity !== plan.entity }
    return (others.flatMap(\.tables), found.changes)
  }

  private func changes(
    for plans: [EntityPlan], _ catalog: SchemaCatalog, on connection: Connection? = nil
  ) throws -> [SchemaChange] {
    // Without a connection, the answer is the one that needs another comparison.
    let hasRow = { (query: SQLText) in
      try connection.map { connection in
        try connection.reachingAll {
          try connection.readingAnyLayout { try connection.hasRow(query) }
        }
      } ?? true
    }
    return try SchemaComparison(
      plans.flatMap(\.tables), catalog: catalog, codecs: store.registry,
      acceptsLeftovers: acceptsLeftovers, isKnown: store.directory.hasEntity(table:),
      hasRows: { try hasRow("SELECT 1 FROM \(catalog.dialect.quoted($0)) LIMIT 1") },
      hasRow: hasRow
    ).changes
  }
}
