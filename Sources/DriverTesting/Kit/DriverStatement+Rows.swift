import PersistentObjectsDriver

extension DriverStatement {
  /// Runs a statement as the engine does, and returns its rows.
  @discardableResult
  func rows(_ values: [StoredValue] = [], batch: RowBatch? = nil, at index: Int = 0) throws
    -> [[StoredValue]]
  {
    let parameters = try begin(values, batch: batch, at: index)
    defer { withExtendedLifetime((parameters, batch)) { reset() } }
    var rows: [[StoredValue]] = []
    while let row = try next() { rows.append(row.values) }
    return rows
  }

  /// Begins a run. The parameters must be kept until the statement is reset.
  func begin(_ values: [StoredValue] = [], batch: RowBatch? = nil, at index: Int = 0) throws
    -> RowBatch
  {
    let parameters = RowBatch(width: parameterCount)
    for (index, value) in values.enumerated() { parameters.set(value, at: index) }
    do {
      try bind(parameters.row)
      if let batch { try bind(batch, at: index) }
    } catch {
      reset()
      throw error
    }
    return parameters
  }
}

extension DriverConnection {
  /// Prepares and runs a statement.
  @discardableResult
  func rows(
    _ sql: String, _ values: [StoredValue] = [], batch: RowBatch? = nil, at index: Int = 0
  ) throws -> [[StoredValue]] {
    try prepare(sql).rows(values, batch: batch, at: index)
  }

  /// Ends the lease and closes the connection.
  func finish() {
    _ = endLease()
    close()
  }

  /// Rolls the transaction back, if one is open.
  func rollBackOpen() throws {
    if isInTransaction { try rollBack() }
  }
}

extension RowBatch {
  /// Makes a batch of rows that hold values.
  convenience init(rows: [[StoredValue]], width: Int) {
    self.init()
    begin(width: width)
    for row in rows {
      addRow()
      for (index, value) in row.enumerated() { set(value, at: index) }
    }
  }
}
