import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema
import Synchronization

/// The plans of a store's classes whose tables are up to date, and the layout of the file for which
/// that is known.
///
/// Another program may change the file. Connections check the layout when a statement was prepared
/// for it, and sessions when they begin to write. If the layout has changed, all plans are compared
/// with it. A plan that no longer fits is marked, for the sessions that use it, and removed.
final class PublishedPlans: LayoutGuard {
  private let keyStock: KeyStock
  private let directory: EntityDirectory
  private let state = Guarded(State())
  /// The version of the layout that all plans fit; ``unknown`` if they have not been compared.
  private let fitting = Atomic<Int64>(unknown)
  /// Whether plans were ever removed.
  private let hasTakenOut = Atomic<Bool>(false)

  private static let unknown: Int64 = -1

  private struct State: Sendable {
    var plans = EntityTable<EntityPlan>()
    /// The highest version of the layout that was seen. Only older snapshots have others.
    var latest = PublishedPlans.unknown
    /// The number of times that plans were published.
    var generation = 0
    /// The errors for the tables of removed plans, until others take their place.
    var refusals: [String: PersistenceError] = [:]
  }

  init(_ keyStock: KeyStock, _ directory: EntityDirectory) {
    (self.keyStock, self.directory) = (keyStock, directory)
  }

  subscript(id: Int32) -> EntityPlan? { state.withLock { $0.plans[id] } }

  /// The number of times that plans were published.
  var generation: Int { state.withLock { $0.generation } }

  /// Whether all plans are known to fit a version of the layout.
  func fit(_ version: Int64?) -> Bool {
    version != nil && version == fitting.load(ordering: .acquiring)
  }

  /// Whether there may be plans that no longer fit. The check is one load.
  var mayHaveMisfits: Bool { hasTakenOut.load(ordering: .relaxed) }

  /// Adds plans that fit a version of the committed layout; the version is nil if the driver cannot
  /// tell it, or was not asked.
  func publish(_ plans: [EntityPlan], at version: Int64?) {
    state.withLock { state in
      let areFirst = state.plans.isEmpty
      for plan in plans {
        state.plans[plan.entity.id] = plan
        for table in plan.tables { state.refusals[table.definition.name] = nil }
      }
      state.generation += 1
      state.latest = max(state.latest, version ?? Self.unknown)
      if areFirst || version != fitting.load(ordering: .relaxed) {
        fitting.store(areFirst ? version ?? Self.unknown : Self.unknown, ordering: .releasing)
      }
    }
  }

  // MARK: Changes by others

  func check(_ sql: String, on connection: Connection) throws -> Bool {
    if connection.readsOfAnyLayout > 0 { return false }
    let refusals = try currentRefusals(connection)
    if refusals.isEmpty { return true }
    let error =
      if let tables = connection.tables(usedBy: sql) {
        refusals.first { tables.contains(connection.character.shortened($0.key)) }?.value
      } else {
        refusals.lazy.filter { sql.contains($0.key) }.map(\.value).first
      }
    if let error { throw error }
    return true
  }

  /// Checks the layout in which a transaction that has just begun writes, if its version is
  /// available at once. Otherwise, only statements are checked.
  func notice(layoutOf writer: Connection) throws {
    let version = try writer.layoutVersionAtHand()
    writer.layoutAtBegin = version
    if version != nil && !fit(version) { _ = try refusals(on: writer) }
  }

  /// Returns the refusals. After a failure that has spoiled the transaction, another connection has
  /// to read them. If reading them is the first failure, for example because of a conflicting
  /// transaction, that is the error to throw.
  private func currentRefusals(_ connection: Connection) throws -> [String: PersistenceError] {
    do {
      return try refusals(on: connection)
    } catch let error as PersistenceError
      where error.code == .databaseFailed && connection.character.failureSpoilsTransaction
      && connection.isInTransaction
    {
      return try connection.askingBeside(refusals)
    }
  }

