import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// An object's row that a constraint refused. Finds the properties involved and the conflicting
/// row, for the error message.
struct RefusedRow {
  let object: any PersistentObject
  let plan: EntityPlan
  let connection: Connection
  /// The row's key, if it is in the table already.
  let pk: Int64?
  /// The new objects that the save has inserted before. Their rows are undone with the save.
  let inserted: [any PersistentObject]

  /// Returns the error with all details that can be found; other errors get only their place.
  func explain(_ error: PersistenceError) -> any Error {
    if error.constraint?.kind == .foreignKey { return explainReference(error) }
    if error.code == .encodingFailed { return error.adding(placeOfNUL ?? plan.place(pk: pk)) }
    guard var violation = error.constraint, violation.table == plan.storedName(plan.entity.table),
      let properties = properties(of: violation.columns)
    else { return error.adding(plan.place(pk: pk)) }
    violation.properties = properties
    let explained = refusal(violation, error: error)
    guard violation.kind == .unique, let values = try? violation.columns.map(storedValue) else {
      return explained
    }
    return DeferredExplanation.of(explained, on: connection) { connection in
      violation.conflictingPK = try conflictingPK(violation.columns, values: values, on: connection)
      return refusal(violation, error: error)
    }
  }

  private func properties(of columns: [String]) -> [String]? {
    var names: [String] = []
    for column in columns {
      guard
        let name = column == ColumnName.pk ? column : plan.binding(ofColumn: column)?.property.name
      else { return nil }
      if names.last != name { names.append(name) }
    }
    return names.isEmpty ? nil : names
  }

  private func refusal(
    _ violation: ConstraintViolation, error: PersistenceError
  ) -> PersistenceError {
    guard let message = violation.message else { return error.adding(plan.place(pk: pk)) }
    var place = plan.place(pk: pk)
    place.property = violation.properties.count == 1 ? violation.properties[0] : nil
    place.column = violation.columns.count == 1 ? violation.columns[0] : nil
    var refusal = PersistenceError(
      error.code, message, context: place, sql: error.sql, databaseCode: error.databaseCode)
    refusal.constraint = violation
    return refusal
  }

  /// The place of a text that contains the character NUL, which not every database can store.
  private var placeOfNUL: PersistenceError.Context? {
    for binding in plan.bindings {
      let values = (try? binding.storedValues(of: object)) ?? []
      for (value, column) in zip(values, binding.columns) {
        guard case .text(let text) = value, text.utf8.contains(0) else { continue }
        var place = plan.place(pk: pk)
        place.property = binding.property.name
        place.column = column.definition.name
        return place
      }
    }
    return nil
  }

  // MARK: The reference to a missing row

  /// Finds the reference to a missing row, in a database that checks references immediately.
  private func explainReference(_ error: PersistenceError) -> any Error {
    let key = pk ?? object.rowKey
    let references = plan.bindings.compactMap { binding -> (PropertyBinding, Int64, String)? in
      guard let column = binding.columns.first?.definition, let target = column.foreignKey?.table,
        case .integer(let pk)? = try? storedValue(plan.storedName(column.name))
      else { return nil }
      return (binding, pk, target)
    }
    let placed = error.adding(plan.place(pk: pk))
    return DeferredExplanation.of(placed, on: connection) { connection in
      for (binding, target, table) in references {
        let row: SQLText = """
          SELECT 1 FROM \(plan.dialect.quoted(table)) WHERE \(ColumnName.pk) = \(.integer(target))
          """
        if try !connection.hasRow(row) {
          let column = binding.columns[0].definition.name
          return error.brokenReference(
            BrokenReference(table: plan.entity.table, column: column, pk: key, target: table),
            owner: (plan.entity.className, binding.property.name))
        }
      }
      return placed
    }
  }

  // MARK: The conflicting row

  /// Returns the key of the only row that has the object's values in these columns. A unique index
  /// may omit rows, so if several rows match, the conflicting one is unknown.
  ///
  /// SQL: `SELECT pk FROM person WHERE email = ?1 LIMIT 2`.
  private func conflictingPK(
    _ columns: [String], values: [StoredValue], on connection: Connection
  ) throws -> Int64? {
    var conditions = zip(columns, values).map { "\(plan.dialect.quoted($0)) = \($1)" as SQLText }
    if let pk { conditions.append("\(ColumnName.pk) <> \(.integer(pk))") }
    let text: SQLText = """
      SELECT \(ColumnName.pk) FROM \(plan.quotedTable) \
      WHERE \(conditions.joined(separator: " AND ")) LIMIT 2
      """
    let found = try connection.rows(text) { $0.integer(at: 0) }
    return found.count == 1 && !isUndone(found[0]) ? found[0] : nil
  }

  private func isUndone(_ pk: Int64) -> Bool {
    inserted.contains { type(of: $0)._entity === plan.entity && $0.rowKey == pk }
  }

  /// Returns the value that was to be written to a column.
  private func storedValue(_ column: String) throws -> StoredValue {
    if column == ColumnName.pk { return .integer(object.rowKey) }
    guard let binding = plan.binding(ofColumn: column),
      let offset = binding.columns.firstIndex(where: {
        plan.storedName($0.definition.name) == column
      })
    else { return .null }
    return try binding.storedValues(of: object)[offset]
  }
}

extension ConstraintViolation {
  /// The explanation with a remedy; nil if the driver's message says as much.
  fileprivate var message: String? {
    let names = properties.joined(separator: " and ")
    switch kind {
    case .unique:
      let together = properties.count == 1 ? "" : " taken together"
      let what = properties.count == 1 ? "this value" : "these values"
      let other = conflictingPK.map { "the row with pk \($0)" } ?? "another row"
      return """
        \(names) must be unique\(together), and \(other) already has \(what); change one of the \
        two, or use upsert(_:by:) to write to the existing row
        """
    case .notNull:
      return "\(names) must have a value: the table's column does not allow NULL"
    case .foreignKey, .other: return nil
    }
  }
}

extension EntityPlan {
  /// Returns the binding that has a column of the class's own table.
  func binding(ofColumn name: String) -> PropertyBinding? {
    bindings.first { $0.columns.contains { storedName($0.definition.name) == name } }
  }

  /// Returns a name as the database stores it.
  func storedName(_ name: String) -> String { dialect.character.shortened(name) }
}
