import PersistentObjectsEngine

// Statements that each break one promise, in realistic ways.

/// Ends a run only when it has come to the end of its rows.
final class ForgetsReset: WrappedStatement {
  private var isAtEnd = false

  override func next() throws -> Row? {
    let row = try base.next()
    isAtEnd = row == nil
    return row
  }

  override func reset() {
    if isAtEnd { base.reset() }
  }
}

/// Binds doubles as a library does that compares them with 0 first.
final class LosesSignOfZero: WrappedStatement {
  private var parameters = RowBatch()

  override func bind(_ parameters: Row) throws {
    self.parameters = RowBatch(parameters.values.map { $0 == .real(-0.0) ? .real(0) : $0 })
    try base.bind(self.parameters.row)
  }
}

/// Counts all rows that its connection has ever changed.
final class CountsOn: WrappedStatement {
  private var total = 0

  override func reset() {
    base.reset()
    total += base.changes
  }

  override var changes: Int { total + 1 }
}

/// Takes no more rows than fit into one message.
final class CutsBatches: WrappedStatement {
  private var rows = RowBatch()

  override func bind(_ rows: RowBatch, at index: Int) throws {
    self.rows = RowBatch()
    self.rows.begin(width: rows.width)
    for row in 0..<min(rows.count, 512) {
      self.rows.addRow()
      for (column, value) in rows[row].values.enumerated() { self.rows.set(value, at: column) }
    }
    try base.bind(self.rows, at: index)
  }
}

/// Has one place for rows, which all statements share.
final class SharesRows: WrappedStatement {
  /// The place. One test uses it, on one thread at a time.
  private nonisolated(unsafe) static let place = RowBatch(width: 8)

  override func next() throws -> Row? {
    guard let row = try base.next() else { return nil }
    for (index, value) in row.values.enumerated() { Self.place.set(value, at: index) }
    return Row(Self.place.layout.cells, count: row.count)
  }
}

/// Sends text to its end in C: the first NUL.
final class EndsAtNUL: WrappedStatement {
  private var parameters = RowBatch()

  override func bind(_ parameters: Row) throws {
    self.parameters = RowBatch(
      parameters.values.map { value in
        guard case .text(let text) = value else { return value }
        return .text(String(text.prefix { $0 != "\0" }))
      })
    try base.bind(self.parameters.row)
  }
}

/// Says of no error which constraint it was.
final class TellsNoConstraint: WrappedStatement {
  override func next() throws -> Row? {
    do {
      return try base.next()
    } catch var error as PersistenceError {
      error.constraint = nil
      throw error
    }
  }
}
