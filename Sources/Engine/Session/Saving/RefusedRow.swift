/// An object's row that a constraint refused: finds out which properties are meant and which row is
/// in the way, so that the error can say so.
struct RefusedRow {
  let object: any PersistentObject
  let plan: EntityPlan
  let connection: Connection
  /// The row's key, if it is in the table already.
  let pk: Int64?

  /// The error with what can be found out; other errors get their place only.
  func explain(_ error: PersistenceError) -> PersistenceError {
    guard var violation = error.constraint, violation.table == plan.entity.table,
      let properties = properties(of: violation.columns)
    else { return error.adding(plan.place(pk: pk)) }
    violation.properties = properties
    if violation.kind == .unique {
      // The refusal is the news; where the other row cannot be found it goes unnamed.
      violation.conflictingPK = try? conflictingPK(violation.columns)
    }
    return refusal(violation, error)
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
    _ violation: ConstraintViolation, _ error: PersistenceError
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

  // MARK: The row in the way

  /// The key of the one row that has the object's values in columns. A unique index may leave rows
  /// out, so of several rows it is not known which one is in the way.
  ///
  /// SQL: `SELECT pk FROM person WHERE email = ?1 LIMIT 2`.
  private func conflictingPK(_ columns: [String]) throws -> Int64? {
    let values = try columns.map(storedValue)
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
      let offset = binding.columns.firstIndex(where: { $0.definition.name == column })
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
    bindings.first { $0.columns.contains { $0.definition.name == name } }
  }

  /// The property that lies in a column of the class's own table.
  func property(ofColumn name: String) -> PropertyDescription? {
    binding(ofColumn: name)?.property
  }
}
