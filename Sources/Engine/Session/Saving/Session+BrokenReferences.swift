// What is to be said when a transaction cannot be committed since a reference points nowhere.

extension Session {
  /// The error with the reference that is meant, where the driver finds it.
  func explainBrokenReference(
    _ error: PersistenceError, on connection: Connection
  ) -> PersistenceError {
    // Where nothing more can be found out the refusal stands as it is.
    guard let reference = try? connection.brokenReference() else { return error }
    return error.brokenReference(reference, owner: owner(of: reference))
  }

  /// The property that lies in a table's column, among the classes that this session has met.
  private func owner(of reference: BrokenReference) -> (className: String, property: String)? {
    for plan in allContexts.map(\.plan) {
      for binding in plan.bindings {
        let isOwn =
          plan.storedName(plan.entity.table) == reference.table
          && binding.columns.contains { plan.storedName($0.definition.name) == reference.column }
        let isChild = binding.childTables.contains {
          plan.storedName($0.definition.name) == reference.table
        }
        if isOwn || isChild { return (plan.entity.className, binding.property.name) }
      }
    }
    return nil
  }
}

extension PersistenceError {
  /// The error with the reference that is meant.
  func brokenReference(
    _ reference: BrokenReference, owner: (className: String, property: String)?
  ) -> PersistenceError {
    let name = owner.map { "\($0.className).\($0.property)" } ?? reference.table
    let row = reference.pk.map { " in the row with pk \($0)" } ?? ""
    var explained = PersistenceError(
      code,
      """
      \(name)\(row) refers to a row of \(reference.target) that does not exist or was deleted; \
      save that row, or let the reference go
      """,
      context: .init(
        className: owner?.className, property: owner?.property, table: reference.table,
        column: reference.column, pk: reference.pk),
      sql: sql, databaseCode: databaseCode)
    explained.constraint = ConstraintViolation(
      .foreignKey, table: reference.table, columns: [reference.column])
    explained.constraint?.properties = owner.map { [$0.property] } ?? []
    return explained
  }
}
