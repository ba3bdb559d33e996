import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A row that was not written because it does not have the version that its object was read with.
/// Finds out what happened to the row, for the error message.
struct ConflictingRow {
  let plan: EntityPlan
  let version: EntityVersion
  let connection: Connection

  /// Returns the error to throw. Throws if the row cannot be read.
  ///
  /// - Parameters:
  ///   - changed: the positions of the properties that were changed here.
  ///   - sql: the statement that wrote nothing.
  func error(
    of object: some PersistentObject, changed: [Int], sql: String
  ) throws -> PersistenceError {
    let read = version.value(of: object)
    let row = try connection.find(object.rowKey, by: plan.findByKey, staysOpen: false) { row in
      (
        isAsRead: try version.decode(from: row) == read,
        values: plan.namedValues { row.values(of: $0) }
      )
    }
    if let row, row.isAsRead { return passedOver(object, after: sql) }
    let conflict = RowConflict(
      className: plan.entity.className, table: plan.entity.table, pk: object.rowKey, version: read,
      changedProperties: names(changed), presentValues: row?.values)
    return .conflict(conflict, sql: sql)
  }

  private func names(_ changed: [Int]) -> [String] {
    let engines = plan.entity.enginesProperties
    return changed.filter { !engines.contains($0) }.map { plan.entity.properties[$0].name }
  }

  private func passedOver(_ object: some PersistentObject, after sql: String) -> PersistenceError {
    PersistenceError(
      .constraintViolated,
      """
      the database left the row unchanged, although it has the version that was read: a trigger may be \
      ignoring the change. Nothing was written
      """, context: plan.place(pk: object.rowKey), sql: sql)
  }
}

extension EntityPlan {
  /// Returns the values of columns by property name; those of a property's further columns by
  /// column name.
  func namedValues(_ values: (PropertyBinding) -> [StoredValue]) -> [String: StoredValue] {
    var named: [String: StoredValue] = [:]
    for binding in bindings where !binding.hasChildRows {
      for (offset, value) in values(binding).enumerated().reversed() {
        let name = offset == 0 ? binding.property.name : binding.columns[offset].definition.name
        named[name] = value
      }
    }
    return named
  }
}

extension Row {
  fileprivate func values(of binding: PropertyBinding) -> [StoredValue] {
    binding.columns.indices.map { value(at: binding.position + $0) }
  }
}
