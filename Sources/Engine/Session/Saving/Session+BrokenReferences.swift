// What is to be said when a transaction cannot be committed since a reference points nowhere.

extension Session {
  /// The error with the reference that is meant, where the driver finds it.
  func explainBrokenReference(_ error: PersistenceError) -> PersistenceError {
    // The refusal is the news; where nothing more can be found out it stands as it is.
    guard let reference = try? writer?.brokenReference() else { return error }
    let owner = owner(of: reference)
    let name = owner.map { "\($0.className).\($0.property)" } ?? reference.table
    let row = reference.pk.map { " in the row with pk \($0)" } ?? ""
    var explained = PersistenceError(
      error.code,
      """
      \(name)\(row) refers to a row of \(reference.target) that does not exist or was deleted; \
      save that row, or let the reference go
      """,
      context: .init(
        className: owner?.className, property: owner?.property, table: reference.table,
        column: reference.column, pk: reference.pk),
      sql: error.sql, databaseCode: error.databaseCode)
    explained.constraint = ConstraintViolation(
      .foreignKey, table: reference.table, columns: [reference.column])
    explained.constraint?.properties = owner.map { [$0.property] } ?? []
    return explained
  }

  /// The property that lies in a table's column, among the classes that this session has met.
  private func owner(of reference: BrokenReference) -> (className: String, property: String)? {
    for plan in allContexts.map(\.plan) {
      for binding in plan.bindings {
        let isOwn =
          plan.entity.table == reference.table
          && binding.columns.contains { $0.definition.name == reference.column }
        let isChild = binding.childTables.contains { $0.definition.name == reference.table }
        if isOwn || isChild { return (plan.entity.className, binding.property.name) }
      }
    }
    return nil
  }
}
