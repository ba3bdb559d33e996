// The error for a transaction that cannot be committed because a reference points nowhere.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Returns the error with the broken reference, if the driver finds it or the error names its
  /// column.
  func explainBrokenReference(
    _ error: PersistenceError, on connection: Connection
  ) -> PersistenceError {
    if let reference = try? connection.brokenReference() {
      return error.brokenReference(
        reference, owner: owner(of: reference.table, reference.column)?.name)
    }
    // If nothing more can be found out, return the original error.
    guard let table = error.constraint?.table, let column = error.constraint?.columns.first,
      let owner = owner(of: table, column), let target = owner.target
    else { return error }
    return error.brokenReference(
      BrokenReference(table: table, column: column, pk: nil, target: target), owner: owner.name)
  }

  /// Returns the property that a table's column belongs to, among the classes that this session has
  /// met, and the table that the column's foreign key refers to.
  private func owner(
    of table: String, _ column: String
  ) -> (name: (className: String, property: String), target: String?)? {
    for plan in allContexts.map(\.plan) {
      for binding in plan.bindings {
        let own =
          plan.storedName(plan.entity.table) == table ? binding.columns.map(\.definition) : []
        let child = binding.childTables.map(\.definition).first {
          plan.storedName($0.name) == table
        }
        let found = (child?.columns ?? own).first { plan.storedName($0.name) == column }
        if found == nil && child == nil { continue }
        let target = (found?.foreignKey?.table).map(plan.storedName)
        return ((plan.entity.className, binding.property.name), target)
      }
    }
    return nil
  }
}

extension PersistenceError {
  /// Returns the error with the broken reference.
  func brokenReference(
    _ reference: BrokenReference, owner: (className: String, property: String)?
  ) -> PersistenceError {
    let name = owner.map { "\($0.className).\($0.property)" } ?? reference.table
    let row = reference.pk.map { " in the row with pk \($0)" } ?? ""
    var explained = PersistenceError(
      code,
      """
      \(name)\(row) refers to a row of \(reference.target) that does not exist or was deleted; \
      save that row, or remove the reference
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
