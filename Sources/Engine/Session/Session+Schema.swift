// Making tables at the first use of a class.

extension Session {
  /// The plan of a class whose tables are in order. The first use in a store compares the class
  /// with the database, and makes or extends tables in a transaction of its own, or in the one that
  /// is open.
  func plan(of entity: EntityDescription) throws -> EntityPlan {
    if let plan = provisionalPlans[entity.id] ?? store.readyPlan(entity.id) {
      if mayPrecedeRecoding { try requireSnapshot(fits: plan) }
      return plan
    }
    try store.requireHome(of: entity)
    let plans = try store.makePlans(for: entity, known: Set(provisionalPlans.keys))
    guard let plan = plans.first else {
      // Another thread was faster.
      if let plan = store.readyPlan(entity.id) { return plan }
      preconditionFailure("a plan was neither ready nor made")
    }
    if store.isReadOnly {
      try requireReadable(plans)
      store.publish(plans)
    } else if writer == nil {
      if try isUpToDate(plans) {
        store.publish(plans)
      } else {
        try inTransaction { try keepUp(plans) }
        try renewSnapshot()
      }
    } else {
      try keepUp(plans)
    }
    return plan
  }

  /// Reads that belong together, and need tables made in the midst of them, go on with those.
  private func renewSnapshot() throws {
    guard mode == .autocommit, let reader, reader.isInTransaction else { return }
    try reader.run("COMMIT")
    try reader.run(store.dialect.beginRead)
  }

  /// Throws if a plan is for rows that the session's snapshot has in an older form.
  private func requireSnapshot(fits plan: EntityPlan) throws {
    _ = try reading { try changes(for: [plan], SchemaCatalog($0), $0) }
  }

  /// In a file that may not be written, records and indices may be missing, but nothing else.
  private func requireReadable(_ plans: [EntityPlan]) throws {
    let pending = try reading { try changes(for: plans, SchemaCatalog($0), $0) }
    guard let needed = pending.first(where: \.isNeededForReading) else { return }
    throw PersistenceError(
      .readOnly,
      """
      the store \(store.name) may only be read, but the class needs its file changed: \(needed). Use \
      the class once in a store that may write
      """,
      context: .init(className: plans.first?.entity.className))
  }

  private func isUpToDate(_ plans: [EntityPlan]) throws -> Bool {
    if let catalog = store.cachedCatalog, (try? changes(for: plans, catalog))?.isEmpty == true {
      return true
    }
    return try reading { connection in
      let catalog = try SchemaCatalog(connection)
      store.cache(catalog)
      return try changes(for: plans, catalog, connection).isEmpty
    }
  }

  /// Makes what is missing, within the open transaction.
  private func keepUp(_ plans: [EntityPlan]) throws {
    guard let writer else { preconditionFailure("no transaction is open") }
    let changes = try changes(for: plans, SchemaCatalog(writer), writer)
    // Tables that were there before stay when the transaction fails, and so do their objects.
    if changes.isEmpty && levels.allSatisfy({ $0.madePlans.isEmpty && !$0.hasRecoded }) {
      return store.publish(plans)
    }
    forgetRules()
    try SchemaUpkeep(connection: writer, dialect: store.dialect).apply(changes)
    for plan in plans {
      provisionalPlans[plan.entity.id] = plan
      innermostLevel.madePlans.append(plan.entity.id)
    }
  }

  /// Tables that were made are there for everybody.
  func publishPlans(_ ids: [Int32]) {
    if ids.isEmpty { return }
    store.forgetCatalog()
    store.publish(ids.compactMap { provisionalPlans.removeValue(forKey: $0) })
  }

  private func changes(
    for plans: [EntityPlan], _ catalog: SchemaCatalog, _ connection: Connection? = nil
  ) throws -> [SchemaChange] {
    try SchemaComparison(plans.flatMap(\.tables), catalog: catalog) { table in
      guard let connection else { return true }
      let statement = try connection.statement(
        sql: "SELECT 1 FROM \(store.dialect.quoted(table)) LIMIT 1")
      defer { statement.reset() }
      return try statement.step()
    }.changes
  }
}
