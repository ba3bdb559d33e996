// Rewriting a column that was written by another codec.

extension Session {
  /// Whether a column has to be rewritten. Needs no write transaction.
  func needsRecoding(_ recoding: Recoding) throws -> Bool {
    try throwIfFailed()
    let wanted = try recoding.column(in: try uncheckedPlan(of: recoding.entity))
    return try reading { try finding(wanted, on: $0) } != nil
  }

  /// Rewrites a column in the open transaction, and returns the number of cells.
  func recode(
    _ recoding: Recoding, telling progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Int {
    try joining { transaction in
      let wanted = try recoding.column(in: try uncheckedPlan(of: recoding.entity))
      // Check again, because someone else may have rewritten the column meanwhile.
      guard let finding = try finding(wanted, on: transaction.connection) else { return 0 }
      transaction.catalog = nil
      // Objects in memory are refreshed when they are found again.
      noteWritten([.recoded, .recorded], in: transaction)
      connections.seesOneSnapshot = false
      return try withoutActuallyEscaping(progress) { progress in
        let connection = transaction.connection
        return try connection.readingAnyLayout {
          try ColumnRecoder(
            wanted: wanted, finding: finding, connection: connection, progress: progress
          ).run()
        }
      }
    }
  }

  private func finding(
    _ wanted: RecodedColumn, on connection: Connection
  ) throws -> RecodeComparison.Finding? {
    try RecodeComparison(wanted, catalog: SchemaCatalog(connection)).finding()
  }

  /// Returns the plan of a class. A new plan is not compared with the file, and therefore not
  /// published.
  func uncheckedPlan(of entity: EntityDescription) throws -> EntityPlan {
    if let plan = knownPlan(entity) { return plan }
    try entity.requireTable()
    try store.requireHome(of: entity)
    try store.directory.add(entity)
    return try EntityPlan(
      entity, registry: store.registry, dialect: store.dialect, directory: store.directory)
  }
}
