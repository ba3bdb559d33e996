/// An object's row that a constraint refused: finds out which properties are meant and which row is
/// in the way, so that the error can say so.
struct RefusedRow {
  let object: any PersistentObject
  let plan: EntityPlan
  let connection: Connection
  /// The row's key, if it is in the table already.
  let pk: Int64?

  /// The error with what can be found out; other errors get their place only.
  func explain(_ error: PersistenceError) -> any Error {
    if error.constraint?.kind == .foreignKey { return explainReference(error) }
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
      guard let name = column == ColumnName.pk ? column : plan.property(ofColumn: column)?.name
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

  // MARK: The reference to a missing row

  /// Finds the reference that points nowhere, in a database that checks references at once.
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
        let statement = try connection.statement(
          sql: """
            SELECT 1 FROM \(plan.dialect.quoted(table)) \
            WHERE \(ColumnName.pk) = \(plan.dialect.placeholder(1))
            """)
        defer { statement.reset() }
        statement.set(target, at: 0)
        if try statement.next() == nil {
          return plan.brokenReference(of: binding, pk: key, to: table, error)
        }
      }
      return placed
    }
  }

  // MARK: The row in the way

  /// The key of the one row that has the object's values in columns. A unique index may leave rows
  /// out, so of several rows it is not known which one is in the way.
  ///
  /// SQL: `SELECT pk FROM person WHERE email = ?1 LIMIT 2`.
  private func conflictingPK(
    _ columns: [String], values: [StoredValue], on connection: Connection
  ) throws -> Int64? {
    let statement = try connection.statement(sql: query(columns))
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.set(value, at: index) }
    if let pk { statement.set(pk, at: values.count) }
    guard let row = try statement.next() else { return nil }
    let found = row.integer(at: 0)
    return try statement.next() == nil ? found : nil
  }

  private func query(_ columns: [String]) -> String {
    var conditions = columns.enumerated().map {
      "\(plan.dialect.quoted($1)) = \(plan.dialect.placeholder($0 + 1))"
    }
    if pk != nil {
      conditions.append("\(ColumnName.pk) <> \(plan.dialect.placeholder(columns.count + 1))")
    }
    return """
      SELECT \(ColumnName.pk) FROM \(plan.quotedTable) \
      WHERE \(conditions.joined(separator: " AND ")) LIMIT 2
      """
  }

  /// The value that was to be written to a column.
  private func storedValue(_ column: String) throws -> StoredValue {
    if column == ColumnName.pk { return .integer(object.rowKey) }
    guard let binding = plan.binding(ofColumn: column),
      let offset = binding.columns.firstIndex(where: {
        plan.storedName($0.definition.name) == column
      })
    else { return .null }
    let cells = RowBatch(width: binding.columns.count)
    try binding.encode(object, into: cells, at: 0)
    return cells.row.value(at: offset)
  }
}

extension ConstraintViolation {
  /// Says what is wrong and how to mend it; nil where the driver's own words say as much.
  fileprivate var message: String? {
    let names = properties.joined(separator: " and ")
    switch kind {
    case .unique:
      let together = properties.count == 1 ? "" : " taken together"
      let what = properties.count == 1 ? "this value" : "these values"
      let other = conflictingPK.map { "the row with pk \($0)" } ?? "another row"
      return """
        \(names) must be unique\(together), and \(other) has \(what) already; change one of the \
        two, or use upsert(_:by:) to write to the row that is there
        """
    case .notNull:
      return "\(names) must have a value: the table's column admits no NULL"
    case .foreignKey, .other: return nil
    }
  }
}

extension EntityPlan {
  /// The binding that has a column of the class's own table.
  func binding(ofColumn name: String) -> PropertyBinding? {
    bindings.first { $0.columns.contains { storedName($0.definition.name) == name } }
  }

  /// A name as the database has it.
  func storedName(_ name: String) -> String { dialect.character.shortened(name) }

  /// The property that lies in a column of the class's own table.
  func property(ofColumn name: String) -> PropertyDescription? {
    binding(ofColumn: name)?.property
  }
}