  private func refusals(on connection: Connection) throws -> [String: PersistenceError] {
    while let version = try connection.layoutVersion() {
      let before = state.withLock { $0 }
      if before.plans.isEmpty || fit(version) { return before.refusals }
      let catalog = Result { try SchemaCatalog(connection) }
      // Records that cannot be understood fit no class.
      if case .failure(let error) = catalog, !Self.isOfRecords(error) { throw error }
      // If the connection holds no snapshot, the layout may have changed meanwhile.
      guard try connection.layoutVersion() == version else { continue }
      let isOld = version < before.latest
      let misfits = before.plans.values.compactMap { plan in
        plan.misfit(in: catalog, isOld: isOld, directory).map { (plan: plan, error: $0) }
      }
      // A version that the transaction itself has made may be undone, and then be used for another
      // layout.
      let isCommitted =
        connection.role == .reader || !connection.isInTransaction
        || version == connection.layoutAtBegin
      if !isOld && isCommitted { settle(misfits, at: version, generation: before.generation) }
      return misfits.reduce(into: before.refusals) { Self.add($1, to: &$0) }
    }
    return [:]
  }

  private static func isOfRecords(_ error: any Error) -> Bool {
    guard let error = error as? PersistenceError else { return false }
    return error.code == .corrupt && error.databaseCode == nil
  }

  private func settle(_ misfits: [Misfit], at version: Int64, generation: Int) {
    let isOthers = state.withLock { state in
      for misfit in misfits {
        misfit.plan.markMisfit(misfit.error)
        Self.add(misfit, to: &state.refusals)
        let id = misfit.plan.entity.id
        if state.plans[id] === misfit.plan { state.plans[id] = nil }
      }
      defer { state.latest = max(state.latest, version) }
      if state.generation == generation { fitting.store(version, ordering: .releasing) }
      return version > state.latest
    }
    if !misfits.isEmpty { hasTakenOut.store(true, ordering: .releasing) }
    // A table that someone else has made again counts its keys anew.
    if isOthers { keyStock.discard() }
  }

  private static func add(_ misfit: Misfit, to refusals: inout [String: PersistenceError]) {
    for table in misfit.plan.tables { refusals[table.definition.name] = misfit.error }
  }
}

/// A plan that does not fit a layout, and why.
private typealias Misfit = (plan: EntityPlan, error: PersistenceError)

extension EntityPlan {
  /// Returns the reason why rows cannot be read and written; nil if they can. What a newer program
  /// has added does no harm.
  fileprivate func misfit(
    in catalog: Result<SchemaCatalog, any Error>, isOld: Bool, _ directory: EntityDirectory
  ) -> PersistenceError? {
    guard let finding = finding(in: catalog, directory) else { return nil }
    let message =
      isOld
      ? """
      the session's snapshot is older than the layout of the file: \(finding.message). Begin another \
      session
      """
      : """
      another program has changed the file while this one had it open: \(finding.message). To compare \
      the class again, clear() the session or begin another one
      """
    return PersistenceError(finding.code, message, context: finding.context)
  }

  private func finding(
    in found: Result<SchemaCatalog, any Error>, _ directory: EntityDirectory
  ) -> PersistenceError? {
    do {
      let catalog = try found.get()
      // Whose table is meant was settled when the class was compared first.
      let former = Set(tables.flatMap(\.formerNames))
      let changes = try SchemaComparison(
        tables, catalog: catalog,
        isKnown: { former.contains($0) || directory.hasEntity(table: $0) },
        hasRows: { _ in true }
      ).changes
      return changes.first { isNeeded($0, catalog: catalog) }.map { change in
        PersistenceError(
          .schemaMismatch,
          "the class does not fit and would have to \(change); nothing was changed",
          context: .init(className: entity.className, table: change.table ?? entity.table))
      }
    } catch {
      return error as? PersistenceError ?? PersistenceError(.schemaMismatch, "\(error)")
    }
  }

  /// Whether a step must come before rows are read or written.
  private func isNeeded(_ change: SchemaChange, catalog: SchemaCatalog) -> Bool {
    guard case .recordColumn(let key, let column) = change, let old = catalog.columns[key] else {
      return change.isNeededForReading
    }
    // Cells of an older version could be written after those of the recorded one. Those that tell
    // nil from a collection are the same in all versions.
    return !old.isPresence && !old.isFormerPresence
      && (old.version != column.version || old.codec != column.codec)
  }
}
