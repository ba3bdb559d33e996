// Rewriting a column that was written by another codec.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Whether a column has to be rewritten. Needs no write transaction.
  func needsRecoding(_ recoding: Recoding) throws -> Bool {
    try throwIfFailed()
    let plan = try uncheckedPlan(of: recoding.entity)
    let wanted = try recoding.column(in: plan, store.registry)
    return try reading {
      try finding(wanted, in: plan, on: $0) != nil || filling(wanted, on: $0) != nil
    }
  }

  /// Rewrites a column in the open transaction, and returns the number of cells.
  func recode(
    _ recoding: Recoding, telling progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Int {
    try joining { transaction in
      let plan = try uncheckedPlan(of: recoding.entity)
      let wanted = try recoding.column(in: plan, store.registry)
      let connection = transaction.connection
      // Check again once nobody else changes tables: someone may have rewritten the column
      // meanwhile.
      try connection.lockUpkeep()
      let finding = try finding(wanted, in: plan, on: connection)
      let filling = try filling(wanted, on: connection)
      if finding == nil && filling == nil { return 0 }
      transaction.catalog = nil
      // Objects in memory are refreshed when they are found again.
      noteWritten([.recoded, .recorded], in: transaction)
      connections.seesOneSnapshot = false
      return try withoutActuallyEscaping(progress) { progress in
        try connection.reachingAll {
          try connection.readingAnyLayout {
            let rewritten = try finding.map { finding in
              wanted.hasOneColumn
                ? try ColumnRecoder(
                  wanted: wanted, finding: finding, connection: connection, progress: progress
                ).run()
                : try ValueRecoder(
                  wanted: wanted, finding: finding, connection: connection, progress: progress
                ).run()
            }
            return try (rewritten ?? 0) + (filling?.run(on: connection) ?? 0)
          }
        }
      }
    }
  }

  /// Returns the step that completes rows without a value; nil if there are none, if the property's
  /// default is not evaluated, or if NULL may be a value.
  private func filling(_ wanted: RecodedColumn, on connection: Connection) throws -> DefaultFilling?
  {
    guard let filling = DefaultFilling(wanted.column, of: wanted.table),
      !wanted.column.admitsNull,
      try SchemaCatalog(connection).tables[filling.table]?.columns.contains(filling.column.name)
        == true
    else { return nil }
    let rows = DefaultFilling.rows(
      in: filling.table, lacking: filling.column.name, connection.dialect)
    let isLacking = try connection.reachingAll {
      try connection.readingAnyLayout { try connection.hasRow(rows) }
    }
    return isLacking ? filling : nil
  }

  /// Returns the column to rewrite, or nil. If there seems to be one, its table may still be that
  /// of another class, which had the name before.
  private func finding(
    _ wanted: RecodedColumn, in plan: EntityPlan, on connection: Connection
  ) throws -> RecodeComparison.Finding? {
    let catalog = try SchemaCatalog(connection)
    let alone = Result { try RecodeComparison(wanted, catalog: catalog).finding() }
    if case .success(.none) = alone { return nil }
    let namesakes = try store.makeNamesakes(of: [plan], known: openPlans)
    if namesakes.isEmpty { return try alone.get() }
    return try RecodeComparison(
      wanted, beside: namesakes.flatMap(\.tables), catalog: catalog
    ).finding()
  }

  /// Returns the plan of a class. A new plan is not compared with the file, and therefore not
  /// published.
  func uncheckedPlan(of entity: EntityDescription) throws -> EntityPlan {
    if let plan = knownPlan(entity) { return plan }
    try entity.requireTable()
    try store.requireHome(of: entity)
    try store.directory.add(entity)
    let plan = try EntityPlan(
      entity, registry: store.registry, dialect: store.dialect, directory: store.directory)
    try store.noteShared(plan)
    return plan
  }
}
